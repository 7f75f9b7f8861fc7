from lowp._lab import run

run("lowp.torch.bench", "lowp_lab.torch.bench.__main__")
