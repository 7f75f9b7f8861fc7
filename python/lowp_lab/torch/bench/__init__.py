"""Layers of a transformer under torch.compile: lowp, inductor, torchao.

python -m lowp.torch.bench --json layers.json
"""
