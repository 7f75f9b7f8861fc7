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
    "layouts,lowp-form-kernels",
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
    "lowp-allow-approximations",
    "lowp-alternate-order",
    "lowp-apply-recipes",
    "lowp-attach-chip",
    "lowp-call-libm",
    "lowp-check-allocations",
    "lowp-check-numbers",
    "lowp-check-shapes",
    "lowp-collapse-rows",
    "lowp-compile-kernels{format=isa}",
    "lowp-convert-asserts",
    "lowp-decompose-scaled",
    "lowp-decompose-softmax",
    "lowp-divide-contractions",
    "lowp-drop-batches",
    "lowp-drop-signature-attributes",
    "lowp-drop-unit-dims",
    "lowp-duplicate-fills",
    "lowp-emulate-formats",
    "lowp-emulate-small-floats",
    "lowp-erase-unused-results",
    "lowp-expand-dynamic-reshapes",
    "lowp-expand-float-casts",
    "lowp-expand-integer-divisions",
    "lowp-expand-quantize",
    "lowp-expand-spread-rows",
    "lowp-extract-factors",
    "lowp-fold-positions",
    "lowp-form-epilogues",
    "lowp-form-external-calls",
    "lowp-form-fusions",
    "lowp-form-gemms",
    "lowp-form-groups",
    "lowp-form-kernels",
    "lowp-gpu-defer-stores",
    "lowp-gpu-distribute-cta-ops",
    "lowp-gpu-extern-shared-memory",
    "lowp-gpu-materialize-pipelines",
    "lowp-gpu-overlap-launches",
    "lowp-gpu-plan-shared-memory",
    "lowp-gpu-plan-tensor-memory",
    "lowp-gpu-schedule-tiles",
    "lowp-gpu-specialize-warps",
    "lowp-gpu-unroll-k",
    "lowp-gpu-verify-kernel",
    "lowp-guard-float-casts",
    "lowp-guard-views",
    "lowp-hoist-checks",
    "lowp-host-launch",
    "lowp-inline-fusions",
    "lowp-keep-old-values",
    "lowp-legalize-tensor-ops",
    "lowp-lift-reads",
    "lowp-link-scatters",
    "lowp-mangle-names",
    "lowp-merge-fusions",
    "lowp-merge-gpu-modules",
    "lowp-merge-reductions",
    "lowp-merge-sizes",
    "lowp-normalize-contractions",
    "lowp-outline-copies",
    "lowp-outline-fusions",
    "lowp-place-updates",
    "lowp-plan-recipes",
    "lowp-plan-workspace",
    "lowp-prepare-generic-kernels",
    "lowp-prepare-parameters",
    "lowp-propagate-layouts",
    "lowp-protect-arguments",
    "lowp-read-offsets",
    "lowp-reassociate-sums",
    "lowp-recompute-results",
    "lowp-refine-scales",
    "lowp-refuse-memory-spaces",
    "lowp-report-traffic{traffic-file=/dev/null}",
    "lowp-restore-names",
    "lowp-results-to-arguments",
    "lowp-return-on-failure",
    "lowp-round-matmuls",
    "lowp-select-kernel-config",
    "lowp-select-recipes{recipe=auto chip=sm_90a}",
    "lowp-separate-destinations",
    "lowp-share-kernels",
    "lowp-simplify-generics",
    "lowp-simplify-reductions",
    "lowp-simplify-reshapes",
    "lowp-sink-concats",
    "lowp-small-floats-to-bytes",
    "lowp-small-floats-to-integers",
    "lowp-split-gpu-modules",
    "lowp-split-matmuls",
    "lowp-split-reductions",
    "lowp-split-stages",
    "lowp-tie-loop-values",
    "lowp-turn-results",
    "lowp-unfold-convolutions",
    "lowp-unroll-loops",
    "lowp-unroll-sums",
    "lowp-verify-fusions",
    "lowp-verify-host-code",
    "lowp-verify-kernel-config",
    "lowp-verify-level",
    "lowp-verify-program",
    "lowp-widen-sums",
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
