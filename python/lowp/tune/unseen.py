"""Problems on which nothing of lowp was tuned or fitted, to judge the cost model by.

The rule: 30 problems. M falls into 30 equal parts of 1 to 16384 on a logarithmic
scale, anywhere inside its part. N and K are a weight of a language model, whole or a
part of one split over 8 GPUs, each at most once, and none that lowp.bench has. The
four kinds take turns. What is random follows from a seed.
"""

from __future__ import annotations

import random

from lowp.bench.products.kinds import KINDS, MEASURED_KINDS
from lowp.bench.products.problem import Problem
from lowp.bench.products.shapes import Shape

COUNT = 30
_GREATEST_M = 16384
_SEED = 20261147

# N x K by model. Each weight is listed once, under the first model that has it.
WEIGHTS = {
    "Llama 3.1 8B": [(6144, 4096), (4096, 4096), (28672, 4096), (4096, 14336)],
    "Llama 3.1 70B / 8": [(1280, 8192), (8192, 1024), (7168, 8192), (8192, 3584)],
    "Llama 3.1 405B / 8": [(2304, 16384), (16384, 2048), (13312, 16384), (16384, 6656)],
    "Qwen 2.5 1.5B": [(2048, 1536), (1536, 1536), (17920, 1536), (1536, 8960)],
    "Qwen 2.5 7B": [(4608, 3584), (3584, 3584), (37888, 3584), (3584, 18944)],
    "Qwen 2.5 14B": [(7168, 5120), (5120, 5120), (27648, 5120), (5120, 13824)],
    "Qwen 2.5 72B / 8": [(7392, 8192), (8192, 3696)],
    "Gemma 2 9B": [(8192, 3584), (3584, 4096), (28672, 3584), (3584, 14336)],
    "Gemma 2 27B": [(4608, 4096), (73728, 4608), (4608, 36864)],
    "GPT-OSS 20B": [(5120, 2880), (2880, 4096)],
    "Phi 3 mini": [(9216, 3072), (3072, 3072), (16384, 3072), (3072, 8192)],
    "Falcon 7B": [(4672, 4544), (4544, 4544), (18176, 4544), (4544, 18176)],
    "GLM 4 9B": [(27392, 4096), (4096, 13696)],
    "Yi 34B": [(9216, 7168), (7168, 7168), (40960, 7168), (7168, 20480)],
}


def _draw_weights(draw) -> list[tuple[int, int]]:
    """COUNT distinct weights in random order."""
    weights = list(dict.fromkeys(nk for some in WEIGHTS.values() for nk in some))
    return [weights.pop(int(draw() * len(weights))) for _ in range(COUNT)]


def unseen_problems() -> list[Problem]:
    """The problems, the same ones everywhere."""
    # Only random() of the generator is promised to stay as it is.
    draw = random.Random(_SEED).random
    kinds = [KINDS[name] for name in MEASURED_KINDS]
    problems = []
    for number, (n, k) in enumerate(_draw_weights(draw)):
        m = int(_GREATEST_M ** ((number + draw()) / COUNT))
        problems.append(Problem(kinds[number % len(kinds)], Shape(m, n, k)))
    return problems
