//===- Pipelines.cpp - What modules are sent through ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using llvm::ArrayRef;
using llvm::StringRef;

static constexpr StringRef kWholePipelines[] = {
    "lowp-to-cpu",
    "lowp-to-cpu{recipe=block_1x128_128x128}",
    "lowp-to-cpu{out-params=1}",
    "lowp-to-nvvm{chip=sm_90a serialize=0}",
    "lowp-to-nvvm{chip=sm_90a serialize=0}",
    "lowp-to-nvvm{chip=sm_90a serialize=0 reference=1}",
    "lowp-to-nvvm{chip=sm_90a serialize=0 recipe=rowwise}",
    "lowp-to-nvvm{chip=sm_90a serialize=0 recipe=auto}",
    "lowp-to-nvvm{chip=sm_90a serialize=0 allow-emulation=1}",
    "lowp-to-nvvm{chip=sm_100a serialize=0}",
    "lowp-to-nvvm{chip=sm_120a serialize=0}",
    "canonicalize,cse",
    "lowp-apply-recipes,canonicalize,cse",
    "lowp-attach-chip{chip=sm_90a},lowp-apply-recipes,lowp-propagate-"
    "layouts,lowp-form-gemms",
    "lowp-apply-recipes,convert-lowp-to-linalg",
    "convert-lowp-to-linalg{convert-kernels=1},lowp-decompose-scaled",
    "lowp-expand-quantize,convert-lowp-to-linalg,lowp-decompose-scaled",
    "inline,canonicalize,symbol-dce",
};

// Without lowp-serialize: it runs LLVM's back end, and its tests are in
// test/Target.
static constexpr StringRef kSinglePasses[] = {
    "convert-front-end-to-linalg",
    "convert-fusions-to-gpu",
    "convert-linalg-to-gpu",
    "convert-lowp-gpu-to-nvvm",
    "convert-lowp-to-linalg",
    "convert-lowp-to-lowp-gpu",
    "lowp-align-rows",
    "lowp-alternate-order",
    "lowp-apply-recipes",
    "lowp-attach-chip",
    "lowp-compile-kernels{format=isa}",
    "lowp-decompose-scaled",
    "lowp-divide-kernels",
    "lowp-expand-quantize",
    "lowp-expand-spread-rows",
    "lowp-finish-bufferization",
    "lowp-form-epilogues",
    "lowp-form-external-calls",
    "lowp-form-fusions",
    "lowp-form-gemms",
    "lowp-form-groups",
    "lowp-gpu-defer-stores",
    "lowp-gpu-distribute-cta-ops",
    "lowp-gpu-join-launches",
    "lowp-gpu-materialize-pipelines",
    "lowp-gpu-plan-shared-memory",
    "lowp-gpu-plan-tensor-memory",
    "lowp-gpu-prepare-launches",
    "lowp-gpu-schedule-tiles",
    "lowp-gpu-specialize-warps",
    "lowp-gpu-unroll-k",
    "lowp-gpu-verify-kernel",
    "lowp-host-launch",
    "lowp-inline-fusions",
    "lowp-insert-checks",
    "lowp-legalize-arith",
    "lowp-legalize-contractions",
    "lowp-legalize-formats",
    "lowp-legalize-math",
    "lowp-legalize-tensor-ops",
    "lowp-link-scatters",
    "lowp-mangle-names",
    "lowp-normalize-contractions",
    "lowp-pair-launches",
    "lowp-plan-recipes",
    "lowp-plan-workspace",
    "lowp-prepare-bufferization",
    "lowp-prepare-host-code",
    "lowp-prepare-parameters",
    "lowp-propagate-layouts",
    "lowp-report-traffic{traffic-file=/dev/null}",
    "lowp-reuse-buffers",
    "lowp-select-kernel-config",
    "lowp-select-recipes{recipe=auto adapt=true chip=sm_100a}",
    "lowp-simplify-reductions",
    "lowp-simplify-scalars",
    "lowp-simplify-views",
    "lowp-sink-concats",
    "lowp-split-stages",
    "lowp-verify-level",
    "lowp-write-arguments",
};

ArrayRef<StringRef> mlir::lowp::fuzz::getWholePipelines() {
  return kWholePipelines;
}

ArrayRef<StringRef> mlir::lowp::fuzz::getSinglePasses() {
  return kSinglePasses;
}

std::string mlir::lowp::fuzz::nestPass(StringRef pass) {
  mlir::OpPassManager manager;
  if (failed(mlir::parsePassPipeline(pass, manager, llvm::nulls())))
    return "";
  std::optional<StringRef> op =
      manager.size() == 1 ? manager.begin()->getOpName() : std::nullopt;
  if (!op || *op == "builtin.module")
    return pass.str();
  std::string nested = (*op + "(" + pass + ")").str();
  // Tests have kernels outside of GPU modules, too.
  return *op == "lowp_gpu.kernel" ? nested + ",gpu.module(" + nested + ")"
                                  : nested;
}
