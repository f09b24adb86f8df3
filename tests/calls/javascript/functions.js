// Functions as values: how they get to the place where they are called.

function start() { return 1; }
function stop() { return 2; }
function pause() { return 3; }
function resume() { return 4; }

const alias = start;
let changing = start;
changing = stop;

function byAlias() { return alias(); } // -> start
function byAssignment() { return changing(); } // -> start, stop

function apply(callback) { return callback(); } // -> start, stop, inner
function higher() { return apply(start) + apply(stop); } // -> apply
function closure() {
  function inner() { return 5; }
  const later = () => inner(); // -> inner
  return apply(inner) + later(); // -> apply, later
}

function choose(flag) { return flag ? pause : resume; }
function byResult() { return choose(true)(); } // -> choose, pause, resume
function make() {
  return function made() { return stop(); }; // -> stop
}
function byMade() { const run = make(); return run(); } // -> make, made

const table = { begin: start, end: stop, nested: { hold: pause } };
function byKey() { return table.begin(); } // -> start
function byText() { return table["end"](); } // -> stop
function byVariable(name) { return table[name](); } // -> ~start, ~stop
function byNested() { return table.nested.hold(); } // -> pause
const { begin, nested: { hold } } = table;
function byDestructuring() { return begin() + hold(); } // -> start, pause

const list = [start, stop];
function byIndex() { return list[0](); } // -> start
function byLoop() { for (const one of list) one(); } // -> start, stop
function byForEach() { list.forEach((one) => one()); } // -> ~start, ~stop
const map = new Map([["a", start]]);
map.set("b", stop);
function byMap() { return map.get("b")(); } // -> ~start, ~stop

function withDefault(callback = pause) { return callback(); } // -> pause
function withRest(...callbacks) { return callbacks[0](); } // -> resume
function givesRest() { withDefault(); withRest(resume); } // -> withDefault, withRest
function withOptions({ onDone }) { onDone(); } // -> ~stop
function givesOptions() { withOptions({ onDone: stop }); } // -> withOptions

function byCall() { return start.call(null); } // -> start
function byApply() { return start.apply(null, []); } // -> start
function byBind() { const bound = stop.bind(null); return bound(); } // -> stop

function* count() { yield start; yield stop; }
function byGenerator() { for (const one of count()) one(); } // -> count, ~start, ~stop
async function waits() { return pause(); } // -> pause
async function byAwait() { await waits(); return waits().then(() => resume()); } // -> waits, resume
const arrow = (x) => x || start(); // -> start
function byArrow() { return arrow(0); } // -> arrow
const result = (function once() { return stop(); })(); // -> stop, once
function byOptional(options) { return table.begin?.(); } // -> start
function tag(strings) { return pause(); } // -> pause
function byTag() { return tag`text`; } // -> tag
function shadowed(start) { return start(); }
function outer() {
  const stop = () => 6;
  return stop(); // -> outer.stop
}
