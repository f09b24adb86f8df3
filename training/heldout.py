"""The projects that are never trained on and that the model is chosen by: some of each language."""

PROJECTS = frozenset(
    """
    pypi/networkx pypi/sqlalchemy pypi/trio pypi/marshmallow
    npm/mongodb npm/luxon npm/eslint npm/three npm/puppeteer-core npm/effect npm/pdf-lib
    npm/expo-camera npm/expo-notifications npm/expo-location npm/@capacitor/ios
    npm/@capacitor/android
    debian/libcommons-collections4-java debian/jsoup debian/leveldb debian/libevent
    debian/nghttp2 debian/composer debian/php-parser debian/haskell-conduit debian/haskell-lens
    debian/scala-xml debian/scala-parser-combinators debian-binary/prosody debian-binary/ruby-mail
    debian-binary/librust-bstr-dev debian-binary/librust-chrono-dev
    debian-binary/golang-github-miekg-dns-dev debian-binary/golang-github-gorilla-websocket-dev
    debian/golang-github-gorilla-websocket debian/golang-go.uber-zap
    debian-binary/golang-go.uber-zap-dev npm/react-native-mmkv npm/react-native-windows
    debian/gdata-sharp debian/dbus-sharp
    """.split()  # noqa: SIM905 - a list of names reads best as one
)


def is_held_out(package: str) -> bool:
    """Is ``registry/name`` one of the projects kept for choosing?"""
    return package in PROJECTS
