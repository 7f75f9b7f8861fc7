//===- PropagateLayouts.cpp - Layouts that kernels read -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutComponent.h"
#include "Steps.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Layout/Passes.h"
#include "mlir/IR/Remarks.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_PROPAGATELAYOUTSPASS
#include "lowp/Layout/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Why `value` had to be copied to be of `type`.
static std::string describeReason(const LayoutValue &value, ScaledType type) {
  if (value.canBe(type))
    return "it is read in several layouts";
  if (auto result = dyn_cast<OpResult>(value.value))
    return "'" + result.getOwner()->getName().getStringRef().str() +
           "' writes no other layout";
  return "an argument has the layout of its type";
}

namespace {
/// Gives the values of one component the types that were chosen for them.
class ComponentRewriter {
public:
  explicit ComponentRewriter(const LayoutComponent &component)
      : component(component), assignment(component.choose()) {}

  /// Fails, with a diagnostic, where a layout cannot be had.
  LogicalResult run() {
    // All types first: uses look at both ends of links.
    for (const LayoutValue &value : component.getValues()) {
      ScaledType type = assignment.lookup(value.value);
      if (value.canBe(type))
        Value(value.value).setType(type);
    }
    for (const LayoutValue &value : component.getValues())
      rewriteUses(value);
    return failure(isRefused);
  }

private:
  void rewriteUses(const LayoutValue &value) {
    for (LayoutLink link : value.outgoing)
      link.source->set(getAs(
          value, link.getSourceType(assignment.lookup(link.destination))));
    for (const LayoutUse &use : value.uses) {
      Type chosen = assignment.lookup(value.value);
      use.operand->set(
          getAs(value, use.demand.isRequired() ? use.demand.type : chosen));
    }
  }

  /// `value` as `type`, copied where it is made: once, and outside of all loops
  /// that only read it.
  Value getAs(const LayoutValue &value, Type type) {
    if (value.value.getType() == type)
      return value.value;
    if (cast<ScaledType>(type).isGrouped())
      return refuse(value.value, type);
    Value &copy = copies[{value.value, type}];
    if (!copy)
      copy = relayout(value, cast<ScaledType>(type));
    return copy;
  }

  /// Says that a copy needs to know where groups end, which is not known where
  /// `value` is made.
  Value refuse(Value value, Type type) {
    isRefused = true;
    emitError(value.getLoc(),
              "expected a value with groups as kernels read it, ")
        << type << ", got " << value.getType()
        << "; lowp.relayout with the 'ends' of its groups copies it";
    return value;
  }

  static Value relayout(const LayoutValue &value, ScaledType type) {
    OpBuilder builder(value.value.getContext());
    builder.setInsertionPointAfterValue(value.value);
    Location loc = value.value.getLoc();
    std::optional<int64_t> bytes = getRelayoutBytes(value.getType(), type);
    remark::missed(loc, remark::RemarkOpts::name("relayout-inserted")
                            .category("lowp-propagate-layouts"))
        << remark::reason("{0}", describeReason(value, type))
        << remark::metric("bytes", bytes ? std::to_string(*bytes)
                                         : "an unknown number of");
    return RelayoutOp::create(builder, loc, type, value.value);
  }

  const LayoutComponent &component;
  LayoutAssignment assignment;
  bool isRefused = false;
  llvm::DenseMap<std::pair<Value, Type>, Value> copies;
};

struct PropagateLayoutsPass
    : lowp_gpu::impl::PropagateLayoutsPassBase<PropagateLayoutsPass> {
  void runOnOperation() override {
    auto name = getOperation()->getAttrOfType<StringAttr>(
        LowpGPUDialect::getChipAttrName());
    // What has no kernels for matmuls reads their operands anyhow.
    if (name && !lookupChipTarget(getOperation()))
      return;
    FailureOr<ChipTarget> chip = findChipTarget(getOperation());
    if (failed(chip))
      return signalPassFailure();
    placeGroupScales(getOperation(), *chip->target);
    for (const LayoutComponent &component :
         findLayoutComponents(getOperation(), *chip->target))
      if (failed(ComponentRewriter(component).run()))
        return signalPassFailure();
  }
};

} // namespace
