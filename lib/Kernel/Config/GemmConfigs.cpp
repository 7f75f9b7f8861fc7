//===- GemmConfigs.cpp - The kernels that a gemm names --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Config/KernelConfig.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

SmallVector<ConfigAttr> mlir::lowp_gpu::listConfigs(Attribute attribute) {
  if (auto table = dyn_cast<ConfigTableAttr>(attribute))
    return llvm::to_vector(table.getConfigs());
  return {cast<ConfigAttr>(attribute)};
}

FailureOr<SmallVector<GemmKernelSpec, 0>>
mlir::lowp_gpu::analyzeGemmKernels(GemmOp gemm) {
  Attribute attribute = gemm->getAttr(LowpGPUDialect::getConfigAttrName());
  FailureOr<GemmKernelSpec> common = analyzeGemmKernel(gemm, ConfigAttr());
  if (failed(common))
    return failure();
  if (isa<ConfigTableAttr>(attribute) &&
      !ShapedType::isDynamic(common->problem.m))
    return gemm.emitOpError("expected one #lowp_gpu.config for a gemm of M = ")
           << common->problem.m << ", got " << attribute
           << "; a table is for M that only the run time knows";
  SmallVector<GemmKernelSpec, 0> specs;
  for (ConfigAttr config : listConfigs(attribute)) {
    GemmKernelSpec &spec = specs.emplace_back(*common);
    spec.config = config;
    if (failed(verifyConfig(gemm, spec)))
      return failure();
  }
  return specs;
}
