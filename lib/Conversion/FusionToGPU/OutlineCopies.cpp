//===- OutlineCopies.cpp - Copies of buffers as fusions -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutlineCopies.h"

#include "lowp/Fusion/IterationSpace.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether rows of `type` are elements of whole bytes without gaps.
static bool hasRows(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return type && type.getRank() > 0 && type.getElementType().isIntOrFloat() &&
         type.getElementTypeBitWidth() > 0 &&
         type.getElementTypeBitWidth() % 8 == 0 &&
         succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides.back() == 1;
}

/// A copy, whichever op it is. `linalg.copy` may convert elements, too.
static std::optional<std::pair<Value, Value>> matchCopy(Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return std::pair(copy.getSource(), copy.getTarget());
  auto copy = dyn_cast<linalg::CopyOp>(op);
  if (!copy || !copy.hasPureBufferSemantics())
    return std::nullopt;
  return std::pair(copy.getInputs().front(), copy.getOutputs().front());
}

/// A function on tensors that copies one of `type`.
static func::FuncOp buildFunction(Location loc, StringRef name,
                                  RankedTensorType type) {
  OpBuilder builder(loc.getContext());
  auto function =
      func::FuncOp::create(loc, name, builder.getFunctionType({type}, {type}));
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  Value source = entry->getArgument(0);
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, source),
      type.getElementType());
  Value copy = linalg::CopyOp::create(builder, loc, source, empty).getResult(0);
  func::ReturnOp::create(builder, loc, copy);
  return function;
}

/// Whether the kernel of a fusion can be what `function` does.
static bool isFusion(func::FuncOp function) {
  Operation *copy = *function.getOps<linalg::CopyOp>().begin();
  return IterationSpace::get({copy}).has_value();
}

namespace {
/// Moves copies of a program into functions of one module.
class CopyOutliner {
public:
  explicit CopyOutliner(ModuleOp program) : program(program) {}

  void run() {
    SmallVector<Operation *> copies;
    for (auto function : program.getOps<func::FuncOp>())
      function.walk([&](Operation *op) {
        if (matchCopy(op) && !op->getParentOfType<linalg::LinalgOp>())
          copies.push_back(op);
      });
    for (Operation *copy : copies)
      outline(copy);
    if (functions && functions->getOp()->getRegion(0).front().empty())
      functions->getOp()->erase();
  }

private:
  SymbolTable &getFunctions() {
    if (!functions) {
      auto module = ModuleOp::create(program.getLoc(), "copies");
      SymbolTable(program).insert(module);
      functions.emplace(module);
    }
    return *functions;
  }

  void outline(Operation *copy) {
    auto [source, target] = *matchCopy(copy);
    auto from = dyn_cast<MemRefType>(source.getType());
    auto to = dyn_cast<MemRefType>(target.getType());
    // Constants are not on the device yet.
    if (!hasRows(from) || !hasRows(to) ||
        from.getElementType() != to.getElementType() ||
        source.getDefiningOp<memref::GetGlobalOp>())
      return;
    auto type = RankedTensorType::get(from.getShape(), from.getElementType());
    func::FuncOp function = buildFunction(
        copy->getLoc(), copy->getParentOfType<func::FuncOp>().getName(), type);
    if (!isFusion(function))
      return function.erase();
    StringAttr name = getFunctions().insert(function);
    OpBuilder builder(copy);
    auto module = cast<ModuleOp>(functions->getOp());
    LaunchFusionOp::create(builder, copy->getLoc(), TypeRange(),
                           SymbolRefAttr::get(module.getSymNameAttr(),
                                              FlatSymbolRefAttr::get(name)),
                           source, target);
    copy->erase();
  }

  ModuleOp program;
  std::optional<SymbolTable> functions;
};
} // namespace

void mlir::lowp::outlineCopies(ModuleOp program) {
  CopyOutliner(program).run();
}
