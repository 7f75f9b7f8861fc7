"""Models of transformers with tiny sizes. LOWP_TRANSFORMERS may name a folder with the package."""

import os
import sys

sys.path.extend(filter(None, [os.environ.get("LOWP_TRANSFORMERS")]))

SIZES = {
    "vocab_size": 128,
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 1,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 128,
}
EXPERTS = {"num_local_experts": 4, "num_experts_per_tok": 2}
LATENT = {
    "num_hidden_layers": 2,
    "num_key_value_heads": 4,
    "moe_intermediate_size": 64,
    "n_shared_experts": 1,
    "n_routed_experts": 4,
    "num_experts_per_tok": 2,
    "n_group": 1,
    "topk_group": 1,
    "first_k_dense_replace": 1,
    "q_lora_rank": 32,
    "kv_lora_rank": 32,
    "qk_rope_head_dim": 16,
    "qk_nope_head_dim": 16,
    "v_head_dim": 16,
}
MODELS = {
    "Llama": SIZES,
    "Qwen3": {**SIZES, "head_dim": 16},
    "Mixtral": {**SIZES, **EXPERTS},
    "GptOss": {
        **SIZES,
        **EXPERTS,
        "head_dim": 16,
        "sliding_window": 32,
        "layer_types": ["sliding_attention"],
    },
    "DeepseekV3": {**SIZES, **LATENT},
}

# Whose layers are not compiled one by one.
OTHERS = {
    "Qwen3Moe": {
        **SIZES,
        "head_dim": 16,
        "num_experts": 4,
        "num_experts_per_tok": 2,
        "moe_intermediate_size": 64,
        "decoder_sparse_step": 1,
    }
}


def make(name, **options):
    """A causal language model with weights of bf16, the same ones each time."""
    import torch
    import transformers

    torch.manual_seed(0)
    config = getattr(transformers, f"{name}Config")(**{**MODELS, **OTHERS}[name])
    return transformers.AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16, **options)
