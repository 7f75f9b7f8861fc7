"""The page of the package outside of the repository, where links to the repository's files lead
nowhere: scikit-build-core asks for it when it writes the metadata of the wheel."""

import pathlib
import re
from collections.abc import Mapping
from typing import Any

_ROOT = pathlib.Path(__file__).resolve().parents[1]
_LINK = re.compile(r"\[([^\]]*)\]\((?!https?://|#)[^)]*\)")


def dynamic_metadata(_settings: Mapping[str, Any], _project: Mapping[str, Any]) -> dict[str, Any]:
    """Returns python/README.md with the words of such links."""
    text = (_ROOT / "python/README.md").read_text(encoding="utf-8")
    return {"readme": {"text": _LINK.sub(r"\1", text), "content-type": "text/markdown"}}
