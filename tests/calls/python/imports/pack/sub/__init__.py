from ..sub.deep import dig


def near():
    return dig()
