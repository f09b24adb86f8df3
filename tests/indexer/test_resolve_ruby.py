"""Who calls whom in Ruby: open classes, mixins, instance variables, calls without parentheses."""

from collections.abc import Callable, Mapping

Calls = Callable[[Mapping[str, str]], set[str]]
Users = Callable[[Mapping[str, str], str], set[str]]


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


def test_super_is_found_under_the_name_of_its_method(users: Users) -> None:
    source = "class A\n  def run; end\nend\nclass B < A\n  def run\n    super\n  end\nend\n"
    assert users({"a.rb": source}, "a.rb:2") == {"a.rb:6"}
    assert users({"a.rb": source.replace("super\n", "super(1)\n")}, "a.rb:2") == {"a.rb:6"}


def test_a_class_makes_instances_of_whichever_class_is_asked(proved: Calls) -> None:
    source = """class A
  def self.make = new
  def run; end
end
class B < A
  def run; end
end
A.make.run
B.make.run
"""
    assert {" -> a.rb:3 run", " -> a.rb:6 run"} <= proved({"a.rb": source})


def test_methods_of_a_class_are_not_those_of_its_instances(users: Users) -> None:
    source = """class A
  class << self
    def get = new
  end
  def get; end
  def run
    get
    self.class.get
    A.get.get
  end
end
"""
    assert users({"a.rb": source}, "a.rb:3") == {"a.rb:8", "a.rb:9"}
    assert users({"a.rb": source}, "a.rb:5") == {"a.rb:7", "a.rb:9"}


def test_symbols_name_methods_that_are_sent_or_run_for_each(proved: Calls) -> None:
    source = """class A
  def buy; end
  def go
    send(:buy)
  end
end
def main
  [A.new].each(&:buy)
end
"""
    assert proved({"a.rb": source}) >= {"go -> a.rb:2 buy", "main -> a.rb:2 buy"}


def test_symbols_that_a_class_is_given_are_possible_calls(possible_users: Users) -> None:
    source = """class A
  before_action :check, only: :show
  private :check
  def check; end
  def show; end
end
"""
    assert possible_users({"a.rb": source}, "a.rb:4") == {"a.rb:2 passed on as a value"}
    assert possible_users({"a.rb": source}, "a.rb:5") == {"a.rb:2 passed on as a value"}
