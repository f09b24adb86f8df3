"""Who calls whom in Go: packages are folders, methods have receivers, conversions call nothing."""

from collections.abc import Callable, Mapping

Calls = Callable[[Mapping[str, str]], set[str]]

MODULE = {"go.mod": "module example.com/app\n\ngo 1.22\n"}


def test_a_function_of_another_file_of_the_package_is_called(proved: Calls) -> None:
    files = {"a.go": "package p\n\nfunc A() { b() }\n", "b.go": "package p\n\nfunc b() {}\n"}
    assert proved(files) == {"A -> b.go:3 b"}


def test_packages_are_found_by_the_path_of_the_module(proved: Calls) -> None:
    files = MODULE | {
        "cmd/main.go": (
            'package main\n\nimport q "example.com/app/tool"\n\nfunc main() { q.Do(); q.make() }\n'
        ),
        "tool/do.go": "package tool\n\nfunc Do() {}\n",
        "other/do.go": "package other\n\nfunc Do() {}\n",
    }
    assert proved(files) == {"main -> tool/do.go:3 Do"}


def test_a_test_package_sees_only_what_it_imports(proved: Calls) -> None:
    files = MODULE | {
        "p/a.go": "package p\n\nfunc Do() {}\n\nfunc help() {}\n",
        "p/a_test.go": (
            'package p_test\n\nimport "example.com/app/p"\n\nfunc TestA() { p.Do(); help() }\n'
        ),
    }
    assert proved(files) == {"TestA -> p/a.go:3 Do"}


def test_methods_are_found_by_the_type_of_their_receiver(proved: Calls) -> None:
    source = """package p

type A struct{ b *B }
type B struct{}

func (a *A) Run() { a.b.Run(); a.help() }
func (b B) Run() {}
func (a *A) help() {}

func New() *A { return &A{} }

func main() {
	x := New()
	x.Run()
	for _, y := range []B{{}} {
		y.Run()
	}
	if z, ok := any(x).(*B); ok {
		z.Run()
	}
}
"""
    assert proved({"a.go": source}) == {
        "Run -> a.go:7 Run",
        "Run -> a.go:8 help",
        "main -> a.go:10 New",
        "main -> a.go:6 Run",
        "main -> a.go:7 Run",
    }


def test_embedded_structs_lend_their_methods(proved: Calls) -> None:
    source = """package p

type Base struct{}

func (b *Base) Go() {}

type Top struct {
	*Base
	Base2 Base
}

func main() {
	t := Top{}
	t.Go()
	t.Base.Go()
}
"""
    assert proved({"a.go": source}) == {"main -> a.go:5 Go"}


def test_a_field_does_not_hide_the_type_of_its_name(proved: Calls) -> None:
    source = """package p

type Route struct{}

func (r *Route) Name() {}

type Match struct{ Route *Route }

func f(m Match) { m.Route.Name() }
"""
    assert proved({"a.go": source}) == {"f -> a.go:5 Name"}


def test_conversions_builtins_and_foreign_methods_call_nothing(proved: Calls) -> None:
    source = """package p

import "strings"

type Kind int

func (k Kind) String() {}
func Join() {}

func f(e error) {
	_ = Kind(1)
	_ = e.Error()
	var b strings.Builder
	b.String()
	strings.Join(nil, "")
}
"""
    assert proved({"a.go": source}) == set()


def test_a_local_hides_a_function(proved: Calls) -> None:
    source = "package p\n\nfunc run() {}\n\nfunc f(run func()) { run() }\n\nfunc g() { run() }\n"
    assert proved({"a.go": source}) == {"g -> a.go:3 run"}


def test_elements_of_a_named_slice_have_their_type(proved: Calls) -> None:
    source = """package p

type Item struct{}

func (i *Item) Name() {}

type List []*Item

func (l List) Less(i, j int) { l[i].Name() }
"""
    assert proved({"a.go": source}) == {"Less -> a.go:5 Name"}


def test_type_parameters_are_replaced_by_their_arguments(proved: Calls) -> None:
    source = """package p

type A struct{}

func (a A) Run() {}

type Box[T any] struct{ v T }

func (b Box[T]) Get() T { return b.v }

func f(b Box[A]) { b.Get().Run() }
"""
    assert proved({"a.go": source}) == {"f -> a.go:9 Get", "f -> a.go:5 Run"}


def test_a_call_on_an_interface_means_its_method(proved: Calls) -> None:
    source = """package p

type Doer interface{ Do() }
type A struct{}

func (a A) Do() {}

func f(d Doer) { d.Do() }
"""
    assert proved({"a.go": source}) == {"f -> a.go:3 Do"}
