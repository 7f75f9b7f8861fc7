"""A layer of experts, from the router to the weighted sum of each token's experts.

`--set moe` measures docs/examples/moe.mlir at sizes of large models, in FP8 and in bf16,
beside the same layer in torch: its router, its sort, its gather and `torch._grouped_mm`,
under torch.compile. Weights are prepared before, as for inference.
"""
