// The ways in which calls are written in TypeScript.

function start(): number { return 1; }
function stop(): number { return 2; }

interface Opener { open(): number; close?: () => number }
abstract class Base implements Opener {
  constructor(protected readonly name: string) { this.setup(); } // -> Base.setup
  abstract size(): number;
  protected setup(): void {}
  open(): number { return this.size() + this.total; } // -> Base.size, File.size, Folder.size, ~Base.total
  get total(): number { return start(); } // -> start
  static of(name: string): File { return new File(name); } // -> Base.constructor
}
class File extends Base {
  size(): number { return 1; }
  read(this: File, n: number): number;
  read(this: File, n: string): number;
  read(this: File, n: unknown): number { return this.size(); } // -> File.size
  with(part: string): this { return this; }
  later = async (): Promise<File> => this;
}
class Folder extends Base {
  private files: File[] = [];
  private readonly byName = new Map<string, File>();
  constructor(private readonly inner: Opener, public first: File) { super("folder"); } // -> Base.constructor
  size(): number {
    let sum = 0;
    for (const file of this.files) sum += file.size(); // -> File.size
    this.files.forEach((file) => file.read(1)); // -> File.read
    sum += this.files.map((file) => file.with("a")).filter((file) => file.size() > 1).length; // -> File.with, File.size
    const found = this.byName.get("a");
    if (found) sum += found.read("x"); // -> File.read
    sum += this.byName.get("b")?.size() ?? 0; // -> File.size
    for (const [name, file] of this.byName) sum += file.size(); // -> File.size
    return sum + this.inner.open() + this.first.size() + this.files[0]!.size(); // -> Opener.open, Base.open, File.size
  }
}

class Holder<T extends Opener> {
  constructor(private held: T) {}
  get(): T { return this.held; }
  run(): number { return this.held.open(); } // -> Opener.open, Base.open
}
function generic(): number {
  const holder = new Holder(new File("c")); // -> Holder.constructor, Base.constructor
  return holder.get().size() + new Holder<File>(Base.of("d")).get().size() + holder.run(); // -> Holder.get, File.size, Holder.constructor, Base.of, Holder.run
}
function identity<T>(value: T): T { return value; }
function byIdentity(): number { return identity(new File("e")).size(); } // -> identity, Base.constructor, File.size
async function awaited(): Promise<number> {
  const file = await new File("f").later(); // -> Base.constructor, later
  return file.size() + (await Promise.all([file.later()]))[0].size(); // -> File.size, later
}
function narrowed(value: File | Folder | string): number {
  if (typeof value === "string") return start(); // -> start
  if (value instanceof File) return value.read(2); // -> File.read
  return value.size(); // -> Folder.size, ~File.size
}
function cast(value: unknown): number { return (value as File).size() + (<Folder>value).first.read(3); } // -> File.size, File.read
function destructured({ first, inner: renamed }: { first: File; inner: Folder }): number {
  const { size } = renamed;
  return first.size() + renamed.open(); // -> File.size, Base.open
}
function optional(file?: File): number { return file?.with("a").with("b").size() ?? stop(); } // -> File.with, File.size, stop
const table: Record<string, () => number> = { start, stop };
function byKey(): number { return table.start() + table["stop"](); } // -> start, stop
namespace Inner {
  export function deep(): number { return start(); } // -> start
  export class Nested { run(): number { return deep(); } } // -> Inner.deep
}
function byNamespace(): number { return Inner.deep() + new Inner.Nested().run(); } // -> Inner.deep, Nested.run
enum Level { Low, High }
namespace Level { export function parse(text: string): Level { return Level.Low; } }
function byEnum(): Level { return Level.parse("x"); } // -> Level.parse
type Handler = (file: File) => number;
const handler: Handler = (file) => file.size(); // -> File.size
function byHandler(): number { return handler(new File("g")); } // -> handler, Base.constructor
function register(callback: (file: File) => void): void {}
register((file) => file.read(4)); // -> register, File.read
const object = { run() { return this.helper(); }, helper: () => stop() }; // -> helper, stop
function byObject(): number { return object.run(); } // -> run
function assertFile(value: unknown): asserts value is File {}
function byAssertion(value: unknown): number { assertFile(value); return value.size(); } // -> assertFile, File.size
function overloaded(a: string): File;
function overloaded(a: number): Folder;
function overloaded(a: unknown): unknown { return a; }
function byOverload(): number { return overloaded("a").read(5) + overloaded(1).first.size(); } // -> overloaded, File.read, File.size
function satisfied(): number { return ({ file: new File("h") } satisfies { file: File }).file.size(); } // -> Base.constructor, File.size
const pick = <K extends keyof Folder>(folder: Folder, key: K): Folder[K] => folder[key];
function byPick(folder: Folder): number { return pick(folder, "first").size(); } // -> pick, File.size
