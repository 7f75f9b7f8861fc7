"""Fits the constants of the cost models to measurements of your own card.

    python -m lowp.bench --json dense.json
    python -m lowp.bench --set bf16 --json bf16.json
    python -m lowp.bench --set quantize --json quantize.json
    python -m lowp.calibrate dense.json bf16.json quantize.json -o my-h200.json
    lowp-compile model.mlir --chip=sm_90a --part-file=my-h200.json -o model.so

needs no GPU: the compiler predicts what was measured, again and again with other
constants. Few of these belong to a card: what memory reaches, what a launch takes, the
clock under load. They are fitted by least squares on the logarithm of time, in which an
outlier counts little; the others stay as they are.
"""
