//===- Arguments.cpp - What a function takes and gives --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "lowp/Dialect/Lowp/IR/AliasedResults.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp::run;

/// More no machine has memory for; below, no number of bytes overflows.
static constexpr int64_t kMaximumElements = int64_t(1) << 48;

/// Gives the dynamic dimensions of `shape` their sizes.
static llvm::Error bindSizes(SmallVectorImpl<int64_t> &shape, StringRef name,
                             const ShapeBindings &bindings) {
  int64_t elements = 1;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (ShapedType::isDynamic(size)) {
      auto bound = bindings.lookup(name, dim);
      if (!bound)
        return bound.takeError();
      size = *bound;
    }
    // Storage has padding, so an empty matrix of many rows counts as well.
    if (llvm::MulOverflow(elements, std::max<int64_t>(size, 1), elements) ||
        elements > kMaximumElements)
      return llvm::createStringError(llvm::formatv(
          "{0}: expected at most {1} elements, got more with size {2} of "
          "dimension {3}; pass a smaller one",
          name, kMaximumElements, size, dim));
  }
  return llvm::Error::success();
}

static llvm::Error addTensor(std::vector<TensorSpec> &specs, StringRef name,
                             ArrayRef<int64_t> shape, Type elementType,
                             const ShapeBindings &bindings) {
  TensorSpec spec{name.str(), llvm::to_vector(shape), elementType};
  if (!isSupportedElement(elementType))
    return llvm::createStringError(
        llvm::formatv("{0}: expected elements that lowp-run can "
                      "fill, got {1}",
                      name, elementType));
  if (llvm::Error error = bindSizes(spec.shape, name, bindings))
    return error;
  specs.push_back(std::move(spec));
  return llvm::Error::success();
}

/// Adds the tensors of a scaled value: data, scales, the global scale if any.
static llvm::Error addScaled(std::vector<TensorSpec> &specs, StringRef name,
                             lowp::ScaledType type,
                             const ShapeBindings &bindings) {
  SmallVector<int64_t> shape = llvm::to_vector(type.getShape());
  if (llvm::Error error = bindSizes(shape, name, bindings))
    return error;
  lowp::ScaledType bound = type.withShape(shape);
  RankedTensorType data = bound.getDataType();
  RankedTensorType scales = bound.getScaleStorageType();
  if (auto error = addTensor(specs, name, data.getShape(),
                             data.getElementType(), bindings))
    return error;
  specs.back().logicalShape = shape;
  if (auto error = addTensor(specs, (name + ".scales").str(), scales.getShape(),
                             scales.getElementType(), bindings))
    return error;
  if (!bound.hasGlobalScale())
    return llvm::Error::success();
  RankedTensorType global = bound.getGlobalScaleType();
  return addTensor(specs, (name + ".global_scale").str(), global.getShape(),
                   global.getElementType(), bindings);
}

static llvm::Error addScalar(std::vector<TensorSpec> &specs, StringRef name,
                             Type type) {
  if (llvm::Error error = addTensor(specs, name, {}, type, ShapeBindings()))
    return error;
  specs.back().isScalar = true;
  return llvm::Error::success();
}

/// The tensors of all values of `types` but those that `isSkipped` names by
/// their numbers.
static llvm::Expected<std::vector<TensorSpec>>
getTensors(TypeRange types, StringRef kind, const ShapeBindings &bindings,
           llvm::function_ref<bool(unsigned)> isSkipped) {
  std::vector<TensorSpec> specs;
  for (auto [number, type] : llvm::enumerate(types)) {
    if (isSkipped(number))
      continue;
    std::string name = (kind + Twine(number)).str();
    llvm::Error error = llvm::Error::success();
    auto buffer = dyn_cast<MemRefType>(type);
    if (isa<RankedTensorType>(type) ||
        (buffer && buffer.getLayout().isIdentity()))
      error = addTensor(specs, name, cast<ShapedType>(type).getShape(),
                        getElementTypeOrSelf(type), bindings);
    else if (auto scaled = dyn_cast<lowp::ScaledType>(type))
      error = addScaled(specs, name, scaled, bindings);
    else if (type.isIntOrIndexOrFloat())
      error = addScalar(specs, name, type);
    else
      error = llvm::createStringError(
          llvm::formatv("{0}: expected a ranked tensor, a scaled "
                        "value, a buffer or a number, got {1}",
                        name, type));
    if (error)
      return std::move(error);
  }
  return specs;
}

llvm::Expected<Arguments> run::getArguments(func::FuncOp function,
                                            const ShapeBindings &bindings) {
  auto inputs = getTensors(function.getArgumentTypes(), "argument", bindings,
                           [](unsigned) { return false; });
  if (!inputs)
    return inputs.takeError();
  auto outputs = getTensors(
      function.getResultTypes(), "result", bindings, [&](unsigned number) {
        return lowp::getAliasedArgument(function, number).has_value();
      });
  if (!outputs)
    return outputs.takeError();
  return Arguments{std::move(*inputs), std::move(*outputs)};
}

llvm::Expected<func::FuncOp> run::findFunction(ModuleOp module,
                                               StringRef name) {
  SmallVector<func::FuncOp> candidates;
  std::string names;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isDeclaration() || function.isPrivate())
      continue;
    if (name.empty() || function.getName() == name)
      candidates.push_back(function);
    names += (names.empty() ? "" : ", ") + function.getName().str();
  }
  if (candidates.size() == 1)
    return candidates.front();
  if (names.empty())
    return llvm::createStringError(
        "expected a public function with a body, got none");
  return llvm::createStringError("expected --function to name one of " + names +
                                 "; got " +
                                 (name.empty() ? "none" : "'" + name + "'"));
}

/// Products and sums of a matmul of these extents, dynamic ones as all are
/// bound.
static double countFlops(ArrayRef<int64_t> extents,
                         const ShapeBindings &bindings) {
  double flops = 2;
  for (int64_t size : extents) {
    if (ShapedType::isDynamic(size))
      size = llvm::expectedToOptional(bindings.lookup("matmul", 0)).value_or(0);
    flops *= static_cast<double>(size);
  }
  return flops;
}

double run::countMatmulFlops(func::FuncOp function,
                             const ShapeBindings &bindings) {
  double flops = 0;
  function.walk([&](linalg::LinalgOp op) {
    if (linalg::isaContractionOpInterface(op))
      flops += countFlops(op.getStaticLoopRanges(), bindings);
  });
  function.walk([&](lowp::ScaledMatmulOp op) {
    SmallVector<int64_t> extents(op.getType().getShape());
    extents.push_back(op.getRhs().getType().getShape().back());
    flops += countFlops(extents, bindings);
  });
  return flops;
}
