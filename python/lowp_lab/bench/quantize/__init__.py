"""Kernels at the speed of memory: quantizes, alone and with what they read.

    python -m lowp.bench --set quantize

measures each case against `torch.compile` of the same mathematics and against a
copy by a kernel, which is replayed between them. The figure is the share of the
copy's bandwidth: ideal bytes (each input once, each output once, scales included)
by time.
"""
