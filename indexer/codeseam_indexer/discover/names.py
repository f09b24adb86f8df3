"""Tells what is no source by the name of a folder or a file alone.

What is decided here, and why:

- Folders of dependencies and caches (``node_modules``, a virtual environment, ``__pycache__``) are
  left out by name, tracked or not. ``vendor`` is left out only with the mark of a package manager
  in it: as a plain word it names people's own modules.
- Build output (``dist``, ``build``, ``target``) is left out where a build file beside it or its own
  contents say so, and never where git tracks a file in it.
- Lock files, snapshots, source maps and the known outputs of code generators are generated.
- CSV, JSON lines, logs, big JSON and XML are data: indexed while small (headers and configuration
  are asked for), too large from ``max_data_bytes`` on.
- Secrets are left out by name: ``.env``, keys, credentials. ``.env.example`` and the like are
  documentation and stay; so does source code that is called ``credentials``.

A ``.codeseamignore`` that takes a path back (``!vendor/``) overrides all of it but secrets.
"""

import re
from collections.abc import Callable, Set
from functools import lru_cache

from codeseam_indexer.records import SkipReason


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FOLDERS = {
    # dependencies
    "node_modules", "bower_components", "jspm_packages", "site-packages", "dist-packages",
    "__pypackages__", ".venv", ".virtualenv", ".tox", ".nox", ".eggs", ".bundle", "elm-stuff",
    ".stack-work", "dist-newstyle", ".dart_tool", ".pub-cache", ".yarn", ".pnpm-store", ".pnpm",
    "Carthage",
    # caches and tools
    "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", ".cache",
    ".ipynb_checkpoints", ".gradle", ".terraform", ".terragrunt-cache", ".serverless", ".aws-sam",
    ".parcel-cache", ".turbo", ".angular", ".next", ".nuxt", ".output", ".svelte-kit", ".astro",
    ".docusaurus", ".vite", ".expo", ".nyc_output", "htmlcov", ".scannerwork", ".metals", ".bloop",
    ".bsp", ".zig-cache", "zig-cache", "zig-out", "DerivedData", ".idea", ".vs", ".history",
    ".sass-cache", ".jekyll-cache", ".direnv", ".devenv", ".lake",
    # Jest and its kind
    "__snapshots__",
}  # fmt: skip

STORES = frozenset({".git", ".hg", ".svn", ".jj", ".bzr", ".pijul", "CVS", "_darcs"})
"""The stores of version control: no part of any workspace, and not worth a word."""

_INSIDE = {
    "pyvenv.cfg": None, "CACHEDIR.TAG": None, "conda-meta": None,
    "modules.txt": "vendor", "autoload.php": "vendor", "composer": "vendor", "bundle": "vendor",
    "Manifest.lock": "Pods", "lcov.info": "coverage", "lcov-report": "coverage",
}  # fmt: skip
"""An entry that proves a folder to be no source; where named, only of a folder of that name."""

_PYTHON = frozenset({"setup.py", "pyproject.toml", "setup.cfg"})
_NODE = frozenset({"package.json"})
_GRADLE = frozenset({"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"})

_OUTPUT: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "dist": (_PYTHON | _NODE, frozenset({"index.js", "index.html", "bundle.js", "main.js"})),
    "build": (
        _GRADLE,
        frozenset({
            "CMakeCache.txt", "CMakeFiles", "build.ninja", "lib", "classes", "libs", "reports",
            "static", "asset-manifest.json", "bdist.linux-x86_64", "intermediates", "generated",
        }),
    ),
    "target": (
        frozenset({"Cargo.toml", "pom.xml", "build.sbt", "project.clj"}),
        frozenset({"debug", "release", "classes", "maven-status", "surefire-reports"}),
    ),
    "out": (
        _NODE | _GRADLE | {"foundry.toml"},
        frozenset({"production", "Default", "Release", "_next"}),
    ),
    "_build": (frozenset({"mix.exs", "dune-project", "rebar.config", "conf.py"}), frozenset()),
    "deps": (frozenset({"mix.exs", "rebar.config"}), frozenset()),
    ".build": (frozenset({"Package.swift"}), frozenset()),
    "Pods": (frozenset({"Podfile"}), frozenset()),
    "venv": (frozenset(), frozenset({"pyvenv.cfg", "Lib", "site-packages"})),
    "cdk.out": (_NODE, frozenset({"manifest.json", "tree.json"})),
}  # fmt: skip
"""Name of a folder -> build files beside it, entries in it: any one of them proves build output."""

_DOTNET = (".csproj", ".fsproj", ".vbproj")


def vendored_folder(
    name: str, inside: Set[str], beside: Set[str], *, tracked: bool
) -> SkipReason | None:
    """Why a folder is no source of this workspace, or None.

    Args:
        name: its own name.
        inside: the names of the entries in it, as far as they are known.
        beside: the names of the entries of the folder it is in.
        tracked: whether git tracks a file in or below it.
    """
    if name in _FOLDERS:
        return SkipReason.GENERATED if name == "__snapshots__" else SkipReason.VENDORED
    if name.endswith((".egg-info", ".dist-info", ".xcodeproj", ".xcworkspace")):
        return SkipReason.VENDORED
    if any(only in {None, name} for entry, only in _INSIDE.items() if entry in inside):
        return SkipReason.VENDORED
    if tracked or not _is_output(name, inside, beside):
        return None
    return SkipReason.VENDORED


def _is_output(name: str, inside: Set[str], beside: Set[str]) -> bool:
    siblings, contents = _OUTPUT.get(name, (frozenset[str](), frozenset[str]()))
    if siblings & beside or contents & inside:
        return True
    return name in {"bin", "obj"} and any(entry.endswith(_DOTNET) for entry in beside)


_BINARY_SUFFIXES = _words("""
    png jpg jpeg gif bmp ico icns webp avif tif tiff psd ai eps heic jxl raw dds tga xcf sketch fig
    mp3 mp4 m4a m4v ogg oga ogv opus flac wav aac wma avi mov mkv webm wmv flv mid
    zip gz tgz bz2 tbz xz txz zst 7z rar tar lz lz4 br cab dmg iso img deb rpm apk ipa msi jar war
    ear aar whl egg gem nupkg crx vsix
    exe dll so dylib a o obj lib pdb ilk class pyc pyo pyd wasm elc beam rlib rmeta node bin dat
    ttf otf woff woff2 eot
    pdf doc docx xls xlsx ppt pptx odt ods odp pages numbers epub mobi djvu
    db sqlite sqlite3 sqlite3-wal sqlite3-shm mdb accdb ldb realm
    pkl pickle npy npz pt pth onnx h5 hdf5 tflite safetensors gguf ckpt pb parquet feather arrow
    avro
    orc mat rds rdata sas7bdat dta
    glb blend fbx 3ds dae stl
    swf jks keystore p12 pfx der crt cer p7b p7s gpg
    pack idx rev gmo nib car snk
""")

_SECRET_SUFFIXES = _words("pem key p12 pfx jks keystore kdbx kdb ppk p8 pkcs12 ovpn tfstate agekey")

_SECRET_NAMES = _words("""
    id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk .netrc _netrc .pypirc .pgpass
    .my.cnf .htpasswd .git-credentials .dockercfg .dockerconfigjson .s3cfg .boto .envrc kubeconfig
    .vault-token .vault_pass vault_pass.txt .secrets .credentials client_secret.json
    serviceaccount.json application_default_credentials.json terraform.tfvars
""")

_SECRET_STEMS = _words("credentials credential secrets secret")
_SECRET_FORMS = frozenset(
    {
        "",
        "json",
        "yml",
        "yaml",
        "toml",
        "ini",
        "cfg",
        "conf",
        "properties",
        "txt",
        "env",
        "xml",
        "csv",
    }
)
_ENV_EXAMPLES = (
    "example",
    "sample",
    "template",
    "tmpl",
    "dist",
    "defaults",
    "default",
    "schema",
    "tpl",
)

_LOCKS = _words("""
    package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock
    cargo.lock poetry.lock uv.lock pipfile.lock pdm.lock pixi.lock conda-lock.yml composer.lock
    gemfile.lock go.sum go.work.sum mix.lock rebar.lock pubspec.lock podfile.lock package.resolved
    cartfile.resolved flake.lock gradle.lockfile packages.lock.json paket.lock project.assets.json
    .terraform.lock.hcl stack.yaml.lock cabal.project.freeze conan.lock chart.lock .pnp.cjs
    .pnp.loader.mjs pylock.toml
""")

_GENERATED_NAMES = re.compile(
    r".*(_pb2(_grpc)?\.pyi?|\.pb(\.gw|\.validate)?\.(go|cc|h|rb|swift)|_pb(_service)?\.(js|d\.ts)|\.pb\.ts"
    r"|\.g\.dart|\.freezed\.dart|\.g\.cs|\.designer\.cs|\.g\.i\.cs|\.snap|\.ambr|\.map|\.tsbuildinfo"
    r"|\.generated\.(go|cs|ts|js|java|py|rs|swift)|zz_generated\..*\.go|\.lock\.ya?ml)",
    re.IGNORECASE,
)
_MINIFIED_NAMES = re.compile(r".*[.-]min\.(js|mjs|cjs|css|html|json)", re.IGNORECASE)

_DATA_SUFFIXES = _words("json jsonl ndjson geojson topojson csv tsv psv xml svg plist log rtf har")


def _is_secret(name: str) -> bool:
    stem, _, suffix = name.partition(".")
    if name.startswith((".env.", ".env-", ".env_")) or name.endswith(".env"):
        return not (name.endswith(_ENV_EXAMPLES) or stem in _ENV_EXAMPLES)
    if name in _SECRET_NAMES or ("." in name and name.rpartition(".")[2] in _SECRET_SUFFIXES):
        return True
    if name.startswith(("service-account", "service_account")) and suffix == "json":
        return True
    if suffix in _SECRET_FORMS and stem in _SECRET_STEMS:
        return True
    return name.endswith((".auto.tfvars", ".tfstate.backup"))


_BY_NAME: tuple[tuple[SkipReason, Callable[[str], object]], ...] = (
    (SkipReason.SECRET, _is_secret),
    (SkipReason.BINARY, lambda name: "." in name and name.rpartition(".")[2] in _BINARY_SUFFIXES),
    (SkipReason.GENERATED, lambda name: name in _LOCKS or _GENERATED_NAMES.fullmatch(name)),
    (SkipReason.MINIFIED, _MINIFIED_NAMES.fullmatch),
)


@lru_cache(maxsize=1 << 10)
def skipped_by_name(name: str) -> SkipReason | None:
    """Why a file of this name is left out, whatever is in it; None where that is to be seen."""
    lower = name.lower()
    for reason, test in _BY_NAME:
        if test(lower):
            return reason
    return None


def is_data(name: str) -> bool:
    """Whether a file of this name holds data, which is of use only while there is little of it."""
    return name.rpartition(".")[2].lower() in _DATA_SUFFIXES
