"""Exceptions of our own, handlers, cleaning up."""


class Failure(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.code = code

    def explain(self):
        return self.describe()

    def describe(self):
        return str(self.code)


class Worse(Failure):
    def describe(self):
        return "worse"


def fail(code):
    raise Failure(code)


def handle():
    try:
        fail(1)
    except Failure as error:
        return error.explain()


def either(kind):
    try:
        raise kind(2)
    except (ValueError, Failure) as error:
        return error.describe()


def finish():
    try:
        return handle()
    finally:
        clean()


def clean():
    return None


def otherwise(code):
    try:
        if code:
            fail(code)
    except Failure:
        clean()
    else:
        handle()


def made():
    error = Failure(3)
    try:
        raise error
    except Exception as caught:
        return caught.describe()


handle()
either(Failure)
either(Worse)
finish()
otherwise(0)
otherwise(1)
made()
