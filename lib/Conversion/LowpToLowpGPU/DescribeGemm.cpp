//===- DescribeGemm.cpp - What the kernel of a gemm does ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribeGemm.h"

#include "lowp/Dialect/Lowp/IR/KernelWork.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

static SmallVector<std::string> describeOperand(const GemmOperand &operand) {
  return describeElements(operand.hasScales() ? Type(operand.type)
                                              : operand.getElementType());
}

std::string mlir::lowp_gpu::describeGemm(const GemmKernelSpec &spec) {
  const GemmProblem &problem = spec.problem;
  SmallVector<std::string> words = {problem.grouping ? "grouped_gemm" : "gemm"};
  SmallVector<std::string> lhs = describeOperand(problem.lhs);
  SmallVector<std::string> rhs = describeOperand(problem.rhs);
  llvm::append_range(words, lhs);
  auto differs = std::mismatch(rhs.begin(), rhs.end(), lhs.begin(), lhs.end());
  words.append(differs.first, rhs.end());
  for (Type output : problem.outputTypes)
    llvm::append_range(words, describeElements(output));
  ArrayRef<int64_t> tile = spec.config.getTile();
  words.push_back(std::to_string(tile[0]) + "x" + std::to_string(tile[1]));
  return joinWords(words);
}
