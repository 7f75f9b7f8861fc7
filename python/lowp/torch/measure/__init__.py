"""Measures converted models without torch.compile: layers, overhead, convergence.

    python -m lowp.torch.measure eager --json eager.json
    python -m lowp.torch.measure overhead --json overhead.json
    python -m lowp.torch.measure convergence --recipe=rowwise_training --json rowwise.json
"""
