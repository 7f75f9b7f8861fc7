"""What programs are drawn of."""

from dataclasses import dataclass

from oracle.presets import MATMULS, with_powers_of_two


@dataclass(frozen=True)
class Mix:
    """steps: the most forms of a program. dims: the fewest and the most dimensions of tensors
    of views. unknown: the share of tensors and parts with sizes that only the call tells.
    quantizes: the share of quantizes among the forms. math: "exact" or "fast". families:
    those that forms are taken from, all if there are none. tensor_cores: whether sums of
    products may have the bits that tensor cores keep, not those of f32. waiting: whether
    forms that wait for a fault to be mended are taken, too. powers_of_two: whether scales of
    blocks that a matmul's recipe has in f32 are powers of two."""

    steps: int = 8
    dims: tuple = (2, 4)
    unknown: float = 0.1
    quantizes: float = 0.1
    math: str = "exact"
    families: tuple = ()
    tensor_cores: bool = False
    waiting: bool = False
    powers_of_two: bool = False

    @property
    def is_fast(self):
        return self.math == "fast"

    def preset(self, recipe):
        """What a matmul under a recipe must compute."""
        preset = MATMULS[recipe]
        return with_powers_of_two(preset) if self.powers_of_two else preset
