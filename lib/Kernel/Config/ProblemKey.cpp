//===- ProblemKey.cpp - Tells problems of kernels apart -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Config/ProblemKey.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::lowp_gpu;
using mlir::lowp::BlockShape;

bool ProblemKey::operator==(const ProblemKey &other) const {
  return chip == other.chip && n == other.n && k == other.k &&
         lhs == other.lhs && rhs == other.rhs && batch == other.batch &&
         grouping == other.grouping && outputTypes == other.outputTypes &&
         accumulate == other.accumulate &&
         fastAccumulation == other.fastAccumulation;
}

static OperandKey getOperandKey(const mlir::lowp::GemmOperand &operand) {
  if (!operand.hasScales())
    return {operand.getElementType(), Type(), BlockShape(),
            operand.isMNMajor()};
  return {operand.getElementType(), operand.type.getRecipe().getScaleType(),
          operand.type.getRecipe().getBlockShape(), operand.isMNMajor()};
}

ProblemKey mlir::lowp_gpu::getProblemKey(const GemmKernelSpec &spec) {
  const lowp::GemmProblem &problem = spec.problem;
  return {spec.chip.facts->name.str(),
          problem.n,
          problem.k,
          problem.batch,
          problem.grouping,
          getOperandKey(problem.lhs),
          getOperandKey(problem.rhs),
          problem.outputTypes,
          problem.accumulate,
          problem.fastAccumulation};
}

static llvm::json::Value sizeToJSON(int64_t size) {
  if (ShapedType::isDynamic(size))
    return nullptr;
  return size;
}

static llvm::json::Value extentToJSON(int64_t extent) {
  if (extent == BlockShape::kWhole)
    return kWholeBlockName;
  return extent;
}

static llvm::json::Object operandToJSON(const OperandKey &operand) {
  if (!operand.scaleType)
    return llvm::json::Object{{"type", debugString(operand.elementType)},
                              {"mn_major", operand.mnMajor}};
  return llvm::json::Object{
      {"type", debugString(operand.elementType)},
      {"scales", debugString(operand.scaleType)},
      {"block", llvm::json::Array{extentToJSON(operand.block.rows),
                                  extentToJSON(operand.block.columns)}}};
}

/// One size, or the least and the greatest.
static llvm::json::Value rangeToJSON(int64_t least, int64_t most) {
  if (least == most)
    return sizeToJSON(least);
  return llvm::json::Array{least, most};
}

/// One type, or those of several results.
static llvm::json::Value typesToJSON(ArrayRef<Type> types) {
  if (types.size() == 1)
    return debugString(types.front());
  llvm::json::Array names;
  for (Type type : types)
    names.push_back(debugString(type));
  return names;
}

static StringRef getGroupingName(lowp::Grouping grouping) {
  switch (grouping) {
  case lowp::Grouping::M:
    return kRowGroupsName;
  case lowp::Grouping::K:
    return kKGroupsName;
  case lowp::Grouping::Batch:
    return kCountsName;
  }
  llvm_unreachable("all groupings are above");
}

llvm::json::Object mlir::lowp_gpu::toJSON(const ProblemKey &key, int64_t leastM,
                                          int64_t mostM) {
  llvm::json::Object object{{"chip", key.chip},
                            {"m", rangeToJSON(leastM, mostM)},
                            {"n", sizeToJSON(key.n)},
                            {"k", sizeToJSON(key.k)},
                            {"lhs", operandToJSON(key.lhs)},
                            {"rhs", operandToJSON(key.rhs)},
                            {"result", typesToJSON(key.outputTypes)},
                            {"accumulate", key.accumulate},
                            {"fast_accumulation", key.fastAccumulation}};
  if (key.batch)
    object["batch"] = sizeToJSON(*key.batch);
  if (key.grouping)
    object["groups"] = getGroupingName(*key.grouping);
  return object;
}
