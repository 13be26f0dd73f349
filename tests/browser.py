"""A real browser for tests: Chromium without a window, spoken to by its DevTools protocol over two
pipes (messages are JSON, each ends in NUL). Nothing else is needed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from select import select
from typing import Any

Doc = dict[str, Any]
WAIT = 60.0  # seconds for an answer
NAMES = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
    *("--no-first-run", "--disable-extensions", "--disable-background-networking"),
    "--remote-debugging-pipe",
)


def find() -> str | None:
    """The browser's program, where there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """A running browser with one page. `heard` are the names and values of what it told."""

    def __init__(self, program: str, folder: Path) -> None:
        ours, theirs = os.pipe(), os.pipe()  # (it reads, we write), (we read, it writes)
        high = [os.dup(fd) for fd in (ours[0], theirs[1])]  # neither of them 3 or 4

        def pipes() -> None:
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [program, *FLAGS, f"--user-data-dir={folder}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=pipes,
            close_fds=False,
        )
        for fd in (ours[0], theirs[1], *high):
            os.close(fd)
        self.to, self.out, self.raw = ours[1], theirs[0], b""
        self.number, self.session, self.heard = 0, "", list[Doc]()
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        made = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self.session = made["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **params: Any) -> Doc:
        """What the browser answers to a command."""
        self.number += 1
        said: Doc = {"id": self.number, "method": method, "params": params}
        if self.session:
            said["sessionId"] = self.session
        raw = json.dumps(said).encode() + b"\0"
        while raw:
            raw = raw[os.write(self.to, raw) :]
        while True:
            answer = self._next()
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                found: Doc = answer["result"]
                return found
            self.heard.append(answer)

    def _next(self) -> Doc:
        while b"\0" not in self.raw:
            assert select([self.out], [], [], WAIT)[0], "the browser says nothing"
            more = os.read(self.out, 1 << 16)
            assert more, "the browser has ended"
            self.raw += more
        said, _, self.raw = self.raw.partition(b"\0")
        made: Doc = json.loads(said)
        return made

    def open(
        self,
        path: Path,
        width: int = 1000,
        scheme: str = "light",
        media: str = "",
        query: str = "",
    ) -> None:
        """Loads a file, in a window so wide, and waits until it is there."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.ask("Emulation.setEmulatedMedia", media=media, features=features)
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=844,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.heard.clear()
        self.ask("Page.navigate", url=path.as_uri() + query)
        while not any(one.get("method") == "Page.loadEventFired" for one in self.heard):
            self.heard.append(self._next())

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        made = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in made, made
        return made["result"].get("value")

    def requests(self) -> list[str]:
        """The addresses that were asked for since the page was opened."""
        sent = [one for one in self.heard if one.get("method") == "Network.requestWillBeSent"]
        return [one["params"]["request"]["url"] for one in sent]

    def end(self) -> None:
        """Closes it."""
        os.close(self.to)
        os.close(self.out)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
