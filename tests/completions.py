"""A local server that speaks the OpenAI-compatible protocol, and answers as a test tells it to."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, bytes, float]  # status, body, seconds until it is sent


def completion(content: Any, finish: str = "stop", usage: Any = None) -> Answer:
    """Return a completion with some content."""
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    whole = {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    if usage:
        whole["usage"] = {
            "prompt_tokens": usage[0],
            "completion_tokens": usage[1],
            "total_tokens": sum(usage),
        }
    return 200, json.dumps(whole).encode(), 0.0


class Server(ThreadingHTTPServer):
    """Answers every request by `answer`, and keeps what was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.answer: Callable[[dict[str, Any]], Answer] = lambda asked: completion("{}")
        self.told: dict[str, str] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.headers.append({name.lower(): value for name, value in self.headers.items()})
        self.server.asked.append({"path": self.path, **asked})
        status, body, delay = self.server.answer(asked)
        time.sleep(delay)
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            for name, value in self.server.told.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            pass

    def log_message(self, *args: Any) -> None:
        pass


@contextmanager
def serving() -> Iterator[Server]:
    """Serve on a free port of this machine until the block ends."""
    found = Server()
    thread = threading.Thread(target=found.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield found
    finally:
        found.shutdown()
        thread.join()
        found.server_close()
