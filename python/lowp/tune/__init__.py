"""Searches the fastest config of matrix products and keeps it as a file that the
compiler reads.

    python -m lowp.tune --kinds rowwise --shapes 16x5120x13824 --config-file my.json
    lowp-compile model.mlir --chip=sm_90a --config-file=my.json -o model.so

    python -m lowp.tune ... --precompile DIR    # where lowp-compile is, then
    python -m lowp.tune --modules DIR           # where there is a GPU and torch
    python -m lowp.tune --unseen ...            # how good is the cost model?

The compiler lists the legal configs of a problem in the order of its cost model;
all that the options let through are compiled, compared with the model's choice, and
measured in one process as lowp.bench measures: CUDA graphs over rotating buffers of
random data, replayed alternately, medians. The fastest ones are measured once more,
and longer; only these figures count.
"""
