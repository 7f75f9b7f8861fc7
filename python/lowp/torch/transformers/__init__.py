"""What lowp adds to transformers, once that is imported: nothing here imports it before."""

from __future__ import annotations

from lowp.torch.on_import import when_imported
from lowp.torch.transformers import experts


def _add_quantizer(_module: object) -> None:
    # Its base classes are those of transformers.
    from lowp.torch.transformers import quantizer

    quantizer.register()


def register() -> None:
    """Has transformers know lowp's quantizer, and its implementation of experts."""
    when_imported("transformers.modeling_utils", _add_quantizer)
    when_imported("transformers.integrations.moe", experts.register)
    when_imported("transformers.integrations.finegrained_fp8", experts.register_fp8)
