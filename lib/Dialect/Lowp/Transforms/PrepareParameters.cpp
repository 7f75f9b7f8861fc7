//===- PrepareParameters.cpp - What weights become, in a function ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/Transforms/Contraction.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_PREPAREPARAMETERSPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Divides one function into what parameters alone decide and the rest.
class Preparation {
public:
  explicit Preparation(func::FuncOp function) : function(function) {}
  LogicalResult run();

private:
  LogicalResult verify();
  std::string getPrepareName() {
    return (function.getName() + "$prepare").str();
  }
  void findDecided();
  void chooseValues();
  func::FuncOp buildPrepare();
  void replaceValues(func::FuncOp prepare);

  func::FuncOp function;
  SmallVector<BlockArgument> parameters;
  /// Values that depend on parameters and constants alone.
  DenseSet<Value> decided;
  /// Those that the rest of the function is given.
  SmallVector<Value> values;
  /// The parameters that these are made from, in the order of arguments.
  SmallVector<BlockArgument> used;
};
} // namespace

static StringRef getParameterName() {
  return LowpDialect::getParameterAttrName();
}

LogicalResult Preparation::verify() {
  for (BlockArgument argument : function.getArguments())
    if (function.getArgAttr(argument.getArgNumber(), getParameterName()))
      parameters.push_back(argument);
  if (parameters.empty())
    return success();
  std::string name = getPrepareName();
  if (SymbolTable::lookupSymbolIn(function->getParentOp(), name))
    return function.emitOpError("expected no function @")
           << name << ", which lowp writes, got one; rename it";
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("expected one block in a function with ")
           << getParameterName() << " arguments, got "
           << function.getBody().getBlocks().size()
           << "; use scf for control flow";
  return success();
}

/// Values from outside of `op` that it or its regions read.
static SmallVector<Value> getRead(Operation &op) {
  SmallVector<Value> read(op.getOperands());
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op.getRegions(), captured);
  llvm::append_range(read, captured);
  return read;
}

void Preparation::findDecided() {
  decided.insert_range(parameters);
  DenseSet<Value> constant;
  for (Operation &op : function.front().without_terminator()) {
    if (!isPure(&op))
      continue;
    bool depends = false, isKnown = true;
    for (Value value : getRead(op)) {
      depends |= decided.contains(value);
      isKnown &= decided.contains(value) || constant.contains(value);
    }
    if (isKnown)
      (depends ? decided : constant).insert_range(op.getResults());
  }
}

/// Whether `op` computes nothing: reads of a gemm or a fusion go through it.
static bool isMovement(Operation *op) {
  if (isa<tensor::TensorDialect>(op->getDialect()) || isa<TransposeOp>(op))
    return true;
  linalg::LinalgOp copy = op->getNumResults() == 1
                              ? getElementwiseProducer(op->getResult(0))
                              : linalg::LinalgOp();
  return copy && isCopy(copy, /*mayWiden=*/true, /*mayRound=*/false);
}

/// Bytes of a value; nothing where a size is unknown.
static std::optional<int64_t> getBytes(Type type) {
  if (auto scaled = dyn_cast<ScaledType>(type)) {
    int64_t bytes = 0;
    for (Type part : scaled.getStorageTypes()) {
      std::optional<int64_t> some = getBytes(part);
      if (!some)
        return std::nullopt;
      bytes += *some;
    }
    return bytes;
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() ||
      !tensor.getElementType().isIntOrFloat())
    return std::nullopt;
  return tensor.getNumElements() * tensor.getElementTypeBitWidth() / 8;
}

/// Whether to hand `value` over, which `slice` computes from `sources`: it was
/// computed, and is not larger than what it was computed from.
static bool isWorthHandingOver(Value value, ArrayRef<Operation *> slice,
                               ArrayRef<Value> sources) {
  if (!isa<RankedTensorType, ScaledType>(value.getType()) ||
      llvm::all_of(slice, isMovement))
    return false;
  std::optional<int64_t> bytes = getBytes(value.getType());
  int64_t before = 0;
  for (Value source : sources) {
    std::optional<int64_t> some = getBytes(source.getType());
    if (!some || !bytes)
      return true;
    before += *some;
  }
  return *bytes <= before;
}

/// The operations that compute `value` within the function.
static SmallVector<Operation *> getSlice(Value value) {
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitUsesFromAbove = false;
  (void)getBackwardSlice(value, &slice, options);
  return llvm::to_vector(slice);
}

void Preparation::chooseValues() {
  llvm::SmallSetVector<Value, 8> sources;
  for (Operation &op : function.front().without_terminator())
    for (Value value : op.getResults()) {
      bool isLast = decided.contains(value) &&
                    llvm::any_of(value.getUsers(), [&](Operation *user) {
                      Operation *reader =
                          function.front().findAncestorOpInBlock(*user);
                      return reader->getNumResults() == 0 ||
                             !decided.contains(reader->getResult(0));
                    });
      if (!isLast)
        continue;
      SmallVector<Operation *> slice = getSlice(value);
      SmallVector<Value> from;
      for (BlockArgument parameter : parameters)
        if (llvm::any_of(parameter.getUsers(), [&](Operation *user) {
              return llvm::is_contained(slice, user);
            }))
          from.push_back(parameter);
      if (!isWorthHandingOver(value, slice, from))
        continue;
      values.push_back(value);
      sources.insert_range(from);
    }
  for (BlockArgument parameter : parameters)
    if (sources.contains(parameter))
      used.push_back(parameter);
}

func::FuncOp Preparation::buildPrepare() {
  OpBuilder builder(function);
  auto type = builder.getFunctionType(TypeRange(ValueRange(used)),
                                      TypeRange(ValueRange(values)));
  auto prepare =
      func::FuncOp::create(builder, function.getLoc(), getPrepareName(), type);
  Block *body = prepare.addEntryBlock();
  IRMapping mapping;
  mapping.map(used, body->getArguments());
  llvm::SmallSetVector<Operation *, 32> needed;
  for (Value value : values)
    needed.insert_range(getSlice(value));
  builder.setInsertionPointToStart(body);
  for (Operation &op : function.front())
    if (needed.contains(&op))
      builder.clone(op, mapping);
  SmallVector<Value> results;
  for (Value value : values)
    results.push_back(mapping.lookup(value));
  func::ReturnOp::create(builder, function.getLoc(), results);
  return prepare;
}

/// Lets the function take what `prepare` returns, and no parameter that nobody
/// reads any more.
void Preparation::replaceValues(func::FuncOp prepare) {
  for (Value value : values) {
    unsigned number = function.getNumArguments();
    (void)function.insertArgument(number, value.getType(), {}, value.getLoc());
    value.replaceAllUsesWith(function.getArgument(number));
  }
  SmallVector<Operation *> ops;
  for (Operation &op : function.front())
    ops.push_back(&op);
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      op->erase();
  llvm::BitVector unread(function.getNumArguments());
  for (BlockArgument parameter : used)
    if (parameter.use_empty())
      unread.set(parameter.getArgNumber());
  for (BlockArgument parameter : parameters)
    function.removeArgAttr(parameter.getArgNumber(), getParameterName());
  (void)function.eraseArguments(unread);
  function->setAttr(LowpDialect::getPreparedByAttrName(),
                    FlatSymbolRefAttr::get(prepare));
}

LogicalResult Preparation::run() {
  if (failed(verify()))
    return failure();
  if (parameters.empty())
    return success();
  findDecided();
  chooseValues();
  if (!values.empty()) {
    replaceValues(buildPrepare());
    return success();
  }
  remark::missed(function.getLoc(), remark::RemarkOpts::name("nothing-prepared")
                                        .category("lowp-prepare-parameters"))
      << remark::reason("nothing is computed of the parameters of @{0} alone",
                        function.getName());
  for (BlockArgument parameter : parameters)
    function.removeArgAttr(parameter.getArgNumber(), getParameterName());
  return success();
}

namespace {
struct PrepareParameters
    : public lowp::impl::PrepareParametersPassBase<PrepareParameters> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isDeclaration())
        functions.push_back(function);
    for (func::FuncOp function : functions)
      if (failed(Preparation(function).run()))
        return signalPassFailure();
  }
};
} // namespace
