//===- EmulateFormats.cpp - Formats that a chip does not multiply ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the operands of a `lowp.scaled_matmul` whose scales change along K
// elements and scales that the tensor cores of the module's chip take, by
// `lowp.widen`: fp6 and fp4 become fp8, which has all their values; scales
// become f32 scales of 128 or 32 elements of K. Blocks of less than 32 elements
// of K are spread over 32, with zeros. Where the chip multiplies the wider
// elements with scales as they are, scales stay, and where it adds up no
// partial sums they can be no others. The product is the same, but for the
// order of additions, and slower: a remark for each operand says by how much.
// What a kernel takes stays as it is, and so does what would still be refused.
//
//===----------------------------------------------------------------------===//

#include "LayoutComponent.h"
#include "Steps.h"

#include "lowp/Dialect/Lowp/IR/ReadType.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "lowp/Kernel/Gemm/WidenedFormats.h"
#include "mlir/IR/Remarks.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// What a chip takes
//===----------------------------------------------------------------------===//

/// The first type that `target` multiplies and that has all values of `type`:
/// that type itself if it can be.
static Type findMultiplied(const KernelTarget &target, Type type) {
  for (Type candidate : listWiderElements(type))
    if (target.getMmaAtom(candidate, candidate))
      return candidate;
  return {};
}

/// Whether kernels read the scales of `operand` as they are. Scales of tiles
/// are read for columns alone.
static bool readsScales(const GemmOperand &operand, bool isLhs,
                        const MmaAtom &atom) {
  RecipeAttrInterface recipe = operand.type.getRecipe();
  return recipe.getScaleType().isF32() && recipe.getScaleLevels() == 1 &&
         operand.type.getConvention() == ScaleConvention::Decode &&
         !(isLhs && operand.granularity == ScaleGranularity::Block2D) &&
         isLegalScaleK(atom, operand) && isLegalScaleRows(atom, operand);
}

/// Elements of K that share a scale of fp8 as a rule.
static constexpr int64_t kUsualScaleK = 128;

/// The recipe of a widened operand of which `scaleK` elements of K share a
/// scale: the coarsest one that fits. None fits a number that must be spread.
static RecipeAttrInterface chooseRecipe(MLIRContext *context, int64_t scaleK) {
  for (RecipeAttrInterface recipe :
       {RecipeAttrInterface(BlockAttr::get(context, 1, 128)),
        RecipeAttrInterface(BlockAttr::get(context, 1, 32))})
    if (scaleK % recipe.getBlockShape().columns == 0)
      return recipe;
  return {};
}

//===----------------------------------------------------------------------===//
// One matmul
//===----------------------------------------------------------------------===//

namespace {
/// How one operand gets a format that the chip multiplies.
struct Operand {
  GemmOperand from;
  Type elementType;
  bool isTaken;
};

/// Rewrites the operands of one matmul.
class Emulation {
public:
  Emulation(ScaledMatmulOp op, const ChipTarget &chip) : op(op), chip(chip) {}

  /// Does nothing if the chip has the formats, or would still lack others.
  LogicalResult run();

private:
  bool widenElements();
  FailureOr<std::optional<Operand>> analyze(Value value, bool isLhs);
  void choose(const Operand &lhs, const Operand &rhs);
  LogicalResult widen(OpOperand &value, const Operand &operand, StringRef name);
  void replace(OpOperand &value, ScaledType type, StringRef name);
  /// `promotions`: those of a block of K of the usual length.
  void report(StringRef name, ScaledType from, ScaledType to,
              int64_t promotions);

  ScaledMatmulOp op;
  const ChipTarget &chip;
  /// The recipe of widened operands.
  RecipeAttrInterface recipe;
  std::optional<int64_t> spread;
};
} // namespace

/// No operand for blocks that no kernel has: a later pass says so.
FailureOr<std::optional<Operand>> Emulation::analyze(Value value, bool isLhs) {
  auto type = cast<ScaledType>(value.getType());
  std::optional<ScaleGranularity> granularity =
      classifyScales(type.getRecipe().getBlockShape());
  if (!granularity)
    return std::optional<Operand>();
  Type element = findMultiplied(*chip.target, type.getElementType());
  if (!element)
    return op.emitOpError("expected elements that ")
           << chip.facts->name
           << " multiplies, or values of such elements, got " << type;
  GemmOperand operand{type,
                      *granularity,
                      type.getElementType(),
                      {OperandDim::Row, OperandDim::K}};
  const MmaAtom *atom = chip.target->getMmaAtom(element, element);
  bool isTaken =
      element == type.getElementType() && readsScales(operand, isLhs, *atom);
  return std::optional(Operand{operand, element, isTaken});
}

/// Chooses blocks that lie in one block of either operand each.
void Emulation::choose(const Operand &lhs, const Operand &rhs) {
  MLIRContext *context = op.getContext();
  constexpr int64_t kCoarsest = 128;
  int64_t scaleK =
      std::gcd(kCoarsest, std::gcd(lhs.from.getScaleK(), rhs.from.getScaleK()));
  recipe = chooseRecipe(context, scaleK);
  if (recipe)
    return;
  recipe = BlockAttr::get(context, 1, 32);
  spread = scaleK;
}

/// Gives elements that the chip multiplies with scales like those that they
/// have, if there are such: nothing is promoted.
bool Emulation::widenElements() {
  auto lhs = cast<ScaledType>(op.getLhs().getType()),
       rhs = cast<ScaledType>(op.getRhs().getType());
  auto formats = findWidenedFormats(lhs, rhs, *chip.target);
  if (!formats)
    return false;
  auto get = [](ScaledType from, const OperandFormat &to) {
    return WidenOp::getResultType(from, to.element, to.recipe,
                                  /*spread=*/std::nullopt);
  };
  ScaledType wideLhs = get(lhs, formats->first),
             wideRhs = get(rhs, formats->second);
  if (!wideLhs || !wideRhs)
    return false;
  replace(op.getLhsMutable(), wideLhs, "lhs");
  replace(op.getRhsMutable(), wideRhs, "rhs");
  return true;
}

/// What the chip reads stays.
void Emulation::replace(OpOperand &value, ScaledType type, StringRef name) {
  auto from = cast<ScaledType>(value.get().getType());
  if (from.getElementType() == type.getElementType() &&
      from.getRecipe() == type.getRecipe())
    return;
  OpBuilder builder(op);
  value.set(WidenOp::create(builder, op.getLoc(), type, value.get(),
                            /*spread=*/IntegerAttr()));
  report(name, from, type, /*promotions=*/0);
}

LogicalResult Emulation::run() {
  if (takesOperands(op.getLhs().getType(), op.getRhs().getType(),
                    *chip.target) ||
      widenElements())
    return success();
  // Other scales are those of partial sums. A later pass refuses them.
  if (!promotesSums(*chip.target, op.getContext()))
    return success();
  auto lhs = analyze(op.getLhs(), /*isLhs=*/true);
  auto rhs = analyze(op.getRhs(), /*isLhs=*/false);
  if (failed(lhs) || failed(rhs))
    return failure();
  if (!*lhs || !*rhs || !(*lhs)->from.isBlockScaled() ||
      !(*rhs)->from.isBlockScaled() || ((*lhs)->isTaken && (*rhs)->isTaken))
    return success();
  choose(**lhs, **rhs);
  return success(succeeded(widen(op.getLhsMutable(), **lhs, "lhs")) &&
                 succeeded(widen(op.getRhsMutable(), **rhs, "rhs")));
}

LogicalResult Emulation::widen(OpOperand &value, const Operand &operand,
                               StringRef name) {
  // Both operands are spread, or their columns would not meet.
  if (operand.isTaken && !spread)
    return success();
  OpBuilder builder(op);
  ScaledType type = WidenOp::getResultType(operand.from.type,
                                           operand.elementType, recipe, spread);
  if (!type)
    return op.emitOpError("expected an ")
           << name << " of at most 2^48 elements once its blocks lie in blocks "
           << "of 32, got " << operand.from.type;
  IntegerAttr attribute =
      spread ? builder.getI64IntegerAttr(*spread) : IntegerAttr();
  value.set(
      WidenOp::create(builder, op.getLoc(), type, value.get(), attribute));
  report(name, operand.from.type, type,
         kUsualScaleK / recipe.getBlockShape().columns);
  return success();
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// Bytes read and written to make `to` of `from`, in words. Data that stay what
/// they are are not moved.
static std::string describeBytes(ScaledType from, ScaledType to) {
  bool movesData = from.getDataType() != to.getDataType() ||
                   from.getDataStorageMap() != to.getDataStorageMap();
  SmallVector<Type> moved;
  for (ScaledType type : {from, to})
    llvm::append_range(
        moved, ArrayRef(type.getStorageTypes()).drop_front(movesData ? 0 : 1));
  std::optional<int64_t> bytes = countBytes(moved);
  return bytes ? std::to_string(*bytes) : "unknown";
}

/// What it costs beside a matmul of fp8 with 128 elements of K to a scale.
void Emulation::report(StringRef name, ScaledType from, ScaledType to,
                       int64_t promotions) {
  int64_t scaleK = to.getRecipe().getBlockShape().columns;
  remark::passed(op.getLoc(), remark::RemarkOpts::name("format-emulated")
                                  .category("lowp-emulate-formats"))
      << remark::add("{0} {1} with {2} is emulated by {3} with {4}", name,
                     from.getElementType(), Attribute(from.getRecipe()),
                     to.getElementType(), Attribute(to.getRecipe()))
      << remark::metric("multiplications",
                        std::to_string(spread ? scaleK / *spread : 1) + "x")
      << remark::metric("promotions", std::to_string(promotions) + "x")
      << remark::metric("converted-bytes", describeBytes(from, to));
}

LogicalResult mlir::lowp::emulateFormats(ModuleOp op) {
  WalkResult result = op.walk([](ScaledMatmulOp op) {
    FailureOr<ChipTarget> chip = findChipTarget(op);
    return succeeded(chip) && succeeded(Emulation(op, *chip).run())
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
