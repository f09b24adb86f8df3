"""Who calls whom in Ruby: open classes, mixins, instance variables, calls without parentheses."""

from collections.abc import Callable, Mapping

Calls = Callable[[Mapping[str, str]], set[str]]


def test_names_alone_are_calls_unless_a_local_has_them(proved: Calls) -> None:
    source = """class A
  def run
    go
    stop = 1
    stop
  end

  def go; end

  def stop; end
end
"""
    assert proved({"a.rb": source}) == {"run -> a.rb:8 go"}


def test_classes_are_open_and_nested(proved: Calls) -> None:
    files = {
        "a.rb": "module M\n  class A\n    def run\n      help\n    end\n  end\nend\n",
        "b.rb": "module M\n  class A\n    def help; end\n  end\nend\n",
        "c.rb": "def main\n  M::A.new.run\nend\n",
    }
    assert proved(files) >= {"run -> b.rb:3 help", "main -> a.rb:3 run"}


def test_mixins_bases_and_super_are_followed(proved: Calls) -> None:
    source = """module Help
  def help; end
end
class Base
  def run; end
end
class A < Base
  include Help
  def run
    super
    help
  end
end
"""
    assert proved({"a.rb": source}) == {"run -> a.rb:5 run", "run -> a.rb:2 help"}


def test_instance_variables_and_accessors_keep_their_types(proved: Calls) -> None:
    source = """class Item
  def go; end
end
class A
  attr_reader :item
  def initialize
    @item = Item.new
  end
  def f
    @item.go
    item.go
  end
end
"""
    assert proved({"a.rb": source}) == {
        "initialize -> a.rb:1 Item",
        "f -> a.rb:2 go",
        "f -> a.rb:5 item",
    }


def test_aliases_and_singleton_methods_are_found(proved: Calls) -> None:
    source = """class A
  def self.make = new
  def run; end
  alias go run
end
A.make.go
"""
    assert proved({"a.rb": source}) == {"make -> a.rb:1 A", " -> a.rb:2 make", " -> a.rb:3 run"}


def test_included_modules_hide_what_a_class_inherits(proved: Calls) -> None:
    source = (
        "module Asks\n  def ask; end\nend\nclass A < Out::Base\n  include Asks\n"
        "  def run\n    ask()\n  end\nend\n"
    )
    assert proved({"a.rb": source}) == {"run -> a.rb:2 ask"}


def test_a_writer_is_no_reader(proved: Calls) -> None:
    source = (
        "class A\n  attr_writer :name\n  def name\n    @name\n  end\n"
        "  def run\n    name()\n  end\nend\n"
    )
    assert proved({"a.rb": source}) == {"run -> a.rb:3 name"}
