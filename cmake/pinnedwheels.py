"""Wheels that are pinned by their SHA-256: where pip's package index has them, single files of them by byte ranges, and whole
wheels, whose download goes on where an earlier one was cut."""

import ast
import base64
import errno
import fcntl
import functools
import hashlib
import html.parser
import http.client
import io
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from dataclasses import dataclass
from pathlib import Path

cache = Path.home() / ".cache" / "motley"
timeout = 60  # seconds without a byte
block = 1 << 16  # bytes read at once by ranges
attempts = 5  # in a row without a new byte, until a download is given up
pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
requirement = re.compile(r"^([\w.-]+)==([\w.]+) --hash=sha256:([0-9a-f]{64})$", re.MULTILINE)


class Unavailable(Exception):
    """A wheel or a part of it cannot be had in this way; says why."""


@dataclass(frozen=True)
class Wheel:
    name: str
    version: str
    sha256: str

    @property
    def file(self):
        return cache / "wheels" / f"{self.name}-{self.version}.whl"


def read_requirements(path):
    """The wheels of a requirements file, in its order."""
    return [Wheel(*found) for found in requirement.findall(Path(path).read_text())]


def sha256_of(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Index:
    """The package index that pip is set up for on this computer, with its certificates, proxy and credentials."""

    def __init__(self):
        settings = pip_settings()
        self.addresses = [settings.get("index-url", "https://pypi.org/simple"), *settings.get("extra-index-url", "").split()]
        if settings.get("no-index", "").lower() in ("1", "true", "yes", "on"):
            self.addresses = []
        certificates = settings.get("cert") or os.environ.get("SSL_CERT_FILE")
        handlers = [urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=certificates))]
        if "proxy" in settings:
            handlers.append(urllib.request.ProxyHandler({"http": settings["proxy"], "https": settings["proxy"]}))
        self.opener = urllib.request.build_opener(*handlers)

    def open(self, address, **headers):
        parts = urllib.parse.urlsplit(address)
        if parts.username:
            address = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
        request = urllib.request.Request(address, headers=headers)
        if parts.username:
            words = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
            # Not for the server that this one may lead on to.
            request.add_unredirected_header("Authorization", "Basic " + base64.b64encode(words.encode()).decode())
        return self.opener.open(request, timeout=timeout)

    @functools.cache
    def find(self, wheel):
        """The wheel's address."""
        why = "pip is set up without an index"
        for address in self.addresses:
            page = f"{address.rstrip('/')}/{wheel.name}/"
            try:
                with self.open(page, Accept="application/vnd.pypi.simple.v1+json, text/html;q=0.5") as answer:
                    links = links_of(answer.read().decode(), "json" in answer.headers.get("Content-Type", ""))
            except (OSError, ValueError) as error:
                why = f"{wheel.name} was not found in the package index: {error}"
                continue
            for link, sha256 in links:
                if sha256 == wheel.sha256:
                    return urllib.parse.urljoin(page, link)
            why = f"the package index does not have the pinned file of {wheel.name} {wheel.version}"
        raise Unavailable(why)

    def size(self, wheel):
        """The wheel's, in bytes; 0: not known."""
        try:
            with self.open(self.find(wheel), Range="bytes=0-0") as answer:
                return size_of(answer)
        except (OSError, Unavailable):
            return 0

    def read_range(self, address, first, last):
        """The bytes and the size of the whole file."""
        with self.open(address, Range=f"bytes={first}-{last}") as answer:
            if answer.status != 206:
                raise Unavailable("the package index does not answer byte ranges")
            return answer.read(last - first + 1), size_of(answer)


def pip_settings():
    """pip's settings by name, from its files and its environment, which is asked last and counts most."""
    listed = subprocess.run([*pip, "config", "list"], capture_output=True, text=True)
    settings = {}
    for section in ("global", "install", ":env:"):
        for name, value in re.findall(rf"^{section}\.([\w-]+)=(.+)$", listed.stdout, re.MULTILINE):
            settings[name] = ast.literal_eval(value)
    return settings


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        link, _, hash_of_file = (dict(attributes).get("href") or "").partition("#sha256=")
        if tag == "a" and hash_of_file:
            self.found.append((link, hash_of_file))


def links_of(page, is_json):
    """Link and SHA-256 of each file on an index page (PEP 503 or 691)."""
    if is_json:
        return [(file["url"], file["hashes"].get("sha256")) for file in json.loads(page)["files"]]
    links = Links()
    links.feed(page)
    return links.found


def size_of(answer):
    """Of the whole file, in bytes, whether the answer is a range of it or all; 0: not known."""
    in_range = re.fullmatch(r"bytes .*/(\d+)", answer.headers.get("Content-Range", ""))
    return int(in_range.group(1) if in_range else answer.headers.get("Content-Length", 0))


class RangeReader(io.RawIOBase):
    """A file at an address, to seek and read in; blocks that were read are kept."""

    def __init__(self, index, address):
        self.index, self.address, self.at = index, address, 0
        # Some servers do not answer HEAD, so the size comes with the first block.
        first, self.size = index.read_range(address, 0, block - 1)
        self.blocks = {0: first}

    def readinto(self, buffer):
        number = self.at // block
        if self.at >= self.size:
            return 0
        if number not in self.blocks:
            last = min(self.size, (number + 1) * block) - 1
            self.blocks[number], _ = self.index.read_range(self.address, number * block, last)
        piece = self.blocks[number][self.at % block:][:len(buffer)]
        buffer[:len(piece)] = piece
        self.at += len(piece)
        return len(piece)

    def seek(self, offset, whence=io.SEEK_SET):
        self.at = offset + (0, self.at, self.size)[whence]
        return self.at

    def tell(self):
        return self.at

    def seekable(self):
        return True

    def readable(self):
        return True


def open_by_ranges(index, wheel):
    """The wheel as a zip file, of which only what is read travels."""
    return zipfile.ZipFile(io.BufferedReader(RangeReader(index, index.find(wheel)), block))


def download(index, wheel, progressed):
    """The whole wheel, into wheel.file. What a cut or cancelled download left is not fetched again."""
    address = index.find(wheel)
    part = wheel.file.with_suffix(".part")
    failures = 0
    while True:
        have = part.stat().st_size if part.exists() else 0
        try:
            with index.open(address, Range=f"bytes={have}-") as answer, part.open("ab") as file:
                if answer.status != 206:  # all of it, from the beginning
                    file.truncate(0)
                size = size_of(answer)
                while piece := answer.read1(1 << 20):
                    file.write(piece)
                    file.flush()
                    progressed(file.tell())
                if file.tell() >= size:
                    break
                why = "the connection was lost"
        except urllib.error.HTTPError as error:
            if error.code == 416:  # there is nothing after what is here
                break
            why = str(error)
        except (OSError, http.client.HTTPException) as error:
            if getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT):
                raise
            why = str(error)
        failures = failures + 1 if not part.exists() or part.stat().st_size <= have else 0
        if failures == attempts:
            raise OSError(f"{wheel.name} could not be fetched: {why}.")
        time.sleep(2 ** failures)
    found = sha256_of(part)
    if found != wheel.sha256:
        part.unlink()
        raise OSError(f"What {address} has is not {wheel.name} {wheel.version}: its SHA-256 is {found} and not the pinned one.")
    os.replace(part, wheel.file)


def download_with_pip(wheel, why):
    """The whole wheel, into wheel.file, for whatever index pip can read and this module cannot."""
    platforms = [word for minor in (28, 27, 25, 18, 17, 12, 5) for word in ("--platform", f"manylinux_2_{minor}_x86_64")]
    with tempfile.TemporaryDirectory(dir=wheel.file.parent) as folder:
        listed = Path(folder) / "requirement.txt"
        listed.write_text(f"{wheel.name}=={wheel.version} --hash=sha256:{wheel.sha256}\n")
        done = subprocess.run([*pip, "download", "--quiet", "--retries", "1", "--no-deps", "--require-hashes", "--only-binary=:all:",
                               "--python-version", "3.11", "--implementation", "cp", *platforms, "--platform",
                               "manylinux2014_x86_64", "-d", folder, "-r", str(listed)], stderr=subprocess.DEVNULL)
        if done.returncode:
            raise OSError(f"{wheel.name} could not be fetched, nor with pip: {why}.")
        os.replace(next(Path(folder).glob("*.whl")), wheel.file)


def fetch(index, wheel, progressed=lambda done: None):
    """The whole wheel, into wheel.file, unless it is there."""
    if wheel.file.exists():
        return
    try:
        download(index, wheel, progressed)
    except Unavailable as why:
        download_with_pip(wheel, why)


class Lock:
    """Two programs that fetch into the cache do it one after the other."""

    def __enter__(self):
        (cache / "wheels").mkdir(parents=True, exist_ok=True)
        self.file = (cache / "wheels" / ".lock").open("w")
        fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_):
        self.file.close()


def replace_file(place, source):
    """Writes a file whole or not at all; whoever has the former one open keeps it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_name(f".{place.name}.part")
    with part.open("wb") as file:
        shutil.copyfileobj(source, file, 1 << 20)
    os.replace(part, place)
