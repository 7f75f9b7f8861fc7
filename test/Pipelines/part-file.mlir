// A part of the user's changes prices, predictions of launches and the choice of
// kernels, alike for all tools.
// RUN: split-file %s %t
// RUN: lowp-opt %t/layer.mlir --lowp-explain="part=h200" -o /dev/null | FileCheck %s --check-prefix=BASE
// RUN: lowp-opt %t/layer.mlir --lowp-explain="part-file=%t/slow.json" -o /dev/null | FileCheck %s --check-prefix=SLOW
// RUN: lowp-opt %t/layer.mlir --lowp-explain="part-file=%t/slow.json file=%t/slow.out.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/slow.out.json
// RUN: lowp-opt %t/layer.mlir --lowp-to-cpu="recipe=auto part-file=%t/slow.json explain-file=%t/cpu" -o /dev/null
// RUN: FileCheck %s --check-prefix=SLOW --input-file=%t/cpu
// RUN: lowp-compile %t/layer.mlir --chip=sm_90a --recipe=auto --part-file=%t/slow.json --explain-file=%t/gpu -o %t/layer.ptx
// RUN: diff %t/cpu %t/gpu
// RUN: lowp-opt %t/layer.mlir --lowp-traffic="chip=sm_90a recipe=rowwise" -o /dev/null | FileCheck %s --check-prefix=TRAFFIC
// RUN: lowp-opt %t/layer.mlir --lowp-traffic="chip=sm_90a recipe=rowwise part-file=%t/late.json" -o /dev/null | FileCheck %s --check-prefix=LATE
// RUN: lowp-opt %t/layer.mlir --lowp-traffic="chip=sm_90a recipe=rowwise part-file=%t/late.json" -o - | FileCheck %s --check-prefix=ATTRIBUTE
// RUN: lowp-opt %t/layer.mlir --lowp-to-nvvm="chip=sm_90a serialize=false" --remarks-filter=lowp-select-kernel-config --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=CONFIG
// RUN: lowp-opt %t/layer.mlir --lowp-to-nvvm="chip=sm_90a serialize=false part-file=%t/slow.json" --remarks-filter=lowp-select-kernel-config --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=OTHER-CONFIG

// The name of a part is taken where a chip is asked for.
// RUN: lowp-compile %t/layer.mlir --chip=h100 --recipe=auto --explain-file=- -o %t/layer.ptx | FileCheck %s --check-prefix=NAMED
// NAMED: recipes for h100: 1 matmuls
// BASE: recipes for h200: 1 matmuls
// BASE: up {{ *}}8192x8192x4096 {{ *}}rowwise
// SLOW: recipes for slow: 1 matmuls
// SLOW: up {{ *}}8192x8192x4096 {{ *}}- {{.*}} no recipe makes it

// JSON: "figures": {
// JSON: "loaded_clock_8": 0.1
// JSON: "memory_gb_per_second": 4800
// JSON: "part": "slow"

// The launch of a fusion takes 100 us more.
// TRAFFIC: fusion {{ *}}1 {{.*}} [[#]].[[#]] {{ *}}layer_0
// LATE: fusion {{ *}}1 {{.*}} 1[[#]].[[#]]{{!? *}}layer_0
// ATTRIBUTE: lowp_gpu.part = {base = "h200", launch_microseconds = 1.000000e+02 : f64, name = "late"}

// CONFIG: tile = [[CONFIG:.*]]: about {{[0-9]+}} cycles
// OTHER-CONFIG: about [[#]][[#]][[#]][[#]][[#]][[#]][[#]] cycles

//--- slow.json
{"format": "lowp-part 1", "name": "slow", "base": "h200", "note": ["for people"],
 "figures": {"loaded_clock_8": 0.1, "late_launch": 1000000, "early_launch": 1000000}}

//--- late.json
{"format": "lowp-part 1", "name": "late", "base": "h200", "figures": {"launch_microseconds": 100}}

//--- layer.mlir
func.func @layer(%x: tensor<8192x4096xbf16>, %w: tensor<4096x8192xbf16>) -> tensor<8192x8192xbf16> {
  %c = arith.constant 0.0 : bf16
  %0 = tensor.empty() : tensor<8192x8192xbf16>
  %1 = linalg.fill ins(%c : bf16) outs(%0 : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  %y = linalg.matmul {lowp.name = "up"} ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
    outs(%1 : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  return %y : tensor<8192x8192xbf16>
}
