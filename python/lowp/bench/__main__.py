from lowp._lab import run

run("lowp.bench", "lowp_lab.bench.cli")
