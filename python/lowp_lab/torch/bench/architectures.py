"""Architectures that others wrote: models of transformers, and a layer of our own, of one
to four layers at their real widths, with random weights."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import nn

from lowp_lab.torch.measure.decoder import Layer, Sizes, turns_of

# Positions of the cache that a token is decoded with.
CACHE_POSITIONS = 1024


class Missing(Exception):
    """Why an architecture cannot be built here."""


@dataclasses.dataclass(frozen=True)
class Architecture:
    """name: in results. build: makes the model, Missing where a package lacks it. inputs: makes
    what it is called with, of a batch and a length. decodes: whether it takes one token with a
    cache."""

    name: str
    build: Callable[[], nn.Module]
    inputs: Callable[[nn.Module, int, int], Mapping[str, Any]]
    decodes: bool = False

    def prepare(self, device: torch.device | str, dtype: torch.dtype) -> nn.Module:
        """The model with its weights on a device. It drops nothing, no layers either."""
        torch.manual_seed(0)
        before = torch.get_default_dtype()
        torch.set_default_dtype(dtype)
        try:
            with torch.device(device):
                return self.build().eval()
        finally:
            torch.set_default_dtype(before)


def result_of(model: nn.Module, inputs: Mapping[str, Any]) -> torch.Tensor:
    """The last hidden states."""
    made = model(**inputs)
    return made if isinstance(made, torch.Tensor) else made.last_hidden_state


def _place(model: nn.Module) -> tuple[torch.device, torch.dtype]:
    parameter = next(model.parameters())
    return parameter.device, parameter.dtype


def _random(model: nn.Module, *shape: int) -> torch.Tensor:
    device, dtype = _place(model)
    return torch.randn(shape, device=device).to(dtype)


class _OwnLayer(nn.Module):
    """lowp.torch.measure's layer, with its positions."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.sizes, self.layer = sizes, Layer(sizes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        head = self.sizes.width // self.sizes.heads
        return self.layer(x, turns_of(x.shape[1], head, x.device))


def own_architecture(name: str, sizes: Sizes) -> Architecture:
    """A layer of lowp.torch.measure."""

    def inputs(model: nn.Module, batch: int, length: int) -> Mapping[str, Any]:
        return {"x": _random(model, batch, length, sizes.width)}

    return Architecture(name, lambda: _OwnLayer(sizes), inputs)


def _config(kind: str, fields: Mapping[str, Any]) -> Any:
    try:
        import transformers
    except ImportError as error:
        raise Missing(f"transformers is not here: {error}") from None
    try:
        config = transformers.AutoConfig.for_model(kind, **fields)
        transformers.AutoModel._model_mapping[type(config)]
    except (KeyError, ValueError):
        raise Missing(f"transformers {transformers.__version__} has no {kind}") from None
    return config


def _build(kind: str, fields: Mapping[str, Any], part: str) -> nn.Module:
    """A model of transformers, or a part of it."""
    config = _config(kind, fields)
    import transformers

    model = transformers.AutoModel.from_config(config, dtype=torch.get_default_dtype())
    return getattr(model, part) if part else model


def _embeds(model: nn.Module, batch: int, length: int) -> Mapping[str, Any]:
    config: Any = model.config
    return {"inputs_embeds": _random(model, batch, length, config.hidden_size)}


def _uncached_embeds(model: nn.Module, batch: int, length: int) -> Mapping[str, Any]:
    return {**_embeds(model, batch, length), "use_cache": False}


def _pixels(model: nn.Module, batch: int, length: int) -> Mapping[str, Any]:
    """As many images as have so many patches."""
    config: Any = model.config
    patches = (config.image_size // config.patch_size) ** 2
    count = max(batch * length // patches, 1)
    return {"pixel_values": _random(model, count, 3, config.image_size, config.image_size)}


def _spectra(model: nn.Module, batch: int, length: int) -> Mapping[str, Any]:
    """As many recordings of the model's length as have so many frames."""
    config: Any = model.config
    count = max(batch * length // config.max_source_positions, 1)
    frames = 2 * config.max_source_positions
    return {"input_features": _random(model, count, config.num_mel_bins, frames)}


def cached_token(model: nn.Module, batch: int) -> Mapping[str, Any]:
    """One token for each row, after half of a static cache that has its memory."""
    from transformers import StaticCache

    device, _ = _place(model)
    config: Any = model.config
    cache = StaticCache(config=config, max_cache_len=CACHE_POSITIONS)
    place = torch.tensor([CACHE_POSITIONS // 2], device=device)
    inputs = {
        **_embeds(model, batch, 1),
        "past_key_values": cache,
        "cache_position": place,
        "position_ids": place.expand(batch, 1),
        "use_cache": True,
    }
    with torch.no_grad():
        model(**inputs)
    rewind(inputs)
    return inputs


def rewind(inputs: Mapping[str, Any]) -> None:
    """Half of the cache is filled again, however many tokens came after."""
    for layer in inputs["past_key_values"].layers:
        length = getattr(layer, "cumulative_length", None)
        if isinstance(length, torch.Tensor):
            length.fill_(CACHE_POSITIONS // 2)
        elif length is not None:
            layer.cumulative_length = CACHE_POSITIONS // 2


def _widths(width: int, hidden: int, heads: int, keys: int | None = None) -> dict[str, Any]:
    widths = {"hidden_size": width, "intermediate_size": hidden, "num_attention_heads": heads}
    return widths if keys is None else {**widths, "num_key_value_heads": keys}


def _model(
    name: str,
    kind: str,
    inputs: Callable[[nn.Module, int, int], Mapping[str, Any]],
    fields: Mapping[str, Any],
    layers: int = 4,
    part: str = "",
) -> Architecture:
    """fields: of its configuration, where transformers has others by default."""
    fields = {"num_hidden_layers": layers, **fields}
    return Architecture(name, lambda: _build(kind, fields, part), inputs)


def _decoder(name: str, kind: str, fields: Mapping[str, Any], layers: int = 2) -> Architecture:
    made = _model(name, kind, _uncached_embeds, {**_TEXT, **fields}, layers)
    return dataclasses.replace(made, decodes=True)


_TEXT = {"vocab_size": 4096, "max_position_embeddings": 16384}
_TOKENS = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
_NO_DROPOUT = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
_LATENT = {
    "num_attention_heads": 32,
    "num_key_value_heads": 32,
    "n_routed_experts": 16,
    "num_experts_per_tok": 4,
    "n_group": 4,
    "topk_group": 2,
    "first_k_dense_replace": 0,
}
_SPEECH = {
    "d_model": 1280,
    "encoder_ffn_dim": 5120,
    "decoder_ffn_dim": 5120,
    "decoder_layers": 1,
    "encoder_attention_heads": 20,
    "decoder_attention_heads": 20,
    "num_mel_bins": 128,
    "vocab_size": 4096,
    "decoder_start_token_id": 1,
}


ARCHITECTURES: dict[str, Architecture] = {
    each.name: each
    for each in (
        own_architecture("own_layer", Sizes()),
        own_architecture("own_narrow_layer", Sizes(width=256, hidden=512, heads=4, groups=2)),
        _decoder("llama_8b", "llama", _widths(4096, 14336, 32, 8)),
        _decoder("mistral_7b", "mistral", {"sliding_window": None}),
        _decoder("qwen2_7b", "qwen2", _widths(3584, 18944, 28, 4)),
        _decoder("phi3_medium", "phi3", _widths(5120, 17920, 40, 10) | _TOKENS),
        _decoder("gpt_neox_7b", "gpt_neox", _widths(4096, 16384, 32)),
        _decoder("gemma2_9b", "gemma2", _widths(3584, 14336, 16, 8)),
        _decoder("granite_8b", "granite", _widths(4096, 12800, 32, 8)),
        # Norms of q and k.
        _decoder("qwen3_8b", "qwen3", _widths(4096, 12288, 32, 8)),
        _decoder("gemma3_12b", "gemma3_text", _widths(3840, 15360, 16, 8)),
        _decoder("olmo2_7b", "olmo2", {}),
        # Experts.
        _decoder("mixtral", "mixtral", {}, layers=1),
        _decoder("deepseek_v3", "deepseek_v3", _LATENT, layers=1),
        _decoder("gpt_oss", "gpt_oss", {"num_local_experts": 32}, layers=1),
        _decoder("olmoe", "olmoe", {"intermediate_size": 1024}, layers=1),
        _decoder("qwen3_moe", "qwen3_moe", {"head_dim": 128}, layers=1),
        # Encoders.
        _model("bert_large", "bert", _embeds, _widths(1024, 4096, 16) | _TEXT | _NO_DROPOUT),
        _model(
            "modernbert_large",
            "modernbert",
            _embeds,
            _widths(1024, 2624, 16) | _TEXT | _TOKENS | {"cls_token_id": 1, "sep_token_id": 2},
        ),
        # Vision.
        _model(
            "siglip_so400m",
            "siglip_vision_model",
            _pixels,
            _widths(1152, 4304, 16) | {"image_size": 384, "patch_size": 14},
        ),
        _model(
            "dinov2_giant",
            "dinov2",
            _pixels,
            {"hidden_size": 1536, "num_attention_heads": 24, "use_swiglu_ffn": True},
        ),
        # Speech.
        _model("whisper_large", "whisper", _spectra, _SPEECH | _TOKENS, part="encoder"),
        # State space.
        _model(
            "mamba2_2b",
            "mamba2",
            _uncached_embeds,
            {"hidden_size": 2560, "num_heads": 80, "vocab_size": 4096} | _TOKENS,
            layers=2,
        ),
    )
}
