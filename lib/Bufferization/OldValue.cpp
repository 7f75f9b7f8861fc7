//===- OldValue.cpp - What an updated argument held before ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OldValue.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

/// Whether `user` of a buffer neither reads nor hands on what it holds.
static bool asksForSize(Operation *user) {
  return isMemoryEffectFree(user) &&
         llvm::none_of(user->getResultTypes(), llvm::IsaPred<ShapedType>);
}

std::optional<Value>
mlir::lowp::findOldValue(MaterializeInDestinationOp store) {
  auto argument = dyn_cast<BlockArgument>(store.getDest());
  if (!argument || argument.getOwner() != store->getBlock() ||
      !isa<func::FuncOp>(store->getParentOp()))
    return std::nullopt;
  ToTensorOp read;
  for (Operation *user : argument.getUsers()) {
    auto other = dyn_cast<ToTensorOp>(user);
    if (user == store || asksForSize(user))
      continue;
    if (!other || read || other->getBlock() != store->getBlock())
      return std::nullopt;
    read = other;
  }
  return read ? read.getResult() : Value();
}
