import type { A } from './a';
import fs = require('fs');
import Short = Some.Long.Name;

export interface Shape<T> extends A {
  area(): number;
  name: string;
}
export type Id = string | number;
export enum Mode { On = 1, Off }
declare module 'ambient' { function inside(): void; }
namespace Outer.Inner { export const value = 1; export function run() {} }

function over(a: string): void;
function over(a: number): void;
function over(a: any): void {}

@Injectable()
export abstract class Store<T> implements Shape<T> {
  readonly key: string = 'k';
  constructor(private readonly items: T[], plain: number) {}
  @log
  public async save(): Promise<void> {}
  protected abstract load(id: string): T;
  static of<U>(...xs: U[]): U[] { return xs; }
}

export const identity = <T,>(x: T): T => x;
export default function () { return 1; }

import { type Kind, Other as Renamed } from './kinds';
import type Default, { type Only } from './types';
export type { Kind } from './kinds';
export * from './all';
import data = Outer.Inner;
export import Public = Outer.Inner;

declare global {
  interface Window { flag: boolean }
  var debug: boolean;
}
declare const VERSION: string;
declare function external(x: number): void;
declare class Ambient { method(): void; static readonly field: string; }
declare namespace Legacy { let setting: number; function call(): void; class Inside {} }
declare module '*.svg' { const url: string; export default url; }
declare enum Remote { A }
export declare abstract class Shell { abstract open(): void; }

export const enum Bits { None = 0, Low = 1 << 0, 'quoted name' = 4 }
export interface Callable {
  (x: number): string;
  new (x: string): Callable;
  readonly [key: string]: unknown;
  method?(x: number): void;
  get value(): string;
  set value(next: string);
  handler: (event: Event) => void;
  'dashed-name': number;
}
export type Handler = { on(event: string): void; off: () => void };
export type Mapped<T> = { readonly [K in keyof T]?: T[K] };
type Conditional<T> = T extends string
  ? 'text'
  : never;

export class Account extends Base<string> {
  private static instance?: Account;
  readonly #secret = 1;
  declare kind: string;
  protected accessor balance = 0;
  static { this.instance = undefined; }
  constructor(
    public readonly id: string,
    @Inject() protected repo: Repo,
    override note = '',
  ) { super(); }
  get total(): number { return 1; }
  set total(value: number) {}
  find(id: string): this;
  find(id: number): this;
  find(id: any): this { return this; }
  handle = async <T,>(x: T): Promise<T> => x;
  private optional?(): void;
  override toString(this: Account): string { return ''; }
  async *[Symbol.asyncIterator](): AsyncGenerator<number> {}
  @Memo({ ttl: 1 })
  private lazily() {}
  wrapped = effect(() => {});
  abstractish!: number;
}

export const config = { port: 1, start() {} } satisfies Config;
export const routes = [{ path: '' }] as const;
export const useStore = create<State>()((set) => ({ bump: () => set(1) }));
const typed: Handler = (x) => x;
const asserted = <Fn>((x) => x);
let value!: string;
export const narrow = (x: unknown): x is string => typeof x === 'string';
export async function* pages<const T extends readonly unknown[]>(xs: T): AsyncGenerator<T> {}
function assertIsString(val: any): asserts val is string {}
export abstract class Repo<in out T> { protected abstract items: T[]; abstract get size(): number; }
export = Account;
export as namespace Lib;
export namespace Validation {
  const hidden = 1;
  export type Rule = string;
  export namespace Deep { export const x = () => 1; }
}
using file = open();
const Mixin = <T extends Ctor>(base: T) => class Mixed extends base { extra() {} };
function enumerable(value: boolean) {
  return function (target: any) {};
}
export const cast = ((x) => x) as Handler;
