//===- SizeExpression.cpp - Sizes that are computed -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeExpression.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp::execution;

using Text = std::optional<std::string>;

/// Longer formulas are as good as none: what is used twice is there twice.
static constexpr size_t kMostCharacters = 2000;
static constexpr unsigned kWordBits = 64;

/// Bits of an integer as formulas count them, 0 for other types.
static unsigned countBits(Type type) {
  if (type.isIndex())
    return kWordBits;
  auto integer = dyn_cast<IntegerType>(type);
  return integer ? integer.getWidth() : 0;
}

namespace {
class Printer {
public:
  explicit Printer(PrintDimension printDimension)
      : printDimension(printDimension) {}

  Text print(Value value);

private:
  Text printCast(Operation *op);
  Text printSelect(arith::SelectOp op);
  Text printAffine(AffineExpr expr, ValueRange dims, ValueRange symbols);
  /// What affine.min or affine.max, called `name`, is.
  template <typename Op>
  Text printBest(Op op, StringRef name);
  Text printCall(StringRef name, unsigned bits, ValueRange operands);
  static Text join(StringRef name, unsigned bits, ArrayRef<Text> operands);

  PrintDimension printDimension;
};
} // namespace

Text Printer::join(StringRef name, unsigned bits, ArrayRef<Text> operands) {
  std::string text = llvm::formatv("({0} {1}", name, bits);
  for (const Text &operand : operands) {
    if (!operand)
      return std::nullopt;
    text += " " + *operand;
  }
  text += ")";
  return text.size() > kMostCharacters ? Text() : text;
}

Text Printer::printCall(StringRef name, unsigned bits, ValueRange operands) {
  SmallVector<Text> texts;
  for (Value operand : operands) {
    texts.push_back(print(operand));
    if (!texts.back())
      return std::nullopt;
  }
  return join(name, bits, texts);
}

Text Printer::printCast(Operation *op) {
  Value from = op->getOperand(0);
  unsigned bits = countBits(from.getType());
  unsigned to = countBits(op->getResult(0).getType());
  if (bits < 32 || to < 32)
    return std::nullopt;
  if (to < bits)
    return printCall("trunci", to, from);
  if (to > bits && isa<arith::ExtUIOp, arith::IndexCastUIOp>(op))
    return printCall("extui", bits, from);
  return print(from);
}

Text Printer::printSelect(arith::SelectOp op) {
  auto compare = op.getCondition().getDefiningOp<arith::CmpIOp>();
  unsigned bits = compare ? countBits(compare.getLhs().getType()) : 0;
  if (bits < 32)
    return std::nullopt;
  Text condition =
      printCall(arith::stringifyCmpIPredicate(compare.getPredicate()), bits,
                compare->getOperands());
  Text yes = print(op.getTrueValue()), no = print(op.getFalseValue());
  return join("select", countBits(op.getType()), {condition, yes, no});
}

Text Printer::printAffine(AffineExpr expr, ValueRange dims,
                          ValueRange symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::to_string(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return print(dims[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return print(symbols[symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto name = [&]() -> StringRef {
    switch (expr.getKind()) {
    case AffineExprKind::Add:
      return "addi";
    case AffineExprKind::Mul:
      return "muli";
    case AffineExprKind::FloorDiv:
      return "floordivsi";
    case AffineExprKind::CeilDiv:
      return "ceildivsi";
    default:
      return "mod";
    }
  };
  return join(name(), kWordBits,
              {printAffine(binary.getLHS(), dims, symbols),
               printAffine(binary.getRHS(), dims, symbols)});
}

template <typename Op>
Text Printer::printBest(Op op, StringRef name) {
  Text best;
  for (auto [number, expr] : llvm::enumerate(op.getMap().getResults())) {
    Text text = printAffine(expr, op.getDimOperands(), op.getSymbolOperands());
    best = number == 0 ? text : join(name, kWordBits, {best, text});
    if (!best)
      break;
  }
  return best;
}

Text Printer::print(Value value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return std::to_string(*constant);
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto dim = dyn_cast<tensor::DimOp>(op))
    return printDimension(dim);
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    AffineMap map = apply.getAffineMap();
    ValueRange operands = apply.getMapOperands();
    return printAffine(map.getResult(0), operands.take_front(map.getNumDims()),
                       operands.drop_front(map.getNumDims()));
  }
  if (auto best = dyn_cast<affine::AffineMinOp>(op))
    return printBest(best, "minsi");
  if (auto best = dyn_cast<affine::AffineMaxOp>(op))
    return printBest(best, "maxsi");
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::TruncIOp,
          arith::ExtSIOp, arith::ExtUIOp>(op))
    return printCast(op);
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return printSelect(select);
  unsigned bits = countBits(value.getType());
  if (bits < 32 || bits > kWordBits ||
      !isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivUIOp,
           arith::DivSIOp, arith::CeilDivUIOp, arith::CeilDivSIOp,
           arith::FloorDivSIOp, arith::RemUIOp, arith::RemSIOp, arith::MinUIOp,
           arith::MinSIOp, arith::MaxUIOp, arith::MaxSIOp, arith::ShLIOp,
           arith::ShRUIOp, arith::ShRSIOp, arith::AndIOp, arith::OrIOp,
           arith::XOrIOp>(op))
    return std::nullopt;
  return printCall(op->getName().stripDialect(), bits, op->getOperands());
}

std::optional<std::string>
mlir::lowp::execution::printSizeExpression(Value value,
                                           PrintDimension printDimension) {
  return Printer(printDimension).print(value);
}
