"""What is done once another library is imported, which lowp itself does not import."""

from __future__ import annotations

import importlib.machinery
import sys
from collections.abc import Callable
from typing import Any

_waiting: dict[str, list[Callable[[Any], None]]] = {}


class _Finder:
    """Finds the modules that are waited for where the finders after it do."""

    @staticmethod
    def find_spec(
        name: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name not in _waiting:
            return None
        others = (each for each in sys.meta_path if each is not _Finder)
        result = (finder.find_spec(name, path, target) for finder in others)
        spec = next((each for each in result if each is not None), None)
        if spec is not None and spec.loader is not None:
            _act_behind(spec.loader, name)
        return spec


def _act_behind(loader: Any, name: str) -> None:
    """Lets `loader`, which is of one module, act once that has been executed."""
    execute = loader.exec_module

    def exec_module(module: Any) -> None:
        execute(module)
        for action in _waiting.pop(name, ()):
            action(module)

    loader.exec_module = exec_module


def when_imported(name: str, action: Callable[[Any], None]) -> None:
    """Calls `action` with module `name`: now if it is imported, otherwise once it is."""
    module = sys.modules.get(name)
    if module is not None:
        action(module)
        return
    _waiting.setdefault(name, []).append(action)
    if _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)  # type: ignore[arg-type]
