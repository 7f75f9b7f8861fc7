"""Draws the roofline of a part, with the matmuls of a program on it.

    lowp-opt layer.mlir --lowp-explain="part=h200 file=layer.json" -o /dev/null
    python -m lowp.roofline layer.json -o roofline.png

    python -m lowp.bench --program layer.mlir --json measured.json
    python -m lowp.roofline layer.json --measured measured.json -o roofline.png

Each matmul has two points, as it is and with the recipe that it gets, by predicted
times; a line leads down to its speed with the quantizes. The roof is that of the part
for which the table was made. With --measured the launches of a program are drawn
instead, as predicted and as measured.
"""
