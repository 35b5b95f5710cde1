"""The folder for everything that running writes: making it, and the secret key kept in it."""

import contextlib
import os
import secrets
import shutil
from pathlib import Path

OURS = ("broker", "files", "postgres", "secret_key", "static")  # and postgres.*: what running writes


class VarNotWritable(ValueError):
    """The folder for what running writes cannot be made or written."""


def configured_folder() -> Path:
    """Return the folder that REVIEWAPP_VAR names, or the one beside the code."""
    return Path(os.environ.get("REVIEWAPP_VAR") or Path(__file__).resolve().parents[2] / "var").absolute()


def make_folder(folder: Path) -> Path:
    """Make *folder* with its parents, or say by its path that it cannot be written.

    :raises VarNotWritable: if the folder cannot be made, or not be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise VarNotWritable(f"cannot make the folder {folder}: {error.strerror}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise VarNotWritable(f"cannot write to the folder {folder}")
    return folder


def write_private(path: Path, text: str) -> None:
    """Write *text* to *path* at once and readable by the owner alone; the first writer wins.

    :raises FileExistsError: if another process was first."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)
    try:
        os.link(temporary, path)
    finally:
        temporary.unlink()


def read_secret_key(var: Path) -> str:
    """Return the secret key kept in *var*, made on the first call.

    :raises VarNotWritable: if *var* cannot be made or written."""
    path = make_folder(var) / "secret_key"
    if not path.exists():
        with contextlib.suppress(FileExistsError):
            write_private(path, secrets.token_urlsafe(64))
    return path.read_text(encoding="utf-8")


def remove_contents(var: Path) -> None:
    """Remove what running wrote into *var*, and nothing else that lies there."""
    for path in [*(var / name for name in OURS), *var.glob("postgres.*")]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
