//===- VerifyProgram.cpp - What a pipeline cannot lower -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyProgram.h"

#include "LoopSizes.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Target/ReservedNames.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace mlir::lowp;

static bool hasTensor(Operation *op) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  return llvm::any_of(op->getOperandTypes(), isTensor) ||
         llvm::any_of(op->getResultTypes(), isTensor);
}

/// Whether a pass makes something else of `op` before bufferization, or
/// bufferization knows it. Dialects of others take part by the interfaces.
static bool isLowered(Operation *op) {
  return isa<bufferization::BufferizableOpInterface,
             linalg::AggregatedOpInterface, linalg::PackOp, linalg::UnPackOp,
             tensor::ReshapeOp>(op) ||
         isa_and_present<LowpDialect, func::FuncDialect>(op->getDialect()) ||
         op->hasTrait<OpTrait::ConstantLike>() ||
         OpTrait::hasElementwiseMappableTraits(op) ||
         op->hasTrait<OpTrait::IsTerminator>();
}

/// A call of something that cannot be inlined.
static bool callsForeignCode(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return false;
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, call.getCalleeAttr());
  return !callee || callee.isDeclaration();
}

static LogicalResult verifyForHost(Operation *op) {
  if (auto call = dyn_cast<CallExternalOp>(op))
    return call.emitOpError("expected the body of an external function, which "
                            "is what the CPU runs, got '")
           << call.getSymbol()
           << "' without one; give the function a body that computes the same";
  if (isa_and_present<lowp_gpu::LowpGPUDialect, gpu::GPUDialect>(
          op->getDialect()))
    return op->emitOpError("expected a program for the CPU, got a kernel of a "
                           "GPU or its launch; lowp-to-cpu takes matmuls of "
                           "dialect lowp");
  return success();
}

/// Whether code for the host can compute with `type` without functions of a
/// compiler's library, and kernels at all.
static bool isOfMachine(Type type) {
  Type element = getElementTypeOrSelf(type);
  return !element.isIntOrFloat() || element.getIntOrFloatBitWidth() <= 64;
}

/// Whether places in `type` are numbers that code computes without overflow.
static bool isOfMemory(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return !shaped || !shaped.hasRank() ||
         ScaledType::isAddressable(shaped.getShape());
}

static LogicalResult verifyTypes(Operation *op) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types) {
      if (!isOfMachine(type))
        return op->emitOpError("expected numbers of at most 64 bits, got ")
               << type << "; compute with narrower ones";
      if (!isOfMemory(type))
        return op->emitOpError("expected at most 2^48 elements in the static "
                               "dimensions of a tensor, got ")
               << type << "; divide it";
    }
  return success();
}

/// Whether code can compute with `type`, by itself or in wider floats.
static bool isOfKnownFormat(Type type) {
  Type element = getElementTypeOrSelf(type);
  return !isa<FloatType>(element) ||
         isa<Float8E4M3FNType, Float8E5M2Type, Float6E2M3FNType,
             Float6E3M2FNType, Float4E2M1FNType, Float8E8M0FNUType, Float16Type,
             BFloat16Type, Float32Type, Float64Type>(element);
}

/// Casts have an error of their own, which names what they may be.
static LogicalResult verifyFormats(Operation *op) {
  if (!isa_and_present<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) ||
      isa<arith::ConstantOp, arith::SelectOp, CastOpInterface>(op))
    return success();
  // Named operations of linalg make their bodies at no location.
  Operation *told = op;
  while (isa<UnknownLoc>(told->getLoc()) && told->getParentOp())
    told = told->getParentOp();
  for (Type type : op->getOperandTypes())
    if (!isOfKnownFormat(type))
      return told->emitOpError("expected to compute with f64, f32, f16, bf16, "
                               "f8E4M3FN, f8E5M2, f6E2M3FN, f6E3M2FN, f4E2M1FN "
                               "or f8E8M0FNU, got ")
             << type << "; cast it before it comes here";
  return success();
}

/// A function of LLVM takes its attributes from ours, by their names: `naked`
/// ones have no stack, others another calling convention.
static LogicalResult verifyFunction(Operation *op) {
  auto function = dyn_cast<func::FuncOp>(op);
  if (!function)
    return success();
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (llvm::is_contained(LLVM::LLVMFuncOp::getAttributeNames(),
                           attribute.getName().getValue()))
      return function.emitOpError("expected a function without attributes that "
                                  "mean something to LLVM, got '")
             << attribute.getName().getValue() << "'; leave it out";
  return success();
}

/// A function that is called by name must not be another by that name.
static LogicalResult verifyExternalName(Operation *op) {
  auto call = dyn_cast<CallExternalOp>(op);
  StringRef owner = call ? findOwnerOfSymbol(call.getSymbol()) : StringRef();
  if (owner.empty())
    return success();
  return call.emitOpError(
             "expected the name of a function of the user's, got '")
         << call.getSymbol() << "', which is a name of " << owner
         << "; rename it";
}

/// Whether `op` is a matmul in one of the forms that take a recipe, or that
/// passes make such forms of.
static bool isMatmul(Operation *op) {
  if (isa<ScaledMatmulOp, GroupedMatmulOp, GroupedScaledMatmulOp, GemmOp>(op))
    return true;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return false;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return isSumOfProducts(linalgOp) || isSumOfRoundedProducts(linalgOp) ||
         linalg::isaConvolutionOpInterface(linalgOp) ||
         (generic && isSumOfComputedProducts(generic));
}

/// A role that nobody would read.
static LogicalResult verifyRolePlace(Operation *op) {
  StringRef name = LowpDialect::getRoleAttrName();
  if (!op->getDiscardableAttr(name) || isa<FunctionOpInterface>(op) ||
      isMatmul(op))
    return success();
  return op->emitOpError("expected '")
         << name
         << "' on a matmul or on a function whose matmuls have it, got it on "
            "another operation; leave it out";
}

static LogicalResult verifyOp(Operation *op, SizeTracer &sizes) {
  if (failed(verifyFunction(op)) || failed(verifyRolePlace(op)))
    return failure();
  // What code of a level below does is not known, and not checked.
  if (isa_and_present<LLVM::LLVMDialect, NVVM::NVVMDialect>(op->getDialect()))
    return op->emitOpError("expected a program on tensors and scalars, got "
                           "code for a machine; write it in dialects func, "
                           "linalg, tensor, arith, math, scf and lowp");
  if (failed(verifyTypes(op)) || failed(verifyFormats(op)))
    return failure();
  auto castOp = dyn_cast<tensor::CastOp>(op);
  if (castOp && failed(verifyCastSizes(castOp, sizes)))
    return failure();
  if (auto loops = dyn_cast<linalg::LinalgOp>(op))
    if (failed(verifyLoopSizes(loops, sizes)))
      return failure();
  if (isa_and_present<vector::VectorDialect>(op->getDialect()))
    return op->emitOpError(
        "expected operations on tensors and scalars, got one "
        "on vectors; lowp vectorizes by itself: run it "
        "before vectorization");
  if (isa<arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
    return op->emitOpError("expected scales of f8E8M0FNU, got ")
           << getElementTypeOrSelf(op->getOperand(1))
           << ", which upstream rounds to powers of two without a word; write "
              "lowp.quantize or lowp.dequantize";
  if (callsForeignCode(op))
    return op->emitOpError("expected a function with a body, got the call of "
                           "one without; give it a body, mark it by "
                           "'lowp.external' if it is a C function, or compute "
                           "its result outside and pass it as an argument");
  if (failed(verifyExternalName(op)))
    return failure();
  if (op->getName().getDialectNamespace() == "shard" && hasTensor(op))
    return op->emitOpError("expected a program of one device, got a tensor "
                           "that several have parts of; upstream's passes "
                           "sharding-propagation and shard-partition make one "
                           "of it, sums over devices are the caller's");
  if (hasTensor(op) && !isLowered(op))
    return op->emitOpError("expected an operation on tensors that lowp can "
                           "lower, got one without a lowering; write it as a "
                           "linalg.generic");
  return success();
}

/// A call by which a function comes back to itself, in this strongly connected
/// part of the call graph; null if there is none.
static Operation *findRecursion(ArrayRef<CallGraphNode *> nodes) {
  for (CallGraphNode *node : nodes) {
    if (node->isExternal())
      continue;
    Operation *found = nullptr;
    node->getCallableRegion()->walk([&](func::CallOp call) {
      auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
          call, call.getCalleeAttr());
      bool comesBack = callee && !callee.isDeclaration() &&
                       llvm::any_of(nodes, [&](CallGraphNode *other) {
                         return !other->isExternal() &&
                                other->getCallableRegion() == &callee.getBody();
                       });
      found = comesBack ? call.getOperation() : found;
      return comesBack ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (found)
      return found;
  }
  return nullptr;
}

/// Functions that call themselves: kernels cannot, and on the host the stack
/// ends before they do.
static LogicalResult verifyCalls(ModuleOp module) {
  CallGraph graph(module);
  for (auto part = llvm::scc_begin(&std::as_const(graph)); !part.isAtEnd();
       ++part)
    if (Operation *call = part.hasCycle() ? findRecursion(*part) : nullptr)
      return call->emitOpError("expected a function that does not call itself, "
                               "got the call of '")
             << cast<func::CallOp>(call).getCallee()
             << "', which comes back to it; write a loop";
  return success();
}

LogicalResult mlir::lowp::verifyProgram(ModuleOp program, bool allowKernels) {
  SizeTracer sizes;
  WalkResult result = program->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!allowKernels && failed(verifyForHost(op)))
      return WalkResult::interrupt();
    // Kernels that are there already have a pipeline after them.
    if (isa<gpu::GPUModuleOp, gpu::LaunchOp>(op) ||
        isa_and_present<lowp_gpu::LowpGPUDialect>(op->getDialect()))
      return WalkResult::skip();
    return WalkResult(verifyOp(op, sizes));
  });
  return failure(result.wasInterrupted() || failed(verifyCalls(program)));
}
