"""Who calls whom in Rust: crates, ``use`` trees, ``impl`` blocks, macros, patterns."""

from collections.abc import Callable, Mapping

Calls = Callable[[Mapping[str, str]], set[str]]


def test_paths_go_through_modules_crates_and_trees(proved: Calls) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "my-tool"\n',
        "src/lib.rs": "pub mod a;\npub use a::deep::run as start;\n",
        "src/a/mod.rs": "pub mod deep;\n",
        "src/a/deep.rs": "use super::super::top;\npub fn run() { crate::a::deep::other(); }\n"
        "pub fn other() {}\n",
        "tests/it.rs": "use my_tool::{start, a::deep::{self, other as o}};\n"
        "fn check() { start(); o(); deep::run(); }\n",
    }
    assert proved(files) == {
        "run -> src/a/deep.rs:3 other",
        "check -> src/a/deep.rs:2 run",
        "check -> src/a/deep.rs:3 other",
    }


def test_methods_are_found_through_impl_blocks_and_traits(proved: Calls) -> None:
    source = """
struct A { b: Option<B> }
struct B;
trait Go { fn go(&self); fn twice(&self) { self.go() } }
impl A { fn new() -> Self { A { b: None } } fn run(&self) -> &B { self.b.as_ref().unwrap() } }
impl B { fn end(&self) {} }
impl Go for B { fn go(&self) {} }
fn main() {
    let a = A::new();
    a.run().end();
    if let Some(b) = a.b { b.twice(); }
}
fn all<T: Go>(xs: Vec<T>) { for x in xs.iter() { x.go(); } }
"""
    assert proved({"src/main.rs": source}) == {
        "twice -> src/main.rs:4 go",
        "main -> src/main.rs:5 new",
        "main -> src/main.rs:5 run",
        "main -> src/main.rs:6 end",
        "main -> src/main.rs:4 twice",
        "all -> src/main.rs:4 go",
    }


def test_calls_inside_macros_are_calls(proved: Calls) -> None:
    source = """
struct A;
impl A { fn get(&self) -> u32 { 1 } }
fn f() -> u32 { 2 }
fn main() { let a = A; assert_eq!(a.get(), f()); println!("{}", vec![f()].len()); }
"""
    assert proved({"src/main.rs": source}) == {
        "main -> src/main.rs:3 get",
        "main -> src/main.rs:4 f",
    }


def test_tests_inside_a_file_see_what_is_around_them(proved: Calls) -> None:
    source = "fn f() {}\nmod tests {\n    use super::*;\n    fn check() { f() }\n}\n"
    assert proved({"src/lib.rs": source}) == {"check -> src/lib.rs:1 f"}


def test_a_binding_does_not_hide_what_its_own_value_calls(proved: Calls) -> None:
    source = "fn name() -> u32 { 1 }\nfn main() { let name = name(); let _ = name; }\n"
    assert proved({"src/main.rs": source}) == {"main -> src/main.rs:1 name"}


def test_items_inside_a_macro_belong_to_what_is_around_it(proved: Calls) -> None:
    files = {
        "lib.rs": "cfg_rt! {\n    mod a;\n    pub fn f() {}\n}\nfn g() { f(); a::h(); }\n",
        "a.rs": "pub fn h() { crate::f() }\n",
    }
    assert proved(files) == {"g -> lib.rs:3 f", "g -> a.rs:1 h", "h -> lib.rs:3 f"}


def test_a_variant_holds_what_its_type_is_applied_to(proved: Calls) -> None:
    source = """
struct Args; impl Args { fn run(&self) {} }
struct Error; impl Error { fn run(&self) {} }
enum Parsed<T> { Good(T), Bad(Error) }
fn main(parsed: Parsed<Args>) {
    match parsed { Parsed::Good(args) => args.run(), Parsed::Bad(e) => e.run() }
}
fn other(given: Result<Args, Error>) { given.unwrap().run(); }
"""
    assert proved({"src/main.rs": source}) == {
        "main -> src/main.rs:2 run",
        "main -> src/main.rs:3 run",
        "other -> src/main.rs:2 run",
    }
