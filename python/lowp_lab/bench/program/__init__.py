"""A whole program against a function of torch, in one run.

    python -m lowp.bench --program layer.mlir --recipe rowwise --shape M=2048
        --torch layer.py:layer

measures the program against the function as it is and under `torch.compile`, says how
far results are apart, and what each launch of the program takes and moves.
"""
