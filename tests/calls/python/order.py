"""In which order bases are asked for a member."""


class Base:
    def __init__(self):
        self.setup()

    def setup(self):
        return "base"

    def name(self):
        return self.label()

    def label(self):
        return "base"

    def close(self):
        return "base"


class Left(Base):
    def label(self):
        return "left"


class Right(Base):
    def label(self):
        return "right"

    def close(self):
        return super().close()


class Both(Left, Right):
    def close(self):
        return super().close()


class Mixin:
    def label(self):
        return "mixin" + super().label()


class Mixed(Mixin, Base):
    pass


class Own(Base):
    def __init__(self):
        Base.__init__(self)
        super().__init__()

    def setup(self):
        return Base.setup(self)


class Parent:
    @classmethod
    def create(cls):
        return cls()

    def go(self):
        return 1


class Child(Parent):
    def go(self):
        return super(Child, self).go()


class Deep(Child):
    pass


def diamonds():
    both = Both()
    both.label()
    both.close()


def mixed():
    return Mixed().label()


def own():
    return Own().close()


def created():
    return Child.create().go()


def inherited():
    return Deep().go()


def dispatched():
    return Left().name() + Base().name()


diamonds()
mixed()
own()
created()
inherited()
dispatched()
