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
