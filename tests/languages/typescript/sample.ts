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
