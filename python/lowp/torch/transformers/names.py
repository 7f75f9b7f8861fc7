"""What a model of transformers calls what a file has by the names of the first such model."""

from __future__ import annotations

import sys
from typing import Any


def renamings(model: Any) -> tuple:
    """How transformers renames what it reads; nothing for models of others."""
    library = sys.modules.get("transformers.modeling_utils")
    if library is None or not isinstance(model, library.PreTrainedModel):
        return ()
    from transformers.conversion_mapping import get_model_conversion_mapping
    from transformers.core_model_loading import WeightRenaming

    result = get_model_conversion_mapping(model)
    return tuple(each for each in result if isinstance(each, WeightRenaming))


def model_name(found: tuple, name: str) -> str:
    """The model's name of a tensor, or of a layer with a dot after it. found: `renamings`
    of the model."""
    for each in found:
        name, _ = each.rename_source_key(name)
    return name
