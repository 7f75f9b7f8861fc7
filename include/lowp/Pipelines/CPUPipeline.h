//===- CPUPipeline.h - From lowp to LLVM on the CPU -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_CPUPIPELINE_H
#define LOWP_PIPELINES_CPUPIPELINE_H

#include "lowp/Pipelines/CompileOptions.h"

namespace mlir {
class OpPassManager;

namespace lowp {

/// What a caller of the CPU's code gets.
struct CPUForm {
  /// Results in buffers of the caller, after the arguments; otherwise in new
  /// ones.
  bool outParams = true;
  Names names = Names::Plain;
};

/// Options of `lowp-to-cpu`: those of a compilation that decide a program's
/// operations, and the form of its functions.
struct CPUPipelineOptions : PassPipelineOptions<CPUPipelineOptions> {
#define LOWP_COMPILE_OPTION(...)
#define LOWP_PROGRAM_OPTION(type, field, key, value, compileHelp, runHelp,     \
                            ...)                                               \
  Option<type> field{*this, key, llvm::cl::init(value), __VA_ARGS__};
#include "lowp/Pipelines/CompileOptions.def"
  Option<bool> outParams{
      *this, "out-params",
      llvm::cl::desc("Pass results in buffers of the caller, behind the "
                     "arguments, instead of returning new buffers"),
      llvm::cl::init(true)};
  Option<bool> restoreNames{
      *this, "restore-names",
      llvm::cl::desc("Give functions their names in the end; off: the mangled "
                     "ones, which no function of another library has"),
      llvm::cl::init(true)};

  CompileOptions get() const;
  CPUForm getForm() const;
};

/// Lowers a module of functions on tensors and scaled values to the LLVM
/// dialect, with the reference numerics. A function `f` is called by
/// `_mlir_ciface_f` with one memref descriptor per argument and, unless
/// `outParams` is off, per result; a scaled value is two of them, data and
/// scales. The context must know what `lowp::registerAllDialects` registers.
void buildCPUPipeline(OpPassManager &manager,
                      const CPUPipelineOptions &options);

/// The two parts of the pipeline: up to functions whose arguments and results
/// are what callers see, and from there on.
void buildCPUProgramPipeline(OpPassManager &manager,
                             const CompileOptions &options);
void buildCPUCodePipeline(OpPassManager &manager, const CPUForm &form);

/// Makes the pipeline available as `lowp-to-cpu`.
void registerCPUPipeline();

} // namespace lowp
} // namespace mlir

#endif // LOWP_PIPELINES_CPUPIPELINE_H
