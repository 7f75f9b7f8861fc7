"""Checks lowp's kernels on this machine's GPU.

    python -m lowp.check                     # compiles in this process
    python -m lowp.check --json card.json    # and writes what came of it, to send
    python -m lowp.check --precompile DIR    # where lowp-compile is, then
    python -m lowp.check --modules DIR       # where there is a GPU

Every product is computed twice into memory full of NaN: both results must be the
same bits, have no NaN left, leave the memory after them alone, and be as close
to the product in f64 as their type and accumulation allow. With torch, data are
made on the GPU and large shapes are checked too; without it numpy and the driver
do for small ones, and without both Python's standard library for the smallest.
What is left out for that is counted and said.

Whole functions (quantization, linear layers, products of MX and NVFP4, which chips
without them emulate, a feed-forward layer) are compared with the reference path on the
host: quantized values must be the same bits.

Grouped matmuls are drawn (--grouped 1000 for as many): kinds of scales, groups of rows
and of K, batches with counts, any sizes. Rows in no group are NaN in the operands, and must
be what they were in the result.
"""
