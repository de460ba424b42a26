"""A package index with the wheel nvidia-small 1.0, for tests of cmake/pinnedwheels.py: wheelserver.py FOLDER. Its first line on
stdout is its port. What the address begins with says how it behaves; FOLDER/log has a line for each file that it sent: mode,
first byte, number of bytes."""

import base64
import hashlib
import http.server
import io
import json
import random
import sys
import time
import zipfile
from pathlib import Path

folder = Path(sys.argv[1])
library = random.Random(1).randbytes(4_000_000)
header = b"#define SMALL 1\n"
name = "nvidia_small-1.0-py3-none-manylinux_2_27_x86_64.whl"
piece = 1 << 16


def make_wheel():
    wheel = io.BytesIO()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("nvidia/cu13/lib/libsmall.so.13", library)
        archive.writestr("nvidia/cu13/include/nv/small", header)
        archive.writestr("nvidia_small-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: nvidia-small\nVersion: 1.0\n")
        archive.writestr("nvidia_small-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-manylinux_2_27_x86_64\n")
        archive.writestr("nvidia_small-1.0.dist-info/RECORD", "")
    return wheel.getvalue()


wheel = make_wheel()
sha256 = hashlib.sha256(wheel).hexdigest()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, content_type, length, **headers):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(length))
        for key, value in headers.items():
            self.send_header(key.replace("_", "-"), value)
        self.end_headers()

    def do_GET(self):
        mode = self.path.split("/")[1]
        login = "Basic " + base64.b64encode(b"somebody:trust no 1").decode()
        if mode == "login" and self.headers["Authorization"] != login:
            self.answer(401, "text/plain", 0)
        elif self.path == f"/{mode}/simple/nvidia-small/":
            self.send_page(as_json=mode not in ("html", "nohash"), hash_of_file="" if mode == "nohash" else f"#sha256={sha256}")
        elif self.path == f"/{mode}/files/{name}":
            self.send_wheel(mode)
        else:
            self.answer(404, "text/plain", 0)

    def send_page(self, as_json, hash_of_file):
        link = f"../../files/{name}"
        files = {"meta": {"api-version": "1.0"}, "name": "nvidia-small",
                 "files": [{"filename": name, "url": link, "hashes": {"sha256": sha256}}]}
        page = json.dumps(files) if as_json else f'<!DOCTYPE html><a href="{link}{hash_of_file}">{name}</a>'
        self.answer(200, "application/vnd.pypi.simple.v1+json" if as_json else "text/html", len(page))
        self.wfile.write(page.encode())

    def send_wheel(self, mode):
        content = bytes(reversed(wheel)) if mode == "wrong" else wheel
        wanted = self.headers["Range"]
        if not wanted or mode == "whole":
            first, part = 0, content
            self.answer(200, "application/octet-stream", len(content))
        else:
            first, last = wanted.removeprefix("bytes=").split("-")
            first, last = int(first), min(int(last or len(content)), len(content) - 1)
            if first > last:
                self.answer(416, "text/plain", 0)
                return
            part = content[first:last + 1]
            self.answer(206, "application/octet-stream", len(part), Content_Range=f"bytes {first}-{last}/{len(content)}")
        if mode == "cut":
            part = part[:1_500_000]
        sent = 0
        try:
            for at in range(0, len(part), piece):
                self.wfile.write(part[at:at + piece])
                sent += len(part[at:at + piece])
                if mode == "slow":
                    time.sleep(0.1)
        except OSError:
            pass
        with (folder / "log").open("a") as log:
            print(mode, first, sent, file=log)
        self.close_connection = True


(folder / "cuda-requirements.txt").write_text(f"nvidia-small==1.0 --hash=sha256:{sha256}\n")
(folder / "cuda-compiler-requirements.txt").write_text("# none\n")
(folder / "cuda-headers.txt").write_text(f"{hashlib.sha256(header).hexdigest()} nvidia-small nvidia/cu13/include/nv/small\n")
(folder / "libsmall.so.13").write_bytes(library)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
