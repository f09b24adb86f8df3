"""Names that are looked up when the program runs."""


def hello():
    return 1


def bye():
    return 2


class Visitor:
    def visit(self, kind):
        method = getattr(self, "visit_" + kind)
        return method()

    def visit_name(self):
        return 1

    def visit_call(self):
        return self.generic()

    def generic(self):
        return 0


def evaluated():
    return eval("hello()")


def by_default():
    return getattr(Visitor(), "missing", bye)()


def by_attribute():
    setattr(Visitor, "extra", staticmethod(hello))
    return Visitor.extra()


Visitor().visit("name")
Visitor().visit("call")
evaluated()
by_default()
by_attribute()
