//===- MatmulRole.cpp - Which matmul of a linear layer is which -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/MatmulRole.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

static constexpr MatmulRole kRoles[] = {MatmulRole::Forward, MatmulRole::Dgrad,
                                        MatmulRole::Wgrad};

StringRef mlir::lowp::stringify(MatmulRole role) {
  switch (role) {
  case MatmulRole::Forward:
    return "forward";
  case MatmulRole::Dgrad:
    return "dgrad";
  case MatmulRole::Wgrad:
    return "wgrad";
  }
  llvm_unreachable("all roles are above");
}

static std::optional<MatmulRole> parseRole(Attribute value) {
  auto text = dyn_cast_if_present<StringAttr>(value);
  for (MatmulRole role : kRoles)
    if (text && text.getValue() == stringify(role))
      return role;
  return std::nullopt;
}

std::optional<MatmulRole> mlir::lowp::getRole(Operation *op) {
  StringRef name = LowpDialect::getRoleAttrName();
  if (Attribute own = op->getDiscardableAttr(name))
    return parseRole(own);
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function ? parseRole(function->getDiscardableAttr(name))
                  : std::nullopt;
}

LogicalResult mlir::lowp::verifyRole(Operation *op, Attribute value) {
  // role-C1.
  if (parseRole(value))
    return success();
  return op->emitOpError("expected '")
         << LowpDialect::getRoleAttrName()
         << R"(' to be "forward", "dgrad" or "wgrad", got )" << value;
}

bool mlir::lowp::isExchanged(Operation *op) {
  return op->hasAttr(LowpDialect::getExchangedAttrName());
}

void mlir::lowp::noteExchange(Operation *op) {
  StringRef name = LowpDialect::getExchangedAttrName();
  if (isExchanged(op))
    op->removeDiscardableAttr(name);
  else if (getRole(op))
    op->setDiscardableAttr(name, UnitAttr::get(op->getContext()));
}
