//===- AssignLayouts.cpp - Scale layouts that kernels read ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_ASSIGNLAYOUTSPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {

constexpr int64_t kScalesPerTransfer = 4; // of f32: the 16 bytes of a TMA row

/// The layout in which a kernel reads the scales of a matmul operand.
ScaleLayoutAttrInterface getPreferredLayout(ScaledType type) {
  BlockShape block = type.getRecipe().getBlockShape();
  bool oneRowManyBlocks =
      block.rows == 1 && block.columns != BlockShape::kWhole;
  if (!oneRowManyBlocks)
    return type.getScaleLayout();
  return MNMajorAttr::get(type.getContext(), kScalesPerTransfer,
                          /*transposed=*/false);
}

/// Whether only matmuls use `value`, directly, transposed or widened.
bool isUsedByMatmulsAlone(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    return isa<ScaledMatmulOp, WidenOp>(user) ||
           (isa<TransposeOp>(user) && isUsedByMatmulsAlone(user->getResult(0)));
  });
}

/// What computes the scales behind `operand`, if its result may take another
/// layout.
TypedValue<ScaledType> getFreeProduct(Value operand) {
  while (auto transpose = operand.getDefiningOp<TransposeOp>())
    operand = transpose.getInput();
  Operation *producer = operand.getDefiningOp();
  if (!isa_and_present<QuantizeOp, WidenOp>(producer) ||
      !isUsedByMatmulsAlone(operand))
    return {};
  return cast<TypedValue<ScaledType>>(operand);
}

/// Gives `value` the type and its transposes theirs.
void retype(TypedValue<ScaledType> value, ScaledType type) {
  value.setType(type);
  for (Operation *user : value.getUsers())
    if (auto transpose = dyn_cast<TransposeOp>(user))
      retype(transpose.getResult(), type.getTransposed());
}

/// Gives the scales behind `operand` the layout, up to where they are computed.
void writeAtOnce(TypedValue<ScaledType> product, Value operand,
                 ScaledType type) {
  while (auto transpose = operand.getDefiningOp<TransposeOp>()) {
    operand = transpose.getInput();
    type = type.getTransposed();
  }
  retype(product, type);
}

/// Bytes read and written to copy the scales, or nothing for dynamic shapes.
std::string describeRelayoutBytes(ScaledType from, ScaledType to) {
  int64_t bytes = 0;
  for (ScaledType type : {from, to}) {
    RankedTensorType scales = type.getScaleStorageType();
    if (!scales.hasStaticShape())
      return "an unknown number of";
    bytes += scales.getNumElements() * scales.getElementTypeBitWidth() / 8;
  }
  return std::to_string(bytes);
}

void insertRelayout(OpOperand &operand, ScaledType type) {
  Operation *user = operand.getOwner();
  auto from = cast<ScaledType>(operand.get().getType());
  OpBuilder builder(user);
  Location loc = operand.get().getLoc();
  operand.set(RelayoutOp::create(builder, loc, type, operand.get()));
  remark::missed(loc, remark::RemarkOpts::name("relayout-inserted")
                          .category("lowp-assign-layouts"))
      << remark::reason("not written by a quantize for matmuls alone")
      << remark::metric("bytes", describeRelayoutBytes(from, type));
}

void assignLayout(OpOperand &operand) {
  auto type = cast<ScaledType>(operand.get().getType());
  ScaledType preferred = type.withScaleLayout(getPreferredLayout(type));
  if (type == preferred)
    return;
  if (TypedValue<ScaledType> product = getFreeProduct(operand.get()))
    writeAtOnce(product, operand.get(), preferred);
  else
    insertRelayout(operand, preferred);
}

/// Lets a quantize write narrow elements close together where matmuls alone
/// read them: chips have no buffers of elements of less than a byte.
void packOperand(OpOperand &operand) {
  auto type = cast<ScaledType>(operand.get().getType());
  if (type.getElementType().getIntOrFloatBitWidth() >= 8 || type.isPacked())
    return;
  if (!ScaledType::fillsPackedGroups(type.getDataLayout(),
                                     type.getElementType()))
    return;
  ScaledType packed = type.withPacking(Packing::Dense);
  // Packed rows of unknown length count as whole groups of elements: along K
  // these are zeros more, but along M or N rows more.
  if (ShapedType::isDynamic(type.getMatrixShape()[0]) &&
      packed.getDataAlignment(0) != type.getDataAlignment(0))
    return;
  if (TypedValue<ScaledType> product = getFreeProduct(operand.get()))
    writeAtOnce(product, operand.get(), packed);
}

struct AssignLayoutsPass
    : lowp::impl::AssignLayoutsPassBase<AssignLayoutsPass> {
  void runOnOperation() override {
    getOperation()->walk([](ScaledMatmulOp op) {
      assignLayout(op.getLhsMutable());
      assignLayout(op.getRhsMutable());
    });
    getOperation()->walk([](ScaledMatmulOp op) {
      packOperand(op.getLhsMutable());
      packOperand(op.getRhsMutable());
    });
    getOperation()->walk([](WidenOp op) { packOperand(op.getInputMutable()); });
  }
};

} // namespace
