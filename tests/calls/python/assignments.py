"""Names that stand for functions: chains, unpacking, stars, augmented and conditional ones."""


def red():
    return 1


def green():
    return 2


def blue():
    return 3


def renamed():
    first = red
    second = first
    return second()


def chained():
    one = two = green
    return one() + two()


def swapped():
    one, two = red, green
    one, two = two, one
    return one()


def nested():
    one, (two, three) = red, (green, blue)
    return two() + three()


def starred():
    first, *rest = red, green, blue
    return first() + rest[0]()


def in_tuple():
    pair = (red, green)
    one, two = pair
    return two()


def conditional(flag=True):
    chosen = red if flag else green
    return chosen()


def walrus():
    if (found := blue):
        return found()
    return 0


def late():
    chosen = None
    for chosen in (red, green):
        chosen()
    return chosen()


def default():
    given = None
    return (given or red)()


shared = None


def set_shared():
    global shared
    shared = blue


def use_shared():
    return shared()


renamed()
chained()
swapped()
nested()
starred()
in_tuple()
conditional()
conditional(False)
walrus()
late()
default()
set_shared()
use_shared()
