//===- GroupsAttr.cpp - A matrix divided into groups ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Support/BlockShape.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult
GroupsAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   int64_t count, int64_t axis, int64_t alignment,
                   int64_t start, bool separate) {
  // groups-C1.
  if (count < 1 && !ShapedType::isDynamic(count))
    return emitError() << "expected at least 1 group, or '?' for a number that "
                          "is known at run time, got "
                       << count;
  // groups-C2.
  if (axis != 0 && axis != 1)
    return emitError() << "expected 'axis' to be 0 (groups of rows) or 1 "
                          "(groups of columns), got "
                       << axis;
  // groups-C3.
  if (alignment < 1)
    return emitError() << "expected 'alignment' to be at least 1 scale, got "
                       << alignment;
  // groups-C4.
  if (start < 1)
    return emitError() << "expected 'start' to be at least 1 element, got "
                       << start;
  return success();
}

GroupsAttr GroupsAttr::getTransposed() const {
  return get(getContext(), getCount(), 1 - getAxis(), getAlignment(),
             getStart(), getSeparate());
}

bool GroupsAttr::keepsPlaces(int64_t extent) const {
  return isSpread() && extent != BlockShape::kWhole &&
         getStart() % extent == 0 && getStart() / extent % getAlignment() == 0;
}

bool GroupsAttr::dividesLike(GroupsAttr other) const {
  return getCount() == other.getCount() && getAxis() == other.getAxis() &&
         getStart() == other.getStart();
}
