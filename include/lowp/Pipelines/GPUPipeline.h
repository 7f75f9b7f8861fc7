//===- GPUPipeline.h - From lowp to kernels and host code -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_GPUPIPELINE_H
#define LOWP_PIPELINES_GPUPIPELINE_H

#include "lowp/Pipelines/CompileOptions.h"

namespace mlir {
class OpPassManager;

namespace lowp {

/// Options of `lowp-to-nvvm`: those of a compilation, and where to stop.
struct LowpToNVVMOptions : CompileOptionsText,
                           PassPipelineOptions<LowpToNVVMOptions> {
  Option<bool> serialize{
      *this, "serialize",
      llvm::cl::desc("Compile kernels to images; off: stop at NVVM"),
      llvm::cl::init(true)};
  Option<bool> host{
      *this, "host",
      llvm::cl::desc("Lower the host code too; off: stop at gpu.binary ops"),
      llvm::cl::init(true)};
};

/// Lowers a module of functions on tensors to kernels for one chip and to host
/// code in the LLVM dialect that launches them. A function `f` is called as
/// `void f(LowpCall *, ...)`, see `lowp-host-launch`: results come after the
/// arguments, a scaled value is two tensors, data and scales. The context must
/// know what `lowp::registerAllDialects` registers.
void buildLowpToNVVMPipeline(OpPassManager &manager,
                             const LowpToNVVMOptions &options);

/// Options of `lowp-traffic`: those of a compilation. Without `traffic-file`
/// the report goes to standard output.
struct TrafficOptions : CompileOptionsText,
                        PassPipelineOptions<TrafficOptions> {};

/// Lowers a module to operations on buffers, each of which would be a launch,
/// and reports them. Takes a fraction of the time that kernels take.
void buildTrafficPipeline(OpPassManager &manager,
                          const TrafficOptions &options);

/// The three parts of the pipeline: up to functions whose arguments and results
/// are what callers see, up to images, and from there on.
void buildProgramPipeline(OpPassManager &manager,
                          const CompileOptions &options);
void buildImagePipeline(OpPassManager &manager, const CompileOptions &options);
void buildHostPipeline(OpPassManager &manager, Names names);

/// Up to operations on buffers, each of which would be a launch, without a plan
/// of recipes.
void buildLaunchPipeline(OpPassManager &manager, const CompileOptions &options);

/// Makes the pipelines available as `lowp-to-nvvm` and `lowp-traffic`.
void registerGPUPipelines();

} // namespace lowp
} // namespace mlir

#endif // LOWP_PIPELINES_GPUPIPELINE_H
