"""Headjudge as deploy/ has it, on the loopback: nginx before two replicas."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, ROOT, SERVE, answering, free_port, stop

NGINX = ROOT / "deploy" / "nginx"
SBIN = "/usr/sbin"
MAIN = """\
{user}
daemon off;
worker_processes 2;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{}}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include conf.d/*.conf;
}}
"""
"""What a distribution has around files in conf.d, with all that is written in one folder."""


def program(name: str) -> str:
    """Where a program is; a test that misses it is skipped."""
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), SBIN]))
    if not found:
        pytest.skip(f"{name} is not installed")
    return found


def await_true(what: Callable[[], bool]) -> None:
    """Wait until it holds."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "it did not come to be"
        time.sleep(0.02)


def listens(port: int) -> bool:
    """Whether somebody listens at a port."""
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


class Replica:
    """The service as the Procfile starts it, at a port of its own."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self.port = free_port()
        self._log = folder / f"replica-{self.port}.log"
        self._settings = settings | {"HOST": "127.0.0.1", "PORT": str(self.port)}
        self.process = self._started()

    def restart(self) -> None:
        """End it and start it anew, which is over once it answers."""
        self.stop()
        self.process = self._started()

    def stop(self) -> None:
        """End it, as an init system would."""
        stop(self.process)

    def workers(self) -> list[int]:
        """The processes that answer."""
        pid = self.process.pid
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def kill_worker(self) -> None:
        """Kill a worker; over once there is another in its place."""
        killed, *others = self.workers()
        os.kill(killed, signal.SIGKILL)
        await_true(lambda: len({*self.workers()} - {killed}) == len(others) + 1)

    def _started(self) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as output:
            process = subprocess.Popen(
                SERVE, cwd=ROOT, env=os.environ | self._settings, stdout=output, stderr=output
            )  # fmt: skip
        answering(process, self.port, self._log)
        return process


class Fleet:
    """What runs, and what may be done to it."""

    def __init__(self, folder: Path, running: ExitStack, **settings: str) -> None:
        self.folder = folder
        everywhere = {"WEB_CONCURRENCY": "2", "HEADJUDGE_PROXIES": "1"}
        self.replicas = []
        for _ in range(2):
            replica = Replica(folder, everywhere | settings)
            running.callback(replica.stop)
            self.replicas.append(replica)
        self.port = free_port()
        self.nginx = self._nginx(running)

    def reload(self) -> None:
        """nginx reads its files again; over once no worker is left that knows the old ones."""
        before = self._children()
        self.nginx.send_signal(signal.SIGHUP)
        await_true(lambda: not self._children() & before)

    def drain(self, *replicas: Replica) -> None:
        """No new request goes to these replicas, or to none without any."""
        down = {replica.port for replica in replicas}
        self.pass_to(*(f"{one.port}{' down' * (one.port in down)}" for one in self.replicas))

    def pass_to(self, first: str, second: str) -> None:
        """Requests go to these ports, once nginx has read its files again."""
        text = (NGINX / "replicas.conf").read_text("utf-8")
        text = text.replace(":8001 ", f":{first} ").replace(":8002 ", f":{second} ")
        (self.folder / "headjudge.replicas").write_text(text, encoding="utf-8")

    def _children(self) -> set[str]:
        pid = self.nginx.pid
        return set(Path(f"/proc/{pid}/task/{pid}/children").read_text().split())

    def _nginx(self, running: ExitStack) -> subprocess.Popen[bytes]:
        user = "user root;" if os.geteuid() == 0 else ""  # who may read the folder
        main = self.folder / "nginx.conf"
        main.write_text(MAIN.format(user=user, folder=self.folder), encoding="utf-8")
        site = (NGINX / "headjudge.conf").read_text("utf-8")
        assert site.count("    listen 80;") == 1
        site = site.replace("    listen 80;", f"    listen 127.0.0.1:{self.port};")
        # Tests ask as a whole event does, from one address.
        site = site.replace("rate=100r/s", "rate=10000r/s")
        (self.folder / "conf.d").mkdir()
        (self.folder / "conf.d" / "headjudge.conf").write_text(site, encoding="utf-8")
        self.drain()
        command = [program("nginx"), "-e", "stderr", "-c", str(main)]
        subprocess.run([*command, "-t", "-q"], check=True, timeout=PATIENCE)
        with (self.folder / "nginx.log").open("wb") as output:
            process = subprocess.Popen(command, stderr=output)
        running.callback(stop, process)
        await_true(lambda: listens(self.port) or process.poll() is not None)
        return process


@contextmanager
def fleet(folder: Path, **settings: str) -> Iterator[Fleet]:
    """A fleet that ends with the block."""
    program("nginx")
    with ExitStack() as running:
        yield Fleet(folder, running, **settings)
