"""An app in a few lines that speaks like one to the server: it tells what it was given.

What it is typed, it repeats; `file` makes it hand over a file, `crash` end without a word,
`deaf` take no notice that it should end, and `verbose` write much before it does.
"""

import json
import os
import sys


def write(kind: bytes, payload: bytes) -> None:
    sys.stdout.buffer.write(kind + len(payload).to_bytes(4, "big") + payload)
    sys.stdout.buffer.flush()


def read() -> tuple[bytes, bytes]:
    kind = sys.stdin.buffer.read(1)
    size = int.from_bytes(sys.stdin.buffer.read(4), "big")
    return kind, sys.stdin.buffer.read(size)


def say(text: str) -> None:
    write(b"D", text.encode())


def answer(told: dict[str, object], parts: list[bytes]) -> None:
    if told["type"] == "resize":
        say(f"{told['width']}x{told['height']}")
    elif told["type"] == "deliver_chunk_request":
        key, part = str(told["key"]).encode(), parts.pop(0) if parts else b""
        write(b"P", b"ts13:deliver_chunks%d:%s%d:%se" % (len(key), key, len(part), part))


def hand_over() -> None:
    meta = {"type": "deliver_file_start", "key": "k1", "path": '/tmp/a "name".md'}
    rest = {"open_method": "browser", "mime_type": "text/html", "encoding": ""}
    write(b"M", json.dumps(meta | rest).encode())


def main() -> None:
    sys.stdout.buffer.write(b"__GANGLION__\n")
    told_size = f"{os.environ['COLUMNS']}x{os.environ['ROWS']}"
    say(json.dumps([os.getpid(), told_size, os.environ.get("TEXTUAL_DRIVER"), sys.argv[1:]]))
    deaf, verbose, parts = False, False, [b"one ", b"two"]
    while True:
        kind, payload = read()
        if kind == b"D":
            if payload == b"crash" or not kind:
                os._exit(1)
            deaf = deaf or payload == b"deaf"
            verbose = verbose or payload == b"verbose"
            if payload == b"file":
                hand_over()
            say(payload.decode())
        elif kind == b"M":
            told = json.loads(payload)
            if told["type"] == "quit" and not deaf:
                for _ in range(100 * verbose):
                    say("x" * 10_000)
                return
            answer(told, parts)
        elif not deaf:
            return


main()
