"""The laboratory of lowp: what measures kernels, layers and models beside other libraries.

python -m lowp.bench, lowp.torch.bench and lowp.torch.measure run it.
"""
