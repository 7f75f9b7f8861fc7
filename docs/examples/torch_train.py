"""Trains a small model of transformers in FP8: convert, then train as before.

    pip install transformers
    python docs/examples/torch_train.py

On a GPU the layers are those of a real model in width; on the CPU, where lowp is the
reference, they are small.
"""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

import lowp.torch


def make_model(device: str) -> torch.nn.Module:
    width, hidden, layers = (2048, 5632, 4) if device == "cuda" else (128, 256, 2)
    config = LlamaConfig(
        vocab_size=256,
        hidden_size=width,
        intermediate_size=hidden,
        num_hidden_layers=layers,
        num_attention_heads=width // 64,
        num_key_value_heads=width // 64,
        use_cache=False,
    )
    torch.manual_seed(0)
    return LlamaForCausalLM(config).to(device, torch.bfloat16)


def train(model: torch.nn.Module, steps: int) -> list[float]:
    """Bytes of this file as tokens. Returns the losses."""
    with open(__file__, "rb") as file:
        text = torch.frombuffer(bytearray(file.read()), dtype=torch.uint8).long()
    rows = text[: len(text) // 128 * 128].view(-1, 128)[:8].to(model.device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, fused=True)
    losses = []
    for _ in range(steps):
        loss = model(input_ids=rows, labels=rows).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return losses


def main() -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    for recipe in (None, "blockwise_training"):
        model = make_model(device)
        if recipe is not None:
            # The head stays as it is: it is small here, and losses are sensitive.
            lowp.torch.convert(model, recipe, deny="lm_head")
            print(lowp.torch.report(model))
        losses = train(model, steps=5)
        print(recipe or "bfloat16", *(f"{loss:.4f}" for loss in losses))


if __name__ == "__main__":
    main()
