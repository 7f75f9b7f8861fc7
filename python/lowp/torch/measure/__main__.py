from lowp._lab import run

run("lowp.torch.measure", "lowp_lab.torch.measure.__main__")
