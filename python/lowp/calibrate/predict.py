"""Predictions of the compiler with other constants."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from lowp._explain import report_of
from lowp.calibrate.cases import Measured
from lowp.calibrate.machine import Part
from lowp.calibrate.part_file import save_part


class Predictor:
    """Asks the compiler, which has the formulas: there is no second copy of them that
    could say something else. folder: for files of its own."""

    def __init__(self, part: Part, folder: str) -> None:
        self._part = part
        self._folder = folder
        self._pool = ThreadPoolExecutor(os.cpu_count())

    def predict(
        self, cases: Sequence[Measured], figures: Mapping[str, float]
    ) -> list[float | None]:
        """Seconds of each case if `figures` are the part's; None where the models do
        not speak of all its launches."""
        path = os.path.join(self._folder, "part.json")
        save_part(path, "trial", self._part.name, figures)
        options = {"chip": self._part.chip, "part_file": path}

        def predict(case: Measured) -> float | None:
            given = {**options, "math": case.math}
            return _sum(report_of(case.text, "lowp-traffic", "traffic_file", given, case.name))

        return list(self._pool.map(predict, cases))


def _sum(report: dict) -> float | None:
    """Seconds of all launches of a traffic report."""
    total = 0.0
    for function in report["functions"]:
        for launch in function["launches"]:
            if "predicted_us" not in launch or launch["times"] != 1:
                return None
            total += launch["predicted_us"] * 1e-6
    return total or None
