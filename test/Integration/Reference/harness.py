"""Runs functions of generated MLIR on the CPU and collects what is wrong.

One `Suite` is one module: cases add a function, its inputs and the outputs they
expect; `run` makes all calls in each host (hosts.py) and compares.
"""

import argparse
import collections
import itertools
import os
import pathlib
import re
import sys
import tempfile

import numpy as np

import hosts  # makes the oracle's folder known
from oracle.formats import DTYPES

# Functions of a suite in the check, from its first case to its last, besides those whose labels
# have a word that no other's has.
FUNCTIONS = 4
# Cases of one label of so many are computed in the check, where a suite asks before it computes.
STEP = 7


def sample_size(default):
    """How many random values a suite takes: 10^7 if LOWP_LONG_TESTS is set."""
    return 10**7 if os.environ.get("LOWP_LONG_TESTS") else default


def read_sample(text):
    """How many functions of a suite run, of a count or of two: the second one counts if
    LOWP_LONG_TESTS is set."""
    counts = text.split(",")
    return int(counts[-1 if os.environ.get("LOWP_LONG_TESTS") else 0])


def words(label):
    """The words and sizes of a label, which are the values of what cases differ in."""
    return set(re.findall(r"[^\s,()<>=|x]+(?:x[^\s,()<>=|x]+)*", label))


def bits(array):
    return array.view(np.dtype(f"u{array.dtype.itemsize}"))


def same_bits(got, want):
    """Equal bit for bit; every NaN equals every other NaN."""
    with np.errstate(all="ignore"):
        both_nan = (got != got) & (want != want)
    return (bits(got) == bits(want)) | both_nan


def expect_bits(want):
    """An output that must be `want`, bit for bit."""
    want = np.ascontiguousarray(want)
    return want.shape, want.dtype, lambda got: same_bits(got, want)


def expect_within(want, bound, dtype):
    """An output that may differ from `want` by `bound`; NaN must be NaN."""

    def check(got):
        wide = got.astype(np.float64)
        with np.errstate(all="ignore"):
            close = np.abs(wide - want) <= bound
        return close | (wide == want) | (np.isnan(wide) & np.isnan(want))

    return want.shape, dtype, check


# LLVM's level for suites: the code runs a moment, and LLVM took half of their time.
FAST = 0


class Suite:
    """Cases that Python runs, and a sample of them other hosts; `foreign` ones have dialects
    of the tests, which only lowp-exec knows. `options` are keywords of lowp.compile.
    `externals` are what the GPU calls as external functions, by name, of numpy's arrays.

    The module is compiled once, without LLVM's optimizations, and all hosts run the program;
    with `as_shipped` each host compiles it, as users do."""

    def __init__(self, foreign=False, options={}, externals=(), as_shipped=False):
        parser = argparse.ArgumentParser()
        parser.add_argument("--bin", required=True, help="where the tools are")
        parser.add_argument("--lib", required=True, help="where liblowp-c.so is")
        parser.add_argument("--gpu", action="store_true", help="on the GPU alone")
        parser.add_argument(
            "--sample",
            type=read_sample,
            help="run so many functions alone; all of them: 0; in the check and in the long tests: N,N",
        )
        places = parser.parse_args()
        self.tools = pathlib.Path(places.bin)
        kinds = {"lowp-exec": hosts.Exec} if foreign else hosts.choose()
        self.least, self.as_shipped = 1.0, as_shipped
        self.meets_words = places.sample is None
        self.sample = read_sample(f"{FUNCTIONS},0") if self.meets_words else places.sample
        level = {} if as_shipped else {"host_opt_level": FAST}
        self.hosts = {
            name: kind(places.bin, places.lib, {**level, **options}) for name, kind in kinds.items()
        }
        if foreign:
            self.hosts["lowp-exec"].step = 1
        if places.gpu:
            gpu = hosts.Gpu(places.bin, places.lib, {**level, **options}, externals)
            # It refuses formats below 8 bits that are not packed, most of MX.
            self.hosts, self.least = {"gpu": gpu}, 0.4
        # Cases that differ in their inputs alone share a function.
        self.functions, self.cases = {}, []
        self.taken, self.words = {}, set()

    def takes(self, label):
        """Whether cases of the label are to be computed and added: all if all functions run,
        otherwise those of one label of STEP, and of the first with each word."""
        if label not in self.taken:
            new = words(label) - self.words
            is_taken = not self.sample or bool(new) or (len(self.taken) + 1) % STEP == 0
            self.taken[label] = is_taken
            self.words |= new if is_taken else set()
        return self.taken[label]

    def add(self, label, function, inputs, outputs):
        """`function` is MLIR with NAME for the name of the function."""
        name = self.functions.setdefault(function, f"case_{len(self.cases)}")
        self.cases.append((label, name, inputs, outputs))

    def run(self, complain=lambda: []):
        """Exits with 0 only if every case is as expected in every host, and
        `complain`, called after all comparisons, has nothing to say."""
        if 0 < self.sample < len(self.functions):
            self._choose()
        texts = {name: text.replace("NAME", name) for text, name in self.functions.items()}
        calls = [
            (name, texts[name], inputs, [output[:2] for output in outputs])
            for _, name, inputs, outputs in self.cases
        ]
        failures, runs = [], 0
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for host, runner in self.hosts.items():
                for index, results in runner.run("\n".join(texts.values()), calls, folder):
                    runs += 1
                    failures += self._compare(f"{host}: ", self.cases[index], results)
                if self.as_shipped:
                    (folder / hosts.SAVED).unlink(missing_ok=True)
        failures += complain()
        print(f"{len(self.cases)} cases, {runs} runs, {len(failures)} wrong outputs")
        print("\n".join(failures[:20]))
        ran = self.cases and runs >= self.least * len(self.cases)
        sys.exit(1 if failures or not ran else 0)

    def _choose(self):
        """Keeps as many functions as `sample` says, from the first to the last, with all
        their cases. In the check each word of the labels is met besides."""
        names = list(self.functions.values())
        kept = {names[int(i)] for i in np.linspace(0, len(names) - 1, self.sample)}
        if self.meets_words:
            kept |= self._with_other_words(kept)
        self.functions = {text: name for text, name in self.functions.items() if name in kept}
        self.cases = [case for case in self.cases if case[1] in kept]

    def _with_other_words(self, kept):
        """Functions of words that the labels of those `kept` lack; a word of one label alone
        is no value of several cases."""
        labels = {}
        for label, name, *_ in self.cases:
            labels.setdefault(name, set()).update(words(label))
        counts = collections.Counter(itertools.chain.from_iterable(labels.values()))
        met = set().union(*(labels[name] for name in kept))
        added = set()
        for name, its_words in labels.items():
            if any(counts[word] > 1 for word in its_words - met):
                added.add(name)
                met |= its_words
        return added

    @staticmethod
    def _compare(host, case, results):
        label, _, _, outputs = case
        for i, ((_, _, check), got) in enumerate(zip(outputs, results)):
            wrong = np.argwhere(~check(got))
            if len(wrong):
                first = tuple(int(k) for k in wrong[0])
                yield (
                    f"{host}{label}: output {i}: {len(wrong)} of {got.size} wrong, "
                    f"first at {first}: {got[first]!r} (bits {bits(got)[first]:#x})"
                )


def tensor_type(shape, element, dynamic=False):
    sizes = ["?", "?"] if dynamic else [str(size) for size in shape]
    return f"tensor<{'x'.join(sizes)}x{element}>"


def scaled_type(
    shape,
    element,
    recipe,
    order=(0, 1),
    layout="#lowp.compact",
    convention="decode",
    dynamic=False,
    packing="bytes",
    data="#lowp.identity",
):
    sizes = ["?", "?"] if dynamic else [str(size) for size in shape]
    return (
        f"!lowp.scaled<{'x'.join(sizes)}x{element}, {recipe}, "
        f"order = [{order[0]}, {order[1]}], data = {data}, scales = {layout}, "
        f"convention = {convention}, packing = {packing}>"
    )


def numerics_text(numerics):
    """All parameters, so that no preset stands between test and oracle."""
    flag = "true" if numerics.power_of_two else "false"
    return (
        f"<eps = {numerics.eps:e}, division = {numerics.division}, "
        f"power_of_two = {flag}, degenerate = {numerics.degenerate}, "
        f"saturation = {numerics.saturation}, "
        f"scale_rounding = {numerics.scale_rounding}, "
        f"rounding = {numerics.rounding}, quotient = {numerics.quotient}, "
        f"largest_factor = {numerics.largest_factor}, "
        f"small_scales = {numerics.small_scales}, "
        f"matrix_scale = {numerics.matrix_scale}>"
    )


def as_dtype(array, element):
    with np.errstate(all="ignore"):
        return np.ascontiguousarray(array.astype(DTYPES[element]))
