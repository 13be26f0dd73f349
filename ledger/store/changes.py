"""Whether anything was written since one last looked, for those who wait: cheap enough to be asked
twenty times a second, and without a connection that stays open.

Under a write-ahead log a transaction is visible once the header of the wal-index says so: the first
48 bytes of the `-shm` file hold a counter that every transaction raises. The last connection that
closes moves the log into the database and removes both files. So the answer is made from those
bytes and from what the file system says of the database. Two writes within one tick of the file
system's clock look alike, so what has changed is looked at twice; and where times are not kept as
they should be, the answer is yes once in a second.
"""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HEADER = 48  # bytes
ANYWAY = 1.0  # seconds


class Changes:
    """Has the database at a path changed since this was last asked? The first answer is yes."""

    __slots__ = ("again", "path", "seen", "told")

    def __init__(self, path: str) -> None:
        self.path = path
        self.seen: Any = None
        self.again = False
        self.told = 0.0

    def __call__(self) -> bool:
        """True where it is worth a look. Asked before the look, so that nothing is missed."""
        stamp, now = (_file(self.path), _index(self.path)), time.monotonic()
        fresh = stamp != self.seen
        told = fresh or self.again or now - self.told >= ANYWAY
        self.seen, self.again = stamp, fresh
        if told:
            self.told = now
        return told


def _file(path: str) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _index(path: str) -> bytes | None:
    try:
        handle = os.open(path + "-shm", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        return os.pread(handle, HEADER, 0)
    except OSError:
        return None
    finally:
        os.close(handle)
