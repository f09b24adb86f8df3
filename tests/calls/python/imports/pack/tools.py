from pack.sub import deep as _deep

__all__ = ["hammer"]


def hammer():
    return _deep.dig()


def hidden():
    return 1
