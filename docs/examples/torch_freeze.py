"""Freezes a model of transformers for inference in FP8 and generates with it.

pip install transformers
python docs/examples/torch_freeze.py
"""

import torch
from torch_train import make_model

import lowp.torch


def main() -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = make_model(device).eval()
    prompt = torch.tensor([list(b"import torch")], device=device)
    options = {"max_new_tokens": 8, "do_sample": False, "use_cache": True}
    plain = model.generate(prompt, **options)
    before = sum(each.nbytes for each in model.state_dict().values())

    lowp.torch.convert(model, "blockwise_training", deny="lm_head")
    lowp.torch.freeze(model)
    state = model.state_dict()
    after = sum(each.nbytes for each in state.values() if isinstance(each, torch.Tensor))
    print(f"weights: {before} bytes, frozen {after}")
    with torch.inference_mode():
        frozen = model.generate(prompt, **options)
    print("bfloat16", plain[0, prompt.shape[1] :].tolist())
    print("frozen  ", frozen[0, prompt.shape[1] :].tolist())


if __name__ == "__main__":
    main()
