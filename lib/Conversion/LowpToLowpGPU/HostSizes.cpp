//===- HostSizes.cpp - Sizes of a gemm in host code -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostSizes.h"
#include "lowp/Dialect/LowpGPU/IR/Constants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

namespace {
/// Builds the sizes of one gemm and their checks.
class SizeBuilder {
public:
  SizeBuilder(ImplicitLocOpBuilder &builder, GemmOp gemm,
              ArrayRef<GemmKernelSpec> specs)
      : builder(builder), gemm(gemm), specs(specs), spec(specs.front()) {}
  GemmSizes build();

private:
  Value getSize(Value buffer, unsigned dim, StringRef name);
  void require(Value condition, const Twine &expected);
  void require(arith::CmpIPredicate predicate, Value lhs, Value rhs,
               const Twine &expected);
  Value getPackedK();
  Value getK();
  void checkMultiple(Value size, int64_t factor, StringRef name);
  void checkRows();
  void checkSizes();
  void checkSameK();
  void checkK();
  void checkInputs();
  void checkOutputs();
  void multiplyBatch(Value size);
  void countKGroups();
  void countGroups();
  Value constant(int64_t value) { return constantI32(builder, value); }

  ImplicitLocOpBuilder &builder;
  GemmOp gemm;
  ArrayRef<GemmKernelSpec> specs;
  /// All specs are of the same problem.
  const GemmKernelSpec &spec;
  GemmSizes sizes;
};
} // namespace

void SizeBuilder::require(Value condition, const Twine &expected) {
  cf::AssertOp::create(builder, condition,
                       ("gemm: expected " + expected).str());
}

void SizeBuilder::require(arith::CmpIPredicate predicate, Value lhs, Value rhs,
                          const Twine &expected) {
  require(arith::CmpIOp::create(builder, predicate, lhs, rhs), expected);
}

Value SizeBuilder::getSize(Value buffer, unsigned dim, StringRef name) {
  Value size = memref::DimOp::create(builder, buffer, dim);
  constexpr int64_t kMost = GemmKernelSpec::kMaxSize;
  if (cast<MemRefType>(buffer.getType()).isDynamicDim(dim))
    require(arith::CmpIPredicate::ule, size,
            arith::ConstantIndexOp::create(builder, kMost),
            name + " of at most " + Twine(kMost) + "; divide the matmul");
  return arith::IndexCastOp::create(builder, builder.getI32Type(), size);
}

/// The dimension of an operand's data that is K.
static unsigned findK(const GemmOperand &operand) {
  return llvm::find(operand.dims, OperandDim::K) - operand.dims.begin();
}

/// K of data of which a byte holds several elements; null where none does.
/// Bytes that K does not fill up are padded with zeros.
Value SizeBuilder::getPackedK() {
  const GemmOperand &lhs = spec.problem.lhs;
  if (!lhs.hasScales() || !lhs.type.isPacked())
    return {};
  if (!ShapedType::isDynamic(spec.problem.k))
    return constant(spec.problem.k);
  int64_t perByte = elementsIn(1, lhs.getElementType().getIntOrFloatBitWidth());
  return arith::MulIOp::create(
      builder, getSize(gemm.getLhsData(), findK(lhs), "K"), constant(perByte));
}

/// K, from the operand that knows it when compiling.
Value SizeBuilder::getK() {
  if (Value k = getPackedK())
    return k;
  const auto &[lhs, rhs] = std::tie(spec.problem.lhs, spec.problem.rhs);
  bool isKnown =
      !cast<MemRefType>(gemm.getLhsData().getType()).isDynamicDim(findK(lhs));
  if (!lhs.runOfK && (isKnown || rhs.runOfK || lhs.hasScales()))
    return getSize(gemm.getLhsData(), findK(lhs), "K");
  return getSize(gemm.getRhsData(), findK(rhs), "K");
}

void SizeBuilder::checkMultiple(Value size, int64_t factor, StringRef name) {
  Value rest = arith::RemUIOp::create(builder, size, constant(factor));
  require(arith::CmpIPredicate::eq, rest, constant(0),
          name + " to be a multiple of " + Twine(factor) + "; pad it");
}

/// Where the rhs alone tells K, kernels count on it: with fewer blocks than a
/// config assumes they would wait for ever. Operands without scales have been
/// compared before they became a gemm.
void SizeBuilder::checkSameK() {
  if (!spec.problem.lhs.hasScales() ||
      !cast<MemRefType>(gemm.getLhsData().getType())
           .isDynamicDim(findK(spec.problem.lhs)))
    return;
  int64_t expected = spec.problem.k;
  require(arith::CmpIPredicate::eq, sizes.k, constant(expected),
          "an lhs with K of " + Twine(expected) + ", as the rhs has");
}

/// Whether rows of `buffer` follow each other without gaps, so that their
/// length decides where they begin.
static bool isPacked(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getLayout().isIdentity();
}

/// Rows that are as long as M or N begin where TMA can.
void SizeBuilder::checkRows() {
  const GemmProblem &problem = spec.problem;
  if (ShapedType::isDynamic(problem.m) && problem.lhs.isMNMajor() &&
      isPacked(gemm.getLhsData()))
    checkMultiple(sizes.m, spec.getPanelRows(problem.lhs) / 8, "M");
  if (ShapedType::isDynamic(problem.m) && problem.lhs.isBatch() &&
      problem.lhs.granularity == ScaleGranularity::PerRow)
    checkMultiple(sizes.m, getCopyAlignment(builder.getF32Type()),
                  "M of a batch with scales of rows");
  bool ofRhs = problem.rhs.isMNMajor() && isPacked(gemm.getRhsData());
  bool ofOutput = false;
  int64_t alignment = GemmKernelSpec::kColumns;
  for (auto [output, type] : llvm::enumerate(problem.outputTypes)) {
    ofOutput |=
        !spec.getStoredRows(output) && isPacked(gemm.getInits()[output]);
    alignment = std::max(alignment, getCopyAlignment(type));
  }
  if (ShapedType::isDynamic(problem.n) &&
      (problem.rhs.hasScales() || ofRhs || ofOutput))
    checkMultiple(sizes.n, alignment, "N");
}

/// What `analyzeGemmKernel` checks of static sizes, at run time for others.
void SizeBuilder::checkSizes() {
  const GemmProblem &problem = spec.problem;
  checkRows();
  if (!ShapedType::isDynamic(problem.k))
    return checkSameK();
  bool ofLhs = !problem.lhs.isMNMajor() && isPacked(gemm.getLhsData());
  bool ofRhs = !problem.rhs.isMNMajor() && isPacked(gemm.getRhsData());
  if (ofLhs || ofRhs)
    checkMultiple(sizes.k, getCopyAlignment(problem.lhs.getElementType()), "K");
  checkK();
}

/// Each kernel of a dynamic K has a largest one.
void SizeBuilder::checkK() {
  int64_t limit = GemmKernelSpec::kMaxSize;
  for (const GemmKernelSpec &one : specs)
    limit = std::min(limit, one.getMaxK());
  require(arith::CmpIPredicate::sle, sizes.k, constant(limit),
          "K of at most " + Twine(limit) + "; compile with a static K");
}

/// Matrices are counted in 32 bits, too.
void SizeBuilder::multiplyBatch(Value size) {
  if (!sizes.batch) {
    sizes.batch = size;
    return;
  }
  constexpr int64_t kMost = GemmKernelSpec::kMaxSize;
  auto product = arith::MulUIExtendedOp::create(builder, sizes.batch, size);
  auto isAtMost = [&](Value value, int64_t most) -> Value {
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::ule, value,
                                 constant(most));
  };
  require(arith::AndIOp::create(builder, isAtMost(product.getHigh(), 0),
                                isAtMost(product.getLow(), kMost)),
          "a batch of at most " + Twine(kMost) + " matrices; divide it");
  sizes.batch = product.getLow();
}

/// There is a number for each matrix of the destination.
void SizeBuilder::countKGroups() {
  bool isKnown =
      cast<MemRefType>(gemm.getGroups().getType()).hasStaticShape() &&
      !ShapedType::isDynamic(*spec.problem.batch);
  Value numbers = getSize(gemm.getGroups(), 0, "groups");
  if (!isKnown)
    require(arith::CmpIPredicate::eq, numbers, sizes.batch,
            "as many groups as the result has matrices");
}

/// There is a number for each matrix of the rhs, and one matrix for each of
/// these.
void SizeBuilder::countGroups() {
  unsigned dim = llvm::find(spec.problem.rhs.dims, OperandDim::Batch) -
                 spec.problem.rhs.dims.begin();
  Value groups = getSize(gemm.getRhsData(), dim, "groups");
  Value numbers = getSize(gemm.getGroups(), 0, "groups");
  auto isDynamic = [](Value buffer, unsigned place) {
    return cast<MemRefType>(buffer.getType()).isDynamicDim(place);
  };
  auto check = [&](Value got, StringRef what) {
    require(arith::CmpIPredicate::eq, got, groups,
            "as many " + what + " as the rhs has matrices");
  };
  if (isDynamic(gemm.getRhsData(), dim) || isDynamic(gemm.getGroups(), 0))
    check(numbers, "groups");
  if (sizes.batch)
    check(sizes.batch, "matrices on the left");
  sizes.batch = groups;
}

/// Inputs of the epilogue have as many rows and matrices as the output.
void SizeBuilder::checkInputs() {
  for (auto [input, map] :
       llvm::zip_equal(gemm.getInputs(), spec.epilogue.maps)) {
    auto type = cast<MemRefType>(input.getType());
    if (type.getRank() == 0 || !type.isDynamicDim(0))
      continue;
    bool isBatch = sizes.batch && map.getDimPosition(0) == 0;
    Value expected = arith::IndexCastUIOp::create(
        builder, builder.getIndexType(), isBatch ? sizes.batch : sizes.m);
    Value size = memref::DimOp::create(builder, input, 0);
    require(arith::CmpIPredicate::eq, size, expected,
            "an input of the epilogue of as many rows as the result has");
  }
}

/// Outputs have the sizes of the first.
void SizeBuilder::checkOutputs() {
  for (Value output : gemm.getInits().drop_front()) {
    auto type = cast<MemRefType>(output.getType());
    auto first = cast<MemRefType>(gemm.getInit().getType());
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (!type.isDynamicDim(dim) && !first.isDynamicDim(dim))
        continue;
      Value expected = memref::DimOp::create(builder, gemm.getInit(), dim);
      Value size = memref::DimOp::create(builder, output, dim);
      require(arith::CmpIPredicate::eq, size, expected,
              "results of the same sizes");
    }
  }
}

GemmSizes SizeBuilder::build() {
  unsigned columnDim = cast<MemRefType>(gemm.getInit().getType()).getRank() - 1;
  sizes.m = getSize(gemm.getInit(), spec.problem.outputRowDim, "M");
  sizes.n = getSize(gemm.getInit(), columnDim, "N");
  sizes.k = getK();
  checkSizes();
  for (unsigned dim = 0; dim < columnDim; ++dim)
    if (dim != spec.problem.outputRowDim)
      multiplyBatch(getSize(gemm.getInit(), dim, "the batch"));
  if (spec.problem.hasKGroups())
    countKGroups();
  else if (spec.problem.grouping)
    countGroups();
  checkInputs();
  checkOutputs();
  return sizes;
}

GemmSizes mlir::lowp_gpu::measureGemm(ImplicitLocOpBuilder &builder,
                                      GemmOp gemm,
                                      ArrayRef<GemmKernelSpec> specs) {
  return SizeBuilder(builder, gemm, specs).build();
}
