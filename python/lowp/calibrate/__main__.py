from lowp._lab import run

run("lowp.calibrate", "lowp.calibrate.cli")
