"""The explorer's server run until somebody ends it."""

from __future__ import annotations

import contextlib
import secrets
import socket
import threading
from collections.abc import Callable

import uvicorn

from shatterproof.errors import InputError
from shatterproof_properties.explorer.server import HOST, make_server
from shatterproof_properties.explorer.service import Explorer


def run(explorer: Explorer, port: int, launch: Callable[[str], object] | None, say: Callable[[str], object]) -> None:
    """Serves on a port, 0 for any that is free, and says where; `launch` opens the address. Raises InputError."""
    bound = bound_to(port)
    number, token = bound.getsockname()[1], secrets.token_urlsafe(24)
    address = f"http://{HOST}:{number}/?token={token}"
    say(address)
    if launch is not None:
        # A browser may take long to start, or stay in the foreground.
        threading.Thread(target=launch, args=(address,), daemon=True).start()
    # To interrupt it is the way to end it.
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(configured(explorer, number, token)).run(sockets=[bound])


def configured(explorer: Explorer, port: int, token: str) -> uvicorn.Config:
    """How the server is run: silent, and bounded in what it takes on at once."""
    return uvicorn.Config(
        make_server(explorer, port, token),
        log_level="critical",
        access_log=False,
        server_header=False,
        limit_concurrency=64,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
        ws="none",
        lifespan="off",
    )


def bound_to(port: int) -> socket.socket:
    """A socket on this machine's own address. Raises InputError for a port that cannot be used."""
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((HOST, port))
        # Whoever is told the address may use it at once, and waits until the server has begun.
        bound.listen(64)
    except OSError as error:
        bound.close()
        raise InputError(f"port {port} cannot be used: {error.strerror}", "--port", "a port that is free") from None
    return bound
