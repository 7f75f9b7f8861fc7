"""What the simulator's chip changes in what programs must compute."""

import os

import hosts  # noqa: F401  (makes the oracle's folder known)
from oracle.presets import MATMULS, with_powers_of_two

# Whether products add up in tensor memory, and take scales of blocks of a recipe.
HAS_TENSOR_SUMS = os.environ.get("LOWP_SIMULATOR_CHIP", "").startswith("sm_10")
# Whether products take scales of blocks of 16 and 32 elements.
HAS_SCALED_PRODUCTS = os.environ.get("LOWP_SIMULATOR_CHIP", "").startswith(("sm_10", "sm_12"))


def preset_of(recipe):
    """What a matmul must compute under a recipe, which has a name."""
    preset = MATMULS[recipe]
    return with_powers_of_two(preset) if HAS_TENSOR_SUMS else preset
