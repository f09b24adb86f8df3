from .sub.deep import dig


def act():
    return dig()
