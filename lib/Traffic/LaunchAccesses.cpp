//===- LaunchAccesses.cpp - What one launch reads and writes --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchAccesses.h"

#include "lowp/Conversion/LinalgToGPU/KeptPoints.h"
#include "lowp/Dialect/Lowp/IR/ScatterOp.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

func::FuncOp mlir::lowp::lookUpFusion(LaunchFusionOp op) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  return callee && !callee.isDeclaration() ? callee : func::FuncOp();
}

/// Elements that `op` computes: as often it may look something up.
static SizeFormula countPoints(DestinationStyleOpInterface op,
                               SizeTracer &sizes) {
  return op.getNumDpsInits() == 0
             ? SizeFormula::getUnknown()
             : sizes.getNumElements(op.getDpsInits().front());
}

/// Bytes that single elements of `buffer`, looked up `times` times, take: never
/// more than the whole.
static SizeFormula countLookUps(Value buffer, const SizeFormula &times,
                                SizeTracer &sizes) {
  Type element = getElementTypeOrSelf(buffer.getType());
  return SizeFormula::getMin(times * getElementBytes(element),
                             sizes.getBytes(buffer));
}

/// How often the operations of a fusion look up elements of `argument`; nothing
/// if one of them reads it whole.
static std::optional<SizeFormula> countLookUps(BlockArgument argument,
                                               SizeTracer &sizes) {
  SizeFormula times;
  for (Operation *user : argument.getUsers()) {
    Operation *op = argument.getOwner()->findAncestorOpInBlock(*user);
    auto dps = dyn_cast<DestinationStyleOpInterface>(op);
    if (op == user && !isa<tensor::DimOp>(user))
      return std::nullopt;
    if (dps && op != user)
      times += countPoints(dps, sizes);
  }
  return times;
}

/// Replaces the bytes of inputs of which a fusion reads some rows.
static void refine(LaunchFusionOp fusion, LaunchAccesses &accesses,
                   SizeTracer &sizes) {
  func::FuncOp callee = lookUpFusion(fusion);
  if (!callee || callee.getNumArguments() != fusion.getInputs().size())
    return;
  sizes.bind(callee.getArguments(), fusion.getInputs());
  for (auto [argument, input] :
       llvm::zip(callee.getArguments(), fusion.getInputs())) {
    if (!isa<ShapedType>(argument.getType()))
      continue;
    if (std::optional<SizeFormula> times = countLookUps(argument, sizes))
      accesses.reads[input] = countLookUps(input, *times, sizes);
  }
}

/// Replaces the bytes of matrices of groups where there are fewer rows than
/// groups: each row reads one.
static void refine(GemmOp gemm, LaunchAccesses &accesses, SizeTracer &sizes) {
  if (!gemm.hasRowGroups())
    return;
  std::optional<int64_t> rows = sizes.getSize(gemm.getLhsData(), 0).getNumber();
  std::optional<int64_t> groups =
      sizes.getNumElements(gemm.getGroups()).getNumber();
  if (!rows || !groups || *rows >= *groups)
    return;
  for (Value part : {gemm.getRhsData(), gemm.getRhsScales()}) {
    std::optional<int64_t> bytes =
        part ? sizes.getBytes(part).getNumber() : std::nullopt;
    if (bytes)
      accesses.reads[part] = *bytes / *groups * *rows;
  }
}

/// Replaces the bytes of a destination of which updates touch some rows.
static void refine(ScatterOp scatter, LaunchAccesses &accesses,
                   SizeTracer &sizes) {
  Value init = scatter.getInit();
  SizeFormula touched = SizeFormula::getMin(
      sizes.getBytes(scatter.getUpdates()), sizes.getBytes(init));
  accesses.writes[init] = touched;
  if (scatter.readsElements())
    accesses.reads[init] = touched;
  else
    accesses.reads.erase(init);
}

/// Forgets the reads of a buffer of which rows stay as they are. How many get
/// another value is not known: all may, but for those after a number that the
/// device computes. They are what is left over, as of groups that take all
/// tokens.
static void refine(linalg::LinalgOp op, LaunchAccesses &accesses) {
  std::optional<KeptRows> rows = findKeptPoints(op);
  if (!rows)
    return;
  Value buffer = op.getDpsInits()[0];
  accesses.reads.erase(buffer);
  if (keepsRowsBeforeNumber(op, *rows))
    accesses.writes[buffer] = SizeFormula();
}

/// Adds the effects of operations in the body of `op` on buffers outside.
static void addBody(DestinationStyleOpInterface op, LaunchAccesses &accesses,
                    SizeTracer &sizes) {
  op->walk([&](MemoryEffectOpInterface inner) {
    if (inner == op)
      return;
    SmallVector<MemoryEffects::EffectInstance> effects;
    inner.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects) {
      Value buffer = effect.getValue();
      if (!buffer || !isa<MemRefType>(buffer.getType()) ||
          op->isAncestor(buffer.getParentBlock()->getParentOp()))
        continue;
      auto &list = isa<MemoryEffects::Write>(effect.getEffect())
                       ? accesses.writes
                       : accesses.reads;
      list.try_emplace(buffer,
                       countLookUps(buffer, countPoints(op, sizes), sizes));
    }
  });
}

LaunchAccesses mlir::lowp::getAccesses(Operation *op, bool isFilled,
                                       SizeTracer &sizes) {
  LaunchAccesses accesses;
  auto dps = cast<DestinationStyleOpInterface>(op);
  SmallVector<MemoryEffects::EffectInstance> effects;
  if (auto memory = dyn_cast<MemoryEffectOpInterface>(op))
    memory.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    Value buffer = effect.getValue();
    if (!buffer || !isa<MemRefType>(buffer.getType()))
      continue;
    if (isa<MemoryEffects::Write>(effect.getEffect()))
      accesses.writes[buffer] = sizes.getBytes(buffer);
    else if (isa<MemoryEffects::Read>(effect.getEffect()) &&
             !(isFilled && llvm::is_contained(dps.getDpsInits(), buffer)))
      accesses.reads[buffer] = sizes.getBytes(buffer);
  }
  addBody(dps, accesses, sizes);
  if (auto fusion = dyn_cast<LaunchFusionOp>(op))
    refine(fusion, accesses, sizes);
  if (auto gemm = dyn_cast<GemmOp>(op))
    refine(gemm, accesses, sizes);
  if (auto scatter = dyn_cast<ScatterOp>(op))
    refine(scatter, accesses, sizes);
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    refine(linalgOp, accesses);
  return accesses;
}
