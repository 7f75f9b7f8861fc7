"""Draws the losses that `convergence` wrote: one curve for each run.

python -m lowp_lab.torch.measure.plot convergence.json --svg=losses.svg
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

Curve = tuple[list[int], list[float]]


def smooth(losses: list[float], steps: int) -> Curve:
    """The mean of each `steps` losses that follow each other, at the last of them."""
    ends = range(steps, len(losses) + 1, steps)
    return list(ends), [sum(losses[end - steps : end]) / steps for end in ends]


def read_curves(path: str, steps: int) -> dict[str, Curve]:
    """What to draw of a file, by the names of its runs: a recipe, and @ a seed."""
    runs = json.loads(Path(path).read_text())["results"]["runs"]
    return {name: smooth(run["losses"], steps) for name, run in runs.items()}


def draw(curves: dict[str, Curve], svg: str) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.fonttype"] = "none"
    matplotlib.rcParams["svg.hashsalt"] = "lowp"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 3.5))
    for name, (steps, losses) in curves.items():
        axes.plot(steps, losses, label=name, linewidth=1)
    axes.set_xlabel("step")
    axes.set_ylabel("loss")
    axes.set_yscale("log")
    axes.set_yticks([0.7, 0.8, 1, 1.5, 2, 3], ["0.7", "0.8", "1", "1.5", "2", "3"])
    axes.minorticks_off()
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(svg, metadata={"Date": None, "Creator": None})


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m lowp_lab.torch.measure.plot", description=__doc__
    )
    parser.add_argument("files", nargs="+", help="what convergence --json wrote")
    parser.add_argument("--svg", required=True)
    parser.add_argument("--mean-of", type=int, default=25, help="steps for each point")
    arguments = parser.parse_args(words)
    curves: dict[str, Curve] = {}
    for path in arguments.files:
        curves |= read_curves(path, arguments.mean_of)
    draw(curves, arguments.svg)


if __name__ == "__main__":
    main()
