# Configures the lit tests below this folder: *.mlir, *.ptx and *.test files, and scripts that
# say how they run.
#
# Features that a test may ask for with REQUIRES:
#   ptxas      a PTX assembler was found; the substitution %ptxas runs it
#   cuda       the CUDA driver sees at least one device
#   cuda-smXY  ... of compute capability X.Y, e.g. cuda-sm90
#   numpy      %python has numpy and ml_dtypes
#   torch      %python has torch, which some oracles are compared with
#   torchao    ... and torchao 0.18, which lowp itself is compared with
#   asserts    lowp's own asserts are on
#   static     the tools are linked statically
#   cc         there is a C compiler called cc
#   plugin     LowpPlugin was built for the installed mlir-opt
#   long       LOWP_LONG_TESTS is set; as in RUN: %if long %{ ... %}
#
# %twins FILE prints a test of invalid input with its twins, see expand_twins.py.
#
# With --param simulate=1, the simulator of lib/Simulator is the GPU.
#
# With --param roundtrip=1, each lowp-opt also checks that its input survives
# printing and parsing, as text and as bytecode.

import ctypes
import os
import shutil
import subprocess
import sys

from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

sys.path.insert(0, os.path.dirname(__file__))
from measured_tests import MeasuredShTest  # (needs the path above)

config.name = "lowp"
config.test_format = MeasuredShTest(execute_external=False)
config.suffixes = [".mlir", ".ptx", ".py", ".test"]
config.excludes = ["Inputs", "lib", "unit"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.lowp_build_dir, "test")


simulator = None
if lit_config.params.get("simulate", "0") != "0":
    simulator = os.path.join(config.lowp_lib_dir, "simulator")


def cuda_features():
    """Asks the CUDA driver which devices there are; none without a driver."""
    try:
        cuda = ctypes.CDLL(os.path.join(simulator or "", "libcuda.so.1"))
    except OSError:
        return set()
    count = ctypes.c_int(0)
    if cuda.cuInit(0) != 0 or cuda.cuDeviceGetCount(ctypes.byref(count)) != 0:
        return set()
    features = set()
    for device in range(count.value):
        capability = []
        for attribute in (75, 76):  # COMPUTE_CAPABILITY_MAJOR, _MINOR
            value = ctypes.c_int(0)
            cuda.cuDeviceGetAttribute(ctypes.byref(value), attribute, device)
            capability.append(str(value.value))
        features |= {"cuda", "cuda-sm" + "".join(capability)}
    return features


def python_can(program):
    command = [config.lowp_python, "-c", program]
    return subprocess.run(command, capture_output=True).returncode == 0


def python_has(*modules):
    return python_can("import " + ", ".join(modules))


def python_has_torchao():
    """Other versions compute other bits. Importing torchao takes seconds: its
    version is in the metadata."""
    return python_can(
        "from importlib.metadata import version\nassert version('torchao').startswith('0.18.')"
    )


# lit runs as many tests as there are cores: threads of theirs only wait for each
# other, which took most of the processor's time. Processes of inductor would import torch, too.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "TORCHINDUCTOR_COMPILE_THREADS"):
    config.environment[variable] = "1"

config.available_features |= cuda_features()
if os.path.exists(config.lowp_ptxas):
    config.available_features.add("ptxas")
    # What setup.sh unpacked is not on PATH.
    config.environment["LOWP_PTXAS"] = config.lowp_ptxas
if python_has("numpy", "ml_dtypes"):
    config.available_features.add("numpy")
if python_has("torch"):
    config.available_features.add("torch")
    if python_has_torchao():
        config.available_features.add("torchao")
if config.lowp_asserts:
    config.available_features.add("asserts")
if config.lowp_static:
    config.available_features.add("static")
if os.environ.get("LOWP_LONG_TESTS"):
    config.available_features.add("long")
if shutil.which("cc"):
    config.available_features.add("cc")
lowp_plugin = os.path.join(config.lowp_lib_dir, "LowpPlugin.so")
if os.path.exists(lowp_plugin):
    config.available_features.add("plugin")

# Before LLVM's own, which would take the Python that runs lit.
config.substitutions.append(("%python", '"%s"' % config.lowp_python))
twins = os.path.join(config.test_source_root, "expand_twins.py")
config.substitutions.append(("%twins", f'"{config.lowp_python}" -I -S "{twins}"'))
config.substitutions.append(("%ptxas", '"%s"' % config.lowp_ptxas))
config.substitutions.append(("%lowp_source_dir", config.lowp_source_dir))
config.substitutions.append(("%lowp_tools_dir", config.lowp_tools_dir))
config.substitutions.append(("%lowp_lib_dir", config.lowp_lib_dir))
config.substitutions.append(("%lowp_plugin", lowp_plugin))
config.substitutions.append(
    (
        "%load_lowp",
        f"--load-dialect-plugin={lowp_plugin} --load-pass-plugin={lowp_plugin}",
    )
)
# A driver that has no device, see test/unit/Runtime/FakeCuda.h.
fake_cuda = os.path.join(config.lowp_build_dir, "lib", "libLowpFakeCuda.so")
config.substitutions.append(("%fake_cuda", fake_cuda))
# Two multiprocessors: a CTA computes several tiles even of small matrices.
simulate = f"LOWP_SIMULATOR_SMS=2 {config.lowp_tools_dir}/lowp-simulate"
config.substitutions.append(("%simulate", f"env {simulate}"))
# The simulator reads PTX, too. Where the check assembles kernels of the kind elsewhere, it does
# without a ptxas, which takes as long as all else does for small kernels.
without_ptxas = "" if "long" in config.available_features else "-u LOWP_PTXAS PATH=/usr/bin:/bin"
config.substitutions.append(("%run_ptx", f"env {without_ptxas} {simulate}"))
config.substitutions.append(
    ("%simulator", os.path.join(config.lowp_lib_dir, "simulator", "libcuda.so.1"))
)
llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(
    ["mlir-opt", "mlir-tblgen", "mlir-translate", "llc", "llvm-readelf", "split-file"],
    [config.llvm_tools_dir],
)

roundtrip = lit_config.params.get("roundtrip", "0") != "0"
llvm_config.add_tool_substitutions(
    [
        ToolSubst(
            tool,
            extra_args=["--verify-roundtrip"] if roundtrip and tool == "lowp-opt" else [],
        )
        for tool in config.lowp_tools
    ],
    [config.lowp_tools_dir],
)

llvm_config.with_system_environment(
    ["HOME", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "TMPDIR", "LOWP_LONG_TESTS"]
)
if simulator:
    config.available_features.add("simulated")
    llvm_config.with_environment("LD_LIBRARY_PATH", simulator, append_path=True)
    llvm_config.with_environment("LOWP_SIMULATOR_PTXAS", config.lowp_ptxas)
    llvm_config.with_environment("LOWP_PTXAS", os.path.join(simulator, "ptxas"))
    llvm_config.with_system_environment(["LOWP_SIMULATOR_SEED", "LOWP_SIMULATOR_THREADS"])
# Wherever the simulator runs, a block of a persistent kernel computes several tiles.
config.environment["LOWP_SIMULATOR_SMS"] = os.environ.get("LOWP_SIMULATOR_SMS", "3")
