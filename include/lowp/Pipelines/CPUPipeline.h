//===- CPUPipeline.h - From lowp to LLVM on the CPU -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_CPUPIPELINE_H
#define LOWP_PIPELINES_CPUPIPELINE_H

#include "lowp/Graph/Contractions/Passes.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;

namespace lowp {

/// Options of `lowp-to-cpu`.
struct CPUPipelineOptions : PassPipelineOptions<CPUPipelineOptions> {
  Option<std::string> recipe{
      *this, "recipe",
      llvm::cl::desc("Preset that every matmul gets, whatever its attribute, "
                     "a family for training, or auto: the fastest for each one "
                     "without"),
      llvm::cl::init("")};
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("Chip of a GPU that recipes are chosen for"),
      llvm::cl::init("")};
  Option<std::string> part{
      *this, "part",
      llvm::cl::desc("Part that recipes are chosen for, e.g. h100"),
      llvm::cl::init("")};
  Option<std::string> partFile{*this, "part-file",
                               llvm::cl::desc("File that describes the part"),
                               llvm::cl::init("")};
  Option<std::string> recipeCandidates{
      *this, "recipe-candidates",
      llvm::cl::desc("Presets that auto compares, with commas between them"),
      llvm::cl::init("")};
  Option<std::string> recipeAllow{
      *this, "recipe-allow",
      llvm::cl::desc("Patterns of names of matmuls that may have a recipe"),
      llvm::cl::init("")};
  Option<std::string> recipeDeny{
      *this, "recipe-deny",
      llvm::cl::desc("Patterns of names of matmuls that may not have a recipe"),
      llvm::cl::init("")};
  Option<double> maxError{
      *this, "max-error",
      llvm::cl::desc("Relative error that a recipe of auto may add"),
      llvm::cl::init(0.05)};
  Option<double> minSpeedup{
      *this, "min-speedup",
      llvm::cl::desc("How many times faster a recipe of auto must be"),
      llvm::cl::init(1.03)};
  Option<int64_t> expectedM{
      *this, "expected-m",
      llvm::cl::desc("What M counts as for auto that only the run time knows"),
      llvm::cl::init(0)};
  Option<std::string> explainFile{
      *this, "explain-file",
      llvm::cl::desc("File to write the table of recipes to"),
      llvm::cl::init("")};
  Option<F32Matmuls> f32Matmuls{
      *this, "f32-matmuls",
      llvm::cl::desc("What f32 operands of matmuls without a recipe are "
                     "multiplied in, as for a GPU"),
      llvm::cl::init(F32Matmuls::Exact),
      llvm::cl::values(
          clEnumValN(F32Matmuls::Exact, "exact", "f32"),
          clEnumValN(F32Matmuls::TF32, "tf32", "tf32: 10 bits of mantissa"),
          clEnumValN(F32Matmuls::BF16, "bf16", "bf16, or f16 beside f16"))};
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
                             const CPUPipelineOptions &options);
void buildCPUCodePipeline(OpPassManager &manager,
                          const CPUPipelineOptions &options);

/// Makes the pipeline available as `lowp-to-cpu`.
void registerCPUPipeline();

} // namespace lowp
} // namespace mlir

#endif // LOWP_PIPELINES_CPUPIPELINE_H
