//===- SmallFloatsToIntegers.cpp - Small floats as integers for LLVM ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 for x86 computes wrongly with bf16: InstCombine turns integer code
// that clears the sign bit of a bf16 into llvm.fabs.bf16, and the back end then
// drops the sign of other uses of the same value. Without a value of that type
// there is nothing for it to combine.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;

static bool isFloat16(Type type) {
  return isa<Float16Type, BFloat16Type>(type);
}

static Type getInteger(Type type) {
  return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth());
}

/// Whether constants of `type` are integers to LLVM: it has none of the smaller
/// formats.
static bool isIntegerToLLVM(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() <= 16;
}

/// What replaces types and constants of 16-bit floats wherever they appear.
static AttrTypeReplacer makeReplacer() {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](FloatType type) -> std::optional<Type> {
    if (!isFloat16(type))
      return std::nullopt;
    return getInteger(type);
  });
  replacer.addReplacement([](FloatAttr attr) -> std::optional<Attribute> {
    if (!isIntegerToLLVM(attr.getType()))
      return std::nullopt;
    return IntegerAttr::get(getInteger(attr.getType()),
                            attr.getValue().bitcastToAPInt());
  });
  replacer.addReplacement(
      [](DenseFPElementsAttr attr)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        if (!isIntegerToLLVM(attr.getElementType()))
          return std::nullopt;
        return std::make_pair(attr.bitcast(getInteger(attr.getElementType())),
                              WalkResult::skip());
      });
  return replacer;
}

/// Whether `op` only moves values: what they mean is the same to it.
static bool movesBits(Operation *op) {
  return isa<BranchOpInterface, LLVM::AddressOfOp, LLVM::AllocaOp,
             LLVM::BitcastOp, LLVM::CallOp, LLVM::ConstantOp,
             LLVM::ExtractElementOp, LLVM::ExtractValueOp, LLVM::FreezeOp,
             LLVM::GEPOp, LLVM::InsertElementOp, LLVM::InsertValueOp,
             LLVM::LoadOp, LLVM::PoisonOp, LLVM::ReturnOp, LLVM::SelectOp,
             LLVM::ShuffleVectorOp, LLVM::StoreOp, LLVM::UndefOp, LLVM::ZeroOp>(
      op);
}

static bool hasFloat16(Operation *op) {
  auto has = [](Type type) {
    return type
        .walk([](Type part) {
          return isFloat16(part) ? WalkResult::interrupt()
                                 : WalkResult::advance();
        })
        .wasInterrupted();
  };
  return llvm::any_of(op->getOperandTypes(), has) ||
         llvm::any_of(op->getResultTypes(), has);
}

static LogicalResult verifyNoArithmetic(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    if (!hasFloat16(op) || movesBits(op))
      return WalkResult::advance();
    op->emitOpError(
        "expected no arithmetic on f16 or bf16 by now, got some on ")
        << op->getOperandTypes()
        << "; run lowp-legalize-arith before the conversion to llvm";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Replaces in `root`, whose discardable attributes stay: they tell callers of
/// the types that the program has.
static void replaceIn(Operation *root, AttrTypeReplacer &replacer) {
  DictionaryAttr notes = root->getDiscardableAttrDictionary();
  replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  root->setDiscardableAttrs(notes);
}

LogicalResult mlir::lowp::smallFloatsToIntegers(ModuleOp module) {
  AttrTypeReplacer replacer = makeReplacer();
  for (Operation &op : module.getOps()) {
    if (!isa<LLVM::LLVMFuncOp, LLVM::GlobalOp>(op))
      continue;
    if (failed(verifyNoArithmetic(&op)))
      return failure();
    replaceIn(&op, replacer);
  }
  return success();
}
