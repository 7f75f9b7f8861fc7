"""python -m lowp.torch.measure runs lowp_lab.torch.measure."""
