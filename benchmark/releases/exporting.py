"""Writing a release to a folder, whole or not at all, and as one ZIP stream."""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmark.models import Release
from benchmark.releases.frozen import files_of, read_file

ZIP_DATE = (1980, 1, 1, 0, 0, 0)  # the same release, the same bytes: nothing of the day of export


class FolderNotFree(ValueError):
    """The place for an export holds something already."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} is there already and is no empty folder")


def write_folder(release: Release, folder: Path, wrote: Callable[[int], None] = lambda n: None) -> int:
    """Write the files of *release* into *folder*, which appears when all of them are whole; return the bytes.

    :param wrote: called with the number of bytes written so far.
    :raises FolderNotFree: if *folder* is there and not an empty folder.
    :raises NotAsFrozen: if a file's bytes are not those that were frozen.
    :raises OSError: if it cannot be written; nothing is left behind."""
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise FolderNotFree(folder)
    folder = folder.absolute()
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix=f".{folder.name[:100]}.", suffix=".partial", dir=folder.parent))
    try:
        total = _write_files(release, partial, wrote)
        partial.chmod(0o777 & ~_umask())
        partial.rename(folder)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    return total


def _write_files(release: Release, folder: Path, wrote: Callable[[int], None]) -> int:
    total = 0
    for name in files_of(release):
        with (folder / name).open("wb") as file:
            for piece in read_file(release, name):
                file.write(piece)
                total += len(piece)
                wrote(total)
            file.flush()
            os.fsync(file.fileno())
    return total


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


class _Outlet:
    """A file that cannot be sought: `zipfile` then writes sizes and sums behind each member."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """Whoever takes the pieces ends them."""

    def take(self) -> bytes:
        data, self._pieces = b"".join(self._pieces), []
        return data


def zip_pieces(release: Release) -> Iterator[bytes]:
    """Yield a ZIP of the release's files as they are read; members are stored, not compressed."""
    outlet = _Outlet()
    folder = folder_name(release)
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_STORED) as archive:
        for name in files_of(release):
            info = zipfile.ZipInfo(f"{folder}/{name}", ZIP_DATE)
            info.external_attr = 0o644 << 16
            with archive.open(info, "w", force_zip64=True) as member:
                for piece in read_file(release, name):
                    member.write(piece)
                    yield outlet.take()
    yield outlet.take()


def folder_name(release: Release) -> str:
    """Return a name for the release's folder that every file system takes."""
    safe = "".join(
        char if char.isascii() and (char.isalnum() or char in "-_.") else "-" for char in release.name
    )
    return safe.strip("-.")[:80] or f"release-{release.manifest_sha256[:8]}"
