"""Text that is on every machine with torch: the Python files of installed packages."""

from __future__ import annotations

import hashlib
import pathlib
import sysconfig

import torch


class Corpus:
    """Bytes as tokens. folders: whose *.py files are read, sorted by path; by the
    hash of its path one file in a hundred is held out. sha256: of what is read."""

    def __init__(self, folders: list[str] | None = None, most: int = 1 << 30) -> None:
        roots = folders or [sysconfig.get_paths()["purelib"]]
        parts: dict[bool, list[bytes]] = {False: [], True: []}
        digest, size = hashlib.sha256(), 0
        for root in map(pathlib.Path, roots):
            for path in sorted(root.rglob("*.py")):
                text = path.read_bytes()
                name = str(path.relative_to(root)).encode()
                parts[hashlib.sha256(name).digest()[0] % 100 == 0].append(text)
                digest.update(text)
                size += len(text)
                if size > most:
                    break
        self.sha256 = digest.hexdigest()
        self.train, self.held_out = (_tokens(parts[held]) for held in (False, True))

    def batch(self, step: int, rows: int, length: int, seed: int) -> torch.Tensor:
        """Rows of length + 1 bytes; the same for all models of one seed."""
        generator = torch.Generator().manual_seed(seed * 1_000_003 + step)
        return _rows(self.train, rows, length, generator)

    def test_batches(self, count: int, rows: int, length: int):
        generator = torch.Generator().manual_seed(99)
        for _ in range(count):
            yield _rows(self.held_out, rows, length, generator)


def _tokens(texts: list[bytes]) -> torch.Tensor:
    joined = bytearray(b"\n".join(texts))
    return torch.frombuffer(joined, dtype=torch.uint8)


def _rows(tokens: torch.Tensor, rows: int, length: int, generator) -> torch.Tensor:
    if len(tokens) < length + 2:
        raise ValueError(
            f"expected more than {length + 1} bytes of Python files, got {len(tokens)}"
        )
    starts = torch.randint(len(tokens) - length - 1, (rows,), generator=generator)
    return torch.stack([tokens[s : s + length + 1] for s in starts.tolist()]).long()
