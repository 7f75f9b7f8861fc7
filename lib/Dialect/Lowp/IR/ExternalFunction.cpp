//===- ExternalFunction.cpp - Functions that stand for C functions --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/ExternalFunction.h"

#include "lowp/Dialect/Lowp/IR/AliasedResults.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lowp;

/// The largest N of which lowp_runtime.h has a LowpTensorN.
static constexpr int64_t kMaximumRank = 6;

StringRef ExternalFunction::getSymbol() {
  return func->getAttrOfType<StringAttr>(LowpDialect::getExternalAttrName());
}

bool ExternalFunction::isStrided(unsigned number) {
  return static_cast<bool>(
      func.getArgAttr(number, LowpDialect::getStridedAttrName()));
}

bool ExternalFunction::isAliased(unsigned number) {
  return getAliasingOutput(func, number).has_value();
}

std::optional<unsigned> ExternalFunction::getAliased(unsigned number) {
  return getAliasedArgument(func, number);
}

/// Whether C sees the same in two values: a tensor tells its sizes, neither its
/// rank nor the type of its elements.
static bool isAlike(Type lhs, Type rhs) {
  auto lhsTensor = dyn_cast<ShapedType>(lhs);
  auto rhsTensor = dyn_cast<ShapedType>(rhs);
  if (!lhsTensor || !rhsTensor)
    return lhs == rhs;
  return lhsTensor.getRank() == rhsTensor.getRank() &&
         lhsTensor.getElementType() == rhsTensor.getElementType();
}

static bool areAlike(TypeRange lhs, TypeRange rhs) {
  return llvm::equal(lhs, rhs, isAlike);
}

bool ExternalFunction::hasInterfaceOf(ExternalFunction &other) {
  return areAlike(func.getArgumentTypes(), other.func.getArgumentTypes()) &&
         areAlike(func.getResultTypes(), other.func.getResultTypes());
}

bool mlir::lowp::haveOneInterface(CallExternalOp lhs, CallExternalOp rhs) {
  return areAlike(lhs.getInputs().getTypes(), rhs.getInputs().getTypes()) &&
         areAlike(lhs.getOutputs().getTypes(), rhs.getOutputs().getTypes());
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Whether each element has bytes of its own.
static bool isWholeBytes(Type element) {
  return element.isIndex() || element.isInteger(1) ||
         (element.isIntOrFloat() && element.getIntOrFloatBitWidth() % 8 == 0);
}

/// Whether C can take a tensor like this, or the buffer that it becomes.
static bool isPlainTensor(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  auto tensor = dyn_cast<RankedTensorType>(type);
  return shaped && shaped.hasRank() && !isa<VectorType>(type) &&
         !(tensor && tensor.getEncoding()) &&
         shaped.getRank() <= kMaximumRank &&
         isWholeBytes(shaped.getElementType());
}

/// Whether C passes a scalar of this type by value; floats of 16 bits travel as
/// their bits.
static bool isPlainScalar(Type type) {
  if (type.isF64() || type.isF32() || type.isF16() || type.isBF16() ||
      type.isIndex())
    return true;
  return llvm::any_of(
      ArrayRef<unsigned>{1, 8, 16, 32, 64},
      [&](unsigned width) { return type.isSignlessInteger(width); });
}

static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

LogicalResult ExternalFunction::verifySymbol() {
  // external-C1.
  Attribute symbol = func->getAttr(LowpDialect::getExternalAttrName());
  if (!isa<StringAttr>(symbol) || !isIdentifier(cast<StringAttr>(symbol)))
    return func.emitOpError("expected '")
           << LowpDialect::getExternalAttrName()
           << "' to be the name of a C function, as a string, got " << symbol;
  // external-C2.
  if (func.isPublic())
    return func.emitOpError("expected an external function to be private: it "
                            "is called by this module alone, got a public one");
  return success();
}

LogicalResult ExternalFunction::verifyTypes() {
  // external-C3.
  for (Type type : func.getArgumentTypes())
    if (!isPlainTensor(type) && !isPlainScalar(type))
      return func.emitOpError("expected arguments of an external function to "
                              "be tensors of numbers of whole bytes, of at "
                              "most ")
             << kMaximumRank
             << " dimensions (packed elements are bytes, i8), or scalars of "
                "type f64, f32, f16, bf16, i1, i8, "
                "i16, i32, i64 or index, got "
             << type;
  // external-C4.
  if (func.getNumResults() == 0 ||
      !llvm::all_of(func.getResultTypes(), isPlainTensor))
    return func.emitOpError("expected results of an external function to be "
                            "one or more tensors of numbers of whole bytes, of "
                            "at most ")
           << kMaximumRank
           << " dimensions (packed elements are bytes, i8), got "
           << func.getResultTypes();
  return success();
}

/// Sizes that are not known follow from a body.
LogicalResult ExternalFunction::verifySizes() {
  if (func.getFunctionBody().getBlocks().size() == 1)
    return success();
  // external-C6.
  for (auto [number, type] : llvm::enumerate(func.getResultTypes()))
    if (!cast<ShapedType>(type).hasStaticShape() && !getAliased(number))
      return func.emitOpError("expected results of an external function "
                              "without a body of one block to have known "
                              "sizes, got ")
             << type
             << "; give it a body that computes the same, from which the sizes "
                "follow";
  return success();
}

LogicalResult ExternalFunction::verify() {
  return failure(failed(verifySymbol()) || failed(verifyTypes()) ||
                 failed(verifyAliasingOutputs(func)) || failed(verifySizes()));
}
