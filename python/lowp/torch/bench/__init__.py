"""python -m lowp.torch.bench runs lowp_lab.torch.bench."""
