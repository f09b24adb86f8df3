"""Which packages may be learned from: MIT, BSD, Apache, ISC, PSF; their own files decide.

A wheel or an npm package states its licence in its metadata and carries the text; a Debian source
package has ``debian/copyright``, which also says which files are under another licence: those files
are left out, and where the main part is not permissive the whole package is.
"""

import fnmatch
import json
import re
from dataclasses import dataclass, field

PERMISSIVE = re.compile(
    r"^(?:expat|mit(?:[ -]\S*)?|the mit license.*|x11|isc(?:l)?|isc license.*|0bsd|new bsd.*"
    r"|modified bsd.*|simplified bsd.*|(?:\S+ )?bsd(?:[ -].*)?|bsd\S*|apache.*|asl ?2.*"
    r"|psf(?:[ -].*)?|psfl?|python-2.*|python software foundation.*)$",
    re.IGNORECASE,
)
OTHER = re.compile(r"gpl|mpl|epl|cddl|eupl|agpl|commercial|proprietary|busl|sspl|cc-by", re.I)
TEXTS = (
    ("MIT", "permission is hereby granted, free of charge"),
    ("Apache-2.0", "apache license"),
    ("Apache-2.0", "licensed under the apache"),
    ("BSD", "redistribution and use in source and binary forms"),
    ("ISC", "permission to use, copy, modify, and"),
    ("PSF-2.0", "python software foundation license"),
)
FOREIGN = re.compile(
    r"gnu (?:lesser |affero |library )?general public|mozilla public license|eclipse public"
    r"|common development and distribution|european union public|business source license",
    re.IGNORECASE,
)


@dataclass
class Verdict:
    """May the package be learned from, why, and which of its files may not."""

    allowed: bool
    licence: str
    evidence: str
    excluded: list[str] = field(default_factory=list)

    def excludes(self, path: str) -> bool:
        """Is the file at ``path`` (relative to the package) under another licence?"""
        return any(fnmatch.fnmatch(path, glob) for glob in self.excluded)


def allowed_expression(text: str) -> bool:
    """Is a licence expression ("MIT OR GPL-2.0", "BSD-3-Clause and Expat") permissive?"""
    text = re.sub(r"[()]", " ", text).strip()
    if not text:
        return False
    for choice in re.split(r"\s+or\s+|\s*\|\s*|/", text, flags=re.IGNORECASE):
        parts = re.split(r"\s+and\s+|\s+with\s+|,\s*|;\s*", choice.strip(), flags=re.IGNORECASE)
        parts = [part.strip() for part in parts if part.strip()]
        if parts and all(PERMISSIVE.match(part) and not OTHER.search(part) for part in parts):
            return True
    return False


def by_text(text: str) -> str:
    """The permissive licence that a licence file holds, "" for none or a foreign one beside it."""
    flat = re.sub(r"\s+", " ", text).lower()
    if FOREIGN.search(flat[:200_000]):
        return ""
    return next((name for name, phrase in TEXTS if phrase in flat), "")


def of_npm(manifest: str, texts: dict[str, str]) -> Verdict:
    """The verdict on an npm package from its package.json and its licence files."""
    try:
        stated = json.loads(manifest).get("license", "")
    except (ValueError, AttributeError):
        stated = ""
    stated = stated.get("type", "") if isinstance(stated, dict) else str(stated)
    return _stated(stated, texts, "package.json")


def of_wheel(metadata: str, texts: dict[str, str]) -> Verdict:
    """The verdict on a wheel from METADATA and its licence files."""
    head = metadata.split("\n\n", maxsplit=1)[0]
    found = re.search(r"(?m)^License-Expression:\s*(.+)$", head)
    found = found or re.search(r"(?m)^License:\s*(\S.{0,60})$", head)
    stated = found[1].strip() if found else ""
    if not allowed_expression(stated):
        classifiers = re.findall(r"(?m)^Classifier: License :: (?:OSI Approved :: )?(.+)$", head)
        names = [re.sub(r" License$| Software License$", "", name) for name in classifiers]
        stated = " AND ".join(names) if names else stated
    return _stated(stated, texts, "METADATA")


def _stated(stated: str, texts: dict[str, str], source: str) -> Verdict:
    kinds = {path: by_text(text) for path, text in texts.items()}
    near = {path: kind for path, kind in kinds.items() if path.count("/") <= 3}
    if any(not kind and FOREIGN.search(texts[path]) for path, kind in near.items()):
        return Verdict(False, stated or "foreign", "licence file")
    found = next(((path, kind) for path, kind in near.items() if kind), None)
    if allowed_expression(stated):
        evidence = f"{source}, {found[0].rsplit('/', 1)[-1]}" if found else source
        return Verdict(True, stated, evidence)
    if not stated and found:
        return Verdict(True, found[1], found[0].rsplit("/", 1)[-1])
    return Verdict(False, stated or "unknown", source)


def of_debian(copyright_file: str) -> Verdict:
    """The verdict on a Debian source package from debian/copyright."""
    if not re.search(r"(?m)^Files\s*:", copyright_file):
        name = by_text(copyright_file)
        return Verdict(bool(name), name or "unknown", "debian/copyright (free text)")
    main, excluded = "", []
    for stanza in re.split(r"\n\s*\n", copyright_file):
        files = re.search(r"(?ms)^Files\s*:\s*(.*?)(?=^\S|\Z)", stanza)
        licence = re.search(r"(?m)^License\s*:\s*(.*)$", stanza)
        if not files or not licence:
            continue
        globs = files[1].split()
        if "*" in globs:
            main = licence[1].strip()
        elif not allowed_expression(licence[1].strip()):
            excluded += [glob.removeprefix("./") for glob in globs]
    return Verdict(allowed_expression(main), main or "unknown", "debian/copyright", excluded)
