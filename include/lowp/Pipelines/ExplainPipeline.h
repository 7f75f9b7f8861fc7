//===- ExplainPipeline.h - Which recipes matmuls would get ---- -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_EXPLAINPIPELINE_H
#define LOWP_PIPELINES_EXPLAINPIPELINE_H

#include "mlir/Pass/PassOptions.h"

#include <string>

namespace mlir {
class OpPassManager;

namespace lowp {

/// Options of `lowp-explain`.
struct ExplainOptions : PassPipelineOptions<ExplainOptions> {
  Option<std::string> recipe{
      *this, "recipe",
      llvm::cl::desc("auto, a preset, or empty: what the module says"),
      llvm::cl::init("auto")};
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("Chip to choose for; the module's attribute if empty"),
      llvm::cl::init("")};
  Option<std::string> part{*this, "part",
                           llvm::cl::desc("Part to choose for, e.g. h100"),
                           llvm::cl::init("")};
  Option<std::string> partFile{
      *this, "part-file",
      llvm::cl::desc("File that describes the part to choose for"),
      llvm::cl::init("")};
  Option<double> maxError{
      *this, "max-error",
      llvm::cl::desc("Relative error that a recipe of auto may add"),
      llvm::cl::init(0.05)};
  Option<double> minSpeedup{
      *this, "min-speedup",
      llvm::cl::desc("How many times faster a recipe of auto must be"),
      llvm::cl::init(1.03)};
  Option<std::string> recipeCandidates{
      *this, "recipe-candidates",
      llvm::cl::desc("Presets that auto compares; all if empty"),
      llvm::cl::init("")};
  Option<std::string> recipeAllow{
      *this, "recipe-allow",
      llvm::cl::desc("Patterns of names of matmuls that may have a recipe"),
      llvm::cl::init("")};
  Option<std::string> recipeDeny{
      *this, "recipe-deny",
      llvm::cl::desc("Patterns of names of matmuls that may not have a recipe"),
      llvm::cl::init("")};
  Option<std::string> file{
      *this, "file",
      llvm::cl::desc("File to write; JSON if its name ends in .json; - is "
                     "standard output"),
      llvm::cl::init("-")};
};

/// Brings matmuls into the form that takes recipes, chooses recipes and writes
/// the table of what they cost: into `json`, or the file of the options where
/// it is null. Nothing is quantized.
void buildExplainPipeline(OpPassManager &manager, const ExplainOptions &options,
                          std::string *json = nullptr);

/// Makes the pipeline available as `lowp-explain`.
void registerExplainPipeline();

} // namespace lowp
} // namespace mlir

#endif // LOWP_PIPELINES_EXPLAINPIPELINE_H
