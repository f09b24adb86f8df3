"""What functions give back, called at once or later."""


def leaf():
    return 1


def other():
    return 2


class Thing:
    def go(self):
        return self


def function():
    return leaf


def either(flag):
    if flag:
        return leaf
    return other


def pair():
    return leaf, other


def thing():
    return Thing()


def maybe(flag) -> "Thing | None":
    return Thing() if flag else None


def many():
    return [Thing()]


def passed_through(x):
    return x


def call():
    return function()()


def both():
    return either(True)() + either(False)()


def unpack():
    first, second = pair()
    return second()


def chain():
    return thing().go().go()


def optional():
    found = maybe(True)
    if found is not None:
        found.go()


def element():
    return many()[0].go()


def argument():
    return passed_through(Thing()).go()


def inner():
    def build():
        return Thing()

    return build().go()


call()
both()
unpack()
chain()
optional()
element()
argument()
inner()
