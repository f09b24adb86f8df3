"""Download the packages of packages.tsv by name and version into a cache folder.

Usage: python training/fetch.py CACHE [--list FILE]. Three registries, each through its own client
as this machine has it set up: PyPI (``pip download``, wheels only, so that nothing is built), npm
(``npm pack``) and Debian (``apt-get source --download-only`` with a private package list, and
``apt-get download`` for languages whose packages hold their sources). What is there already is not
asked for again.
"""

import argparse
import csv
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BATCH = 40


def rows(path: Path) -> list[dict[str, str]]:
    """The lines of a package list as dictionaries; lines that start with # are remarks."""
    with path.open(encoding="utf-8", newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t"))


def apt_config(cache: Path) -> Path:
    """A private apt set-up below ``cache``: the system's own archives, with their sources."""
    home = cache / "apt"
    for folder in ("lists/partial", "archives/partial"):
        (home / folder).mkdir(parents=True, exist_ok=True)
    system = Path("/etc/apt/sources.list.d/debian.sources")
    text = system.read_text(encoding="utf-8") if system.exists() else ""
    found = re.search(r"(?m)^URIs:\s*(\S+)\nSuites:\s*(\S+)", text)
    if not found:
        old = Path("/etc/apt/sources.list").read_text(encoding="utf-8")
        found = re.search(r"(?m)^deb\s+(?:\[.*?\]\s+)?(\S+)\s+(\S+)", old)
    if not found:
        sys.exit("no Debian archive is set up on this machine")
    archive, suite = found.groups()
    (home / "sources.list").write_text(f"deb-src {archive} {suite} main\n", encoding="utf-8")
    config = home / "apt.conf"
    config.write_text(
        f'Dir::Etc::sourcelist "{home}/sources.list";\nDir::Etc::sourceparts "-";\n'
        f'Dir::State::Lists "{home}/lists";\nDir::Cache "{home}";\n',
        encoding="utf-8",
    )
    return config


def fetch_debian(packages: list[dict[str, str]], cache: Path) -> None:
    """Source packages: a .dsc, the upstream archive and debian's own with the copyright file."""
    target = cache / "debian"
    target.mkdir(parents=True, exist_ok=True)
    have = {path.name.split("_")[0] for path in target.glob("*.dsc")}
    wanted = [row for row in packages if row["name"] not in have]
    if not wanted:
        return
    environment = {"APT_CONFIG": str(apt_config(cache)), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    subprocess.run(["apt-get", "update", "-q"], env=environment, check=True)
    for start in range(0, len(wanted), BATCH):
        names = [
            row["name"] + ("=" + row["version"] if row["version"] else "")
            for row in wanted[start : start + BATCH]
        ]
        command = ["apt-get", "source", "-q", "--download-only", *names]
        subprocess.run(command, cwd=target, env=environment, check=False)


def fetch_binary(packages: list[dict[str, str]], cache: Path) -> None:
    """Binary packages of languages that ship their sources in them (Go, Rust, Ruby, Lua, PHP)."""
    target = cache / "debian-binary"
    target.mkdir(parents=True, exist_ok=True)
    have = {path.name.split("_")[0] for path in target.glob("*.deb")}
    wanted = [row for row in packages if row["name"] not in have]
    for start in range(0, len(wanted), BATCH):
        names = [
            row["name"] + ("=" + row["version"] if row["version"] else "")
            for row in wanted[start : start + BATCH]
        ]
        command = ["apt-get", "download", "-q", *names]
        subprocess.run(command, cwd=target, check=False)


def fetch_pypi(packages: list[dict[str, str]], cache: Path) -> None:
    """Wheels alone: they hold the Python sources and the licence, and nothing of theirs runs."""
    for row in packages:
        target = cache / "pypi" / row["name"]
        if target.exists() and any(target.iterdir()):
            continue
        target.mkdir(parents=True, exist_ok=True)
        wanted = row["name"] + ("==" + row["version"] if row["version"] else "")
        command = [
            sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:",
            "-d", str(target), wanted,
        ]  # fmt: skip
        subprocess.run(command, check=False, capture_output=True, timeout=300)
        if not any(target.iterdir()):
            print("nothing for", wanted, file=sys.stderr)


def fetch_npm(packages: list[dict[str, str]], cache: Path) -> None:
    """The published archives, without their dependencies; scripts of packages never run."""
    for row in packages:
        target = cache / "npm" / row["name"].replace("/", "+")
        if target.exists() and any(target.iterdir()):
            continue
        target.mkdir(parents=True, exist_ok=True)
        wanted = row["name"] + ("@" + row["version"] if row["version"] else "")
        command = ["npm", "pack", "--silent", "--ignore-scripts", wanted]
        subprocess.run(command, cwd=target, check=False, capture_output=True, timeout=300)
        if not any(target.iterdir()):
            print("nothing for", wanted, file=sys.stderr)


def main() -> None:
    """Fetch everything of the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cache", type=Path)
    parser.add_argument("--list", type=Path, default=HERE / "packages.tsv")
    options = parser.parse_args()
    cache = options.cache.resolve()
    packages = rows(options.list)
    ways = {
        "debian": fetch_debian, "debian-binary": fetch_binary, "pypi": fetch_pypi, "npm": fetch_npm,
    }  # fmt: skip
    for registry, fetch in ways.items():
        fetch([row for row in packages if row["registry"] == registry], cache)


if __name__ == "__main__":
    main()
