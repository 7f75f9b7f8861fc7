//===- ExplainPipeline.h - Which recipes matmuls would get ---- -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_EXPLAINPIPELINE_H
#define LOWP_PIPELINES_EXPLAINPIPELINE_H

#include "lowp/Pipelines/CompileOptions.h"

#include <string>

namespace mlir {
class OpPassManager;

namespace lowp {

/// Options of `lowp-explain`: those of a compilation, with the recipe auto.
struct ExplainOptions : CompileOptionsText,
                        PassPipelineOptions<ExplainOptions> {
  ExplainOptions() { recipe = "auto"; }

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
