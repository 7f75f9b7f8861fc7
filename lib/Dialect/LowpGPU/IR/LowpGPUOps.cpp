//===- LowpGPUOps.cpp - Generated definitions of lowp_gpu operations ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The hand-written parts live by family beside this file; only the generated
// definitions are compiled here, once.

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// `as` a stage of other fields than the pipeline's, where it is one.
static ParseResult parseOpenedStage(OpAsmParser &parser, Type pipeline,
                                    Type &stage) {
  if (succeeded(parser.parseOptionalKeyword("as")))
    return parser.parseType(stage);
  auto type = dyn_cast<PipelineType>(pipeline);
  if (!type)
    return parser.emitError(parser.getCurrentLocation(),
                            "expected a pipeline, got ")
           << pipeline;
  stage = type.getStage();
  return success();
}

static void printOpenedStage(OpAsmPrinter &printer, Operation *, Type pipeline,
                             Type stage) {
  if (stage != cast<PipelineType>(pipeline).getStage())
    printer << " as " << stage;
}

#define GET_OP_CLASSES
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.cpp.inc"
