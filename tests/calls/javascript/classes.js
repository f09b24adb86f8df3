// Classes and prototypes.

class Base {
  constructor(name) { this.name = this.read(name); this.hook = () => this.read(1); } // -> Base.read
  read(value) { return value; }
  shared() { return this.own(); } // -> Base.own, Derived.own
  own() { return 1; }
  get size() { return this.read(2); } // -> Base.read
  static create() { return new this("x"); } // -> Base.constructor
  static of() { return new Base("y"); } // -> Base.constructor
  #hidden() { return 3; }
  open() { return this.#hidden(); } // -> #hidden
  handler = () => this.own(); // -> Base.own, Derived.own
}

class Derived extends Base {
  constructor() { super("derived"); } // -> Base.constructor
  own() { return super.own() + this.read(4); } // -> Base.own, Base.read
}

function uses() {
  const one = new Derived(); // -> Derived.constructor
  one.shared(); // -> Base.shared
  one.own(); // -> Derived.own
  return Base.of().open(); // -> Base.of, Base.open
}
function byField() {
  const one = new Base("z"); // -> Base.constructor
  one.handler(); // -> handler
  one.hook(); // -> hook
}
function byMethodValue() {
  const one = new Base("w"); // -> Base.constructor
  const read = one.read;
  return read(1); // -> Base.read
}

function Old(name) { this.name = name; }
Old.prototype.greet = function greet() { return this.twice(); }; // -> twice
Old.prototype.twice = function twice() { return 2; };
function byPrototype() { return new Old("a").greet(); } // -> Old, greet

class Builder {
  with(part) { this.part = part; return this; }
  build() { return this.part; }
}
function builds() { return new Builder().with(1).with(2).build(); } // -> with, build

const mixin = { extra() { return 1; } };
const whole = Object.assign({}, mixin, { more() { return 2; } });
function byMixin() { return whole.extra() + whole.more(); } // -> extra, more
const spread = { ...mixin };
function bySpread() { return spread.extra(); } // -> extra

class Iterated {
  *[Symbol.iterator]() { yield new Builder(); }
}
function iterates() { for (const one of new Iterated()) one.build(); } // -> build
class Held {
  constructor(builder) { this.builder = builder; }
  run() { return this.builder.build(); } // -> build
}
function holds() { return new Held(new Builder()).run(); } // -> Held.constructor, run
