"""The packages of the cache as (package, licence verdict, files in memory); nothing is unpacked."""

import io
import re
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import licences

MAX_FILE = 400_000
LICENCE_FILE = re.compile(r"(?:^|/)(?:licen[cs]e|copying|copyright)[^/]*$", re.IGNORECASE)


@dataclass
class Package:
    """One package: its registry, name and version, the verdict, and its files by path."""

    registry: str
    name: str
    version: str
    verdict: licences.Verdict
    files: dict[str, bytes]


def _tar(data: bytes, wanted: set[str]) -> Iterator[tuple[str, bytes]]:
    try:
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for member in archive:
                name = member.name.removeprefix("./")
                keep = Path(name).suffix.lower() in wanted or LICENCE_FILE.search(name)
                keep = keep or name.endswith(("package.json", "debian/copyright"))
                if member.isfile() and member.size <= MAX_FILE and keep:
                    file = archive.extractfile(member)
                    if file is not None:
                        yield name, file.read()
    except (tarfile.TarError, EOFError, OSError):
        return


def _zip(path: Path, wanted: set[str]) -> Iterator[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(path) as archive:
            for item in archive.infolist():
                name = item.filename
                keep = Path(name).suffix.lower() in wanted or "dist-info/" in name
                if item.file_size <= MAX_FILE and keep and not item.is_dir():
                    yield name, archive.read(item)
    except (zipfile.BadZipFile, OSError):
        return


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _texts(files: dict[str, bytes]) -> dict[str, str]:
    return {path: _text(data) for path, data in files.items() if LICENCE_FILE.search(path)}


def wheel(path: Path, wanted: set[str]) -> Package:
    """A wheel of the cache."""
    files = dict(_zip(path, wanted))
    metadata = next((_text(v) for k, v in files.items() if k.endswith("dist-info/METADATA")), "")
    name, version = path.name.split("-")[:2]
    return Package("pypi", name, version, licences.of_wheel(metadata, _texts(files)), files)


def npm(path: Path, wanted: set[str]) -> Package:
    """An npm archive of the cache."""
    files = {name.split("/", 1)[-1]: data for name, data in _tar(path.read_bytes(), wanted)}
    manifest = _text(files.get("package.json", b""))
    found = re.search(r'"version"\s*:\s*"([^"]+)"', manifest)
    verdict = licences.of_npm(manifest, _texts(files))
    name = path.parent.name.replace("+", "/")
    return Package("npm", name, found[1] if found else "", verdict, files)


def debian(dsc: Path, wanted: set[str]) -> Package:
    """A Debian source package of the cache; its files are those of the upstream archives."""
    text = dsc.read_text(encoding="utf-8", errors="replace")
    name = re.search(r"(?m)^Source: (\S+)", text)
    version = re.search(r"(?m)^Version: (\S+)", text)
    listed = dict.fromkeys(re.findall(r"(?m)^ [0-9a-f]{32} \d+ (\S+)$", text))
    files: dict[str, bytes] = {}
    notice = ""
    for part in listed:
        archive = dsc.parent / part
        if not archive.exists() or ".tar." not in part or part.endswith(".asc"):
            continue
        for path, data in _tar(archive.read_bytes(), wanted):
            if ".debian.tar." in part:
                notice = _text(data) if path == "debian/copyright" else notice
                continue
            inner = path.split("/", 1)[-1]
            if inner == "debian/copyright":
                notice = _text(data)
            files[inner] = data
    verdict = licences.of_debian(notice)
    return Package(
        "debian", name[1] if name else dsc.stem, version[1] if version else "", verdict, files
    )


def debian_binary(path: Path, wanted: set[str]) -> Package:
    """A Debian binary package of the cache: an ar archive around a tar archive."""
    data, offset = path.read_bytes(), 8
    files: dict[str, bytes] = {}
    while offset + 60 <= len(data):
        label = data[offset : offset + 16].decode("ascii").strip().rstrip("/")
        size = int(data[offset + 48 : offset + 58])
        if label.startswith("data.tar"):
            files = dict(_tar(data[offset + 60 : offset + 60 + size], wanted))
        offset += 60 + size + size % 2
    notices = [_text(data) for name, data in files.items() if name.endswith("/copyright")]
    notice = notices[0] if notices else ""
    name, version = path.name.split("_")[:2]
    # The globs of debian/copyright are relative to the source tree, which is laid out anew here:
    # only their tails can match.
    verdict = licences.of_debian(notice)
    verdict.excluded = [f"*/{glob}" for glob in verdict.excluded]
    return Package("debian-binary", name, version.replace("%3a", ":"), verdict, files)


def places(cache: Path) -> list[tuple[str, Path]]:
    """All the archives of the cache with their registry, in a fixed order."""
    found = [("pypi", path) for path in cache.glob("pypi/*/*.whl")]
    found += [("npm", path) for path in cache.glob("npm/*/*.tgz")]
    found += [("debian-binary", path) for path in cache.glob("debian-binary/*.deb")]
    found += [("debian", path) for path in cache.glob("debian/*.dsc")]
    return sorted(found, key=lambda place: (place[0], str(place[1])))


def load(registry: str, path: Path, wanted: set[str]) -> Package:
    """Read one archive; only files with a suffix of ``wanted`` and licence texts are kept."""
    readers = {"pypi": wheel, "npm": npm, "debian": debian, "debian-binary": debian_binary}
    return readers[registry](path, wanted)
