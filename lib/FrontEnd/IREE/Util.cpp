//===- Util.cpp - Functions and barriers that IREE writes -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/FrontEnd/IREE/Util.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::iree_util;

#include "lowp/FrontEnd/IREE/UtilDialect.cpp.inc"

void UtilDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "lowp/FrontEnd/IREE/UtilOps.cpp.inc"
      >();
}

/// Reads the text of another dialect's operation as one of type `Op`, whose
/// text is the same.
template <typename Op>
static ParseResult parseAs(OpAsmParser &parser, OperationState &state) {
  state.name = OperationName(Op::getOperationName(), parser.getContext());
  return Op::parse(parser, state);
}

std::optional<Dialect::ParseOpHook>
UtilDialect::getParseOperationHook(StringRef name) const {
  return llvm::StringSwitch<std::optional<ParseOpHook>>(name)
      .Case("util.func", parseAs<func::FuncOp>)
      .Case("util.return", parseAs<func::ReturnOp>)
      .Case("util.call", parseAs<func::CallOp>)
      .Default(std::nullopt);
}

LogicalResult OptimizationBarrierOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  llvm::append_range(types, adaptor.getOperands().getTypes());
  return success();
}

#define GET_OP_CLASSES
#include "lowp/FrontEnd/IREE/UtilOps.cpp.inc"
