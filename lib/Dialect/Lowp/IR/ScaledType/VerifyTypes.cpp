//===- VerifyTypes.cpp - Checks that verifiers share ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyTypes.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::mayBeEqual(int64_t size, int64_t other) {
  return size == other || ShapedType::isDynamic(size) ||
         ShapedType::isDynamic(other);
}

void mlir::lowp::printShape(InFlightDiagnostic &diagnostic,
                            ArrayRef<int64_t> shape) {
  llvm::interleave(
      shape, diagnostic,
      [&](int64_t size) {
        if (ShapedType::isDynamic(size))
          diagnostic << "?";
        else
          diagnostic << size;
      },
      "x");
}

LogicalResult mlir::lowp::verifyCompatibleShapes(Operation *op,
                                                 StringRef expectedName,
                                                 ArrayRef<int64_t> expected,
                                                 StringRef gotName,
                                                 ArrayRef<int64_t> got) {
  if (expected.size() == got.size() &&
      llvm::all_of_zip(expected, got, mayBeEqual))
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError();
  diagnostic << "expected " << gotName << " to have the shape of "
             << expectedName << ", ";
  printShape(diagnostic, expected);
  diagnostic << ", got ";
  printShape(diagnostic, got);
  return diagnostic;
}

LogicalResult mlir::lowp::verifyAgreeingType(Operation *op, StringRef name,
                                             RankedTensorType expected,
                                             Type got) {
  auto type = dyn_cast<RankedTensorType>(got);
  if (type && type.getElementType() == expected.getElementType() &&
      type.getRank() == expected.getRank() &&
      llvm::all_of_zip(type.getShape(), expected.getShape(), mayBeEqual))
    return success();
  return op->emitOpError() << "expected " << name << " of type " << expected
                           << ", got " << got;
}

LogicalResult mlir::lowp::verifyAddressable(Operation *op, StringRef name,
                                            ArrayRef<int64_t> shape) {
  if (ScaledType::isAddressable(shape))
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError();
  diagnostic << "expected at most 2^48 elements in the static dimensions of "
             << name << ", got the shape ";
  printShape(diagnostic, shape);
  return diagnostic;
}

LogicalResult mlir::lowp::verifyEnds(Operation *op, GroupsAttr groups,
                                     Value ends) {
  if (bool(groups) != bool(ends))
    return op->emitOpError()
           << (groups ? "expected 'ends', where the groups of a type with "
                        "'groups' end, got none"
                      : "expected no 'ends' for types without 'groups', got "
                        "some");
  if (!groups)
    return success();
  int64_t count = cast<RankedTensorType>(ends.getType()).getDimSize(0);
  if (mayBeEqual(count, groups.getCount()))
    return success();
  return op->emitOpError() << "expected an offset for each of "
                           << groups.getCount() << " groups, got " << count;
}
