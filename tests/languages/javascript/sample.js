import main, { named as alias } from './mod.js';
import * as everything from "pkg";
import './effect.js';
const { readFile, join: glue } = require('fs');
export { thing as default } from './thing.js';
export * from './all.js';

/**
 * Adds.
 * @param {number} a
 */
export function add(a, b) { return a + b; }

// An arrow.
export const arrow = async (x) => x;
const LIMIT = 3;
let counter;

export default class extends Base {
  static #count = 0;
  label = 'x';
  onClick = () => {};
  constructor() { super(); }
  #hidden() {}
  get size() { return 1; }
  static async *walk() {}
}

const Model = class Inner { run() {} };

const store = {
  read(id) { return id; },
  write: async (row) => row,
  'quoted-name': function () {},
  get total() { return 0; },
  nested: { deep() {} },
};

function Tracker() {
  this.follow = (u) => u;
}
Tracker.prototype.stop = function () {};
Tracker.open = () => new Tracker();
exports.helper = function helper() {};
module.exports = function build() {};

const Memo = memo(() => null);

describe('add', () => {
  it('adds', () => { add(1, 2); });
});

export class Cache extends Map {
  static { Cache.instances = new Set(); }
  static shared = new Cache();
  #entries = new Map();
  'quoted' = 1;
  42 = 'numbered';
  *[Symbol.iterator]() { yield* this.#entries; }
  set size(value) { this.limit = value; }
  static get default() { return Cache.shared; }
  async #load(key) { return key; }
  get #private() { return 1; }
  static create = (n) => new Cache(n);
  handler = debounce(() => {}, 10);
  get() { return 1; }
  async *stream() {}
  'string method'() {}
}

function* ids() { yield 1; }
async function* pages() {}
export default function Named() {}
export { add as plus, arrow };
export { default } from './inner.js';
export * as shapes from './shapes.js';
export const { parse, format: print, ...others } = formats;
export const [first, , third] = list;
let a = 1, b = () => a, c;
var old = function named() { return named; };

exports.version = '1.0';
exports.Parser = class Parser { feed() {} };
module.exports.parse = (text) => text;
Object.defineProperty(Tracker.prototype, 'live', { get: function () { return 1; } });
Tracker.prototype = {
  constructor: Tracker,
  pause() {},
  resume: function () {},
};
Object.assign(Tracker.prototype, {
  mixed() {},
});
app.locals.render = async function (view) {};
window.onload = () => {};

const api = {
  routes: [{ path: '/', handler() {} }],
  async *feed() {},
  [`computed`]: () => 1,
  set limit(value) {},
  Model: class { save() {} },
  wrapped: memoize((x) => x),
};

const Button = React.forwardRef((props, ref) => null);
const Lazy = React.lazy(() => import('./lazy.js'));
const Styled = styled(Button)`color: red;`;
const useStore = create(devtools((set) => ({ bump: () => set(1) })));
const bound = function () {}.bind(this);
const curried = (a) => (b) => a + b;
const once = (() => { let done; return () => done; })();

(function iife() { function inside() {} })();
(() => { const local = () => 1; })();
if (flag) { function hoisted() {} }
$.fn.plugin = function () { return this; };
define(['dep'], function (dep) { function amd() {} });

it.each([[1, 2]])('adds %i', (n) => {});
test.only('focused', async () => {});
describe.skip('skipped', function () { beforeEach(() => {}); });
test(`templated ${a}`, () => {});

import data from './data.json' with { type: 'json' };
import plain, * as rest from './rest.js';
import { 'odd name' as odd } from './odd.js';
const lazy = await import('./dynamic.js');
const { deep: { inner } } = require('./deep.js');
require('./side-effect.js');

/** @type {number} */
export let typed = 1;

/**
 * Documented class.
 */
@decorated
class Decorated {
  @observable accessor value = 1;
  /** Runs. */
  @bound run() {}
}
label: for (;;) { break label; }
