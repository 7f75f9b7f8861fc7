"""Measures converted models without torch.compile: layers, overhead, convergence.

python -m lowp.torch.measure eager --json eager.json
python -m lowp.torch.measure overhead --json overhead.json
python -m lowp.torch.measure convergence --recipes=bf16,auto --csv curves.csv
"""
