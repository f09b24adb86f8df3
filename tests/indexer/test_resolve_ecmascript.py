"""Who calls whom in JavaScript and TypeScript: modules of two kinds, prototypes, types."""

from collections.abc import Callable, Mapping

Calls = Callable[[Mapping[str, str]], set[str]]
Users = Callable[[Mapping[str, str], str], set[str]]


def test_imports_go_through_barrels_aliases_and_defaults(proved: Calls) -> None:
    files = {
        "src/a.ts": "export const run = () => 1\nexport default function main() {}\n",
        "src/index.ts": "export { run as start } from './a'\nexport * as all from './a'\n",
        "app.ts": "import anything from './src/a'\nimport { start, all } from './src'\n\n"
        "function go() { anything(); start(); all.run() }\n",
    }
    assert proved(files) == {"go -> src/a.ts:2 main", "go -> src/a.ts:1 run"}


def test_commonjs_modules_export_functions_and_members(proved: Calls) -> None:
    files = {
        "lib/app.js": "var app = exports = module.exports = {};\n"
        "app.use = function use() { return this; };\napp.go = function go() { this.use(); };\n",
        "index.js": "module.exports = create;\n"
        "function create() { return require('./lib/app'); }\n",
        "main.js": "const make = require('./');\nfunction main() { make().use().go(); }\n",
    }
    assert proved(files) == {
        "main -> index.js:2 create",
        "main -> lib/app.js:2 use",
        "main -> lib/app.js:3 go",
        "go -> lib/app.js:2 use",
    }


def test_constructor_functions_have_the_methods_of_their_prototype(proved: Calls) -> None:
    source = (
        "function View(name) { this.name = name }\n"
        "View.prototype.render = function render() { this.look() }\n"
        "View.prototype.look = function look() {}\n"
        "function main() { const v = new View('a'); v.render() }\n"
    )
    assert proved({"a.js": source}) == {
        "main -> a.js:1 View",
        "main -> a.js:2 render",
        "render -> a.js:3 look",
    }


def test_receivers_are_typed_by_annotations_fields_and_results(proved: Calls) -> None:
    source = """
class A { go(): B { return new B() } }
class B { end() {} }
class C {
  private b = new B()
  constructor(private a: A) {}
  run() { this.a.go().end(); this.b.end() }
}
async function main(p: Promise<A>) { (await p).go() }
"""
    calls = proved({"a.ts": source})
    assert {"run -> a.ts:2 go", "run -> a.ts:3 end", "main -> a.ts:2 go"} <= calls


def test_callbacks_are_typed_by_where_they_stand(proved: Calls) -> None:
    source = """
class Context { text() {} }
type Handler = (c: Context) => void
class App { get(path: string, h: Handler) {} }
function main(app: App) { app.get('/', (c) => c.text()) }
const later: Handler = (c) => { c.text() }
const many = (): Handler => (c) => { c.text() }
"""
    calls = proved({"a.ts": source})
    assert "main -> a.ts:5 text" not in calls
    assert sum(call.endswith("a.ts:2 text") for call in calls) >= 2


def test_aliases_of_the_project_are_followed(proved: Calls) -> None:
    files = {
        "tsconfig.json": '{ "compilerOptions": { "baseUrl": ".", // here\n'
        ' "paths": { "@/*": ["src/*"], } } }',
        "src/deep/a.ts": "export function run() {}\n",
        "src/b.ts": "import { run } from '@/deep/a'\nfunction main() { run() }\n",
    }
    assert proved(files) == {"main -> src/deep/a.ts:1 run"}


def test_a_parameter_hides_an_import(proved: Calls) -> None:
    files = {
        "a.js": "import { send } from './b'\nfunction main(send) { send() }\n",
        "b.js": "export function send() {}\n",
    }
    assert proved(files) == set()


def test_private_methods_and_overloads_belong_to_their_class(proved: Calls) -> None:
    source = """
class A {
  #hidden() {}
  go(x: string): void
  go(x: number): void
  go(x: unknown) { this.#hidden() }
}
"""
    assert proved({"a.ts": source}) == {"go -> a.ts:3 #hidden"}


def test_elements_of_markup_call_components(proved: Calls) -> None:
    files = {"a.tsx": "const Card = () => <b/>\nfunction Page() { return <Card/> }\n"}
    assert proved(files) == {"Page -> a.tsx:1 Card"}


def test_super_calls_the_constructor_of_the_base(proved: Calls, possible: Calls) -> None:
    source = """
class A { constructor() {} }
class B extends A { constructor() { super() } }
class C {}
class D extends C { constructor() { super() } }
"""
    assert proved({"a.ts": source}) == {"constructor -> a.ts:2 constructor"}
    assert possible({"a.ts": source}) == set()


def test_keys_of_an_object_hide_no_names(proved: Calls) -> None:
    source = "const isOpen = () => 1\nfunction main() { return { isOpen: isOpen() } }\n"
    assert proved({"a.js": source}) == {"main -> a.js:1 isOpen"}


def test_a_function_is_itself_whatever_type_it_is_said_to_have(proved: Calls) -> None:
    source = """
type Run = (x: string) => void
export const run: Run = ((x: any) => {}) as any
export const walk = <T>(x: T) => {}
function main() { run(''); walk('') }
"""
    assert proved({"a.ts": source}) == {"main -> a.ts:3 run", "main -> a.ts:4 walk"}


def test_the_type_of_a_function_is_not_the_function(proved: Calls, possible: Calls) -> None:
    source = """
export function run() { return new A() }
class A { go() {} }
function main(run2: typeof run) { run2().go() }
"""
    assert proved({"a.ts": source}) == {"run -> a.ts:3 A", "main -> a.ts:3 go"}
    assert possible({"a.ts": source}) == {"main -> a.ts:2 run"}


def test_a_default_is_one_of_the_functions_that_a_parameter_may_be(
    proved: Calls, possible: Calls
) -> None:
    source = """
type Join = (x: string) => void
const plain: Join = (x) => {}
function main(join: Join) { const used = join || plain; used('') }
function other(given = plain) { given('') }
let set: Join = (x) => {}
function third(later: any) { set = later; set('') }
"""
    assert possible({"a.ts": source}) == {"main -> a.ts:3 plain", "other -> a.ts:3 plain"}
    assert proved({"a.ts": source}) == {"third -> a.ts:6 set"}


def test_a_callback_may_have_a_parameter_named_as_the_function_it_is_given_to(
    proved: Calls,
) -> None:
    source = """
class Stream { sleep() {} }
function stream(run: (stream: Stream) => void) {}
function main() { stream((stream) => { stream.sleep() }) }
"""
    assert "main -> a.ts:2 sleep" in proved({"a.ts": source})


def test_many_overloads_of_one_name_pass_the_same_to_a_callback(proved: Calls) -> None:
    overloads = "".join(f"  <T{n}>(path: A{n}, run: (c: Context<T{n}>) => void): void\n"
                        for n in range(20))  # fmt: skip
    source = (
        f"class Context<T> {{ text() {{}} }}\ninterface Use {{\n{overloads}}}\n"
        "class App { use: Use }\nfunction main(app: App) { app.use('', (c) => { c.text() }) }\n"
    )
    assert "main -> a.ts:1 text" in proved({"a.ts": source})


def test_members_of_a_namespace_are_called_through_it(proved: Calls) -> None:
    files = {
        "util.ts": "export namespace util {\n  export const one = () => 1\n"
        "  export function two() { return one() }\n}\n",
        "a.ts": "import { util } from './util'\nfunction main() { util.one(); util.two() }\n",
    }
    assert proved(files) == {
        "two -> util.ts:2 one",
        "main -> util.ts:2 one",
        "main -> util.ts:3 two",
    }


def test_a_folder_is_entered_by_what_its_package_file_says(proved: Calls) -> None:
    files = {
        "package.json": '{"name": "made", "exports": {".": {"require": "./lib/app.js"}}}',
        "lib/app.js": "module.exports = class App { use() {} }\n",
        "test/a.js": "const App = require('..')\nfunction main() { new App().use() }\n",
        "test/b.js": "const App = require('made')\nfunction other() { new App().use() }\n",
        "inner/package.json": '{"main": "core.js"}',
        "inner/core.js": "exports.run = function run() {}\n",
        "c.js": "const { run } = require('./inner')\nfunction third() { run() }\n",
    }
    assert proved(files) == {
        "main -> lib/app.js:1 App",
        "main -> lib/app.js:1 use",
        "other -> lib/app.js:1 App",
        "other -> lib/app.js:1 use",
        "third -> inner/core.js:1 run",
    }


def test_a_function_under_another_name_and_type_is_the_same_function(proved: Calls) -> None:
    source = """
type Named = (url: string) => void
const hidden = (url: string, all?: boolean) => {}
export const shown: Named = hidden as unknown as Named
export const plain: Named = hidden
function main() { shown(''); plain('') }
"""
    assert proved({"a.ts": source}) == {"main -> a.ts:3 hidden"}


def test_objects_that_spread_each_other_end(proved: Calls) -> None:
    source = (
        "const a = {}\nconst b = { run() {} }\nlet c = { ...d, ...b }\nlet d = { ...c }\n"
        "function main() { c.run(); d.stop() }\n"
    )
    assert proved({"a.js": source}) == {"main -> a.js:2 run"}


def test_a_function_gives_back_what_its_block_calls_by_a_name(proved: Calls) -> None:
    source = """
class A { go() {} }
function make() { const a = new A(); if (a) { const b = a; return b } return a }
function other() { const made = { run() {} }; return made }
function main() { make().go(); other().run() }
"""
    calls = proved({"a.js": source})
    assert {"main -> a.js:2 go", "main -> a.js:4 run"} <= calls


def test_an_object_has_what_the_object_has_that_it_is_created_from(proved: Calls) -> None:
    source = """
const base = { go() {} }
function make() { const made = Object.create(base); made.extra = 1; return made }
function main() { make().go() }
"""
    assert "main -> a.js:2 go" in proved({"a.js": source})


def test_methods_of_a_class_are_not_those_of_its_instances(users: Users) -> None:
    source = """class Schema {
  static parse(x: string) { return new Schema() }
  parse(y: number) { return y }
  go() { this.parse(1) }
  static make() { this.parse("x") }
}
"""
    assert users({"a.ts": source}, "a.ts:2") == {"a.ts:5"}
    assert users({"a.ts": source}, "a.ts:3") == {"a.ts:4"}


def test_super_goes_up_and_never_to_the_class_it_is_in(possible_users: Users) -> None:
    source = """class A { run() {} }
class B extends A { run() { super.run() } }
class C extends A { run() { super.run() } }
"""
    assert possible_users({"a.js": source}, "a.js:2") == set()


def test_a_function_is_found_under_all_names_that_it_is_set_to(users: Users) -> None:
    source = """const res = {};
res.set =
res.header = function header(name) { return this };
exports.etag = make(true);
exports.weak = make(false);
function make(strong) { return function tag(body) { return body } }
res.set('a');
res.header('b');
exports.weak('c');
"""
    assert users({"a.js": source}, "a.js:3") == {"a.js:7", "a.js:8"}
    assert users({"a.js": source}, "a.js:6") >= {"a.js:9"}
