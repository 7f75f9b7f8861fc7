//===- Tensor.h - Tensors in host memory ------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TOOLS_LOWP_RUN_TENSOR_H
#define LOWP_TOOLS_LOWP_RUN_TENSOR_H

#include "mlir/IR/BuiltinTypes.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::lowp::run {

/// What is known of a tensor before it has data.
struct TensorSpec {
  /// For messages and file names: "argument0", "argument0.scales", "result1".
  std::string name;
  llvm::SmallVector<int64_t> shape;
  Type elementType;
  /// The shape of the scaled value whose data these are.
  llvm::SmallVector<int64_t> logicalShape = {};
  /// Not a tensor but a number.
  bool isScalar = false;

  int64_t getNumElements() const;
  int64_t getNumBytes() const;
  /// For example "4096x512xbf16".
  std::string describe() const;
};

/// A contiguous, row-major tensor.
struct Tensor {
  TensorSpec spec;
  std::vector<char> bytes;

  explicit Tensor(TensorSpec spec)
      : spec(std::move(spec)), bytes(this->spec.getNumBytes()) {}
};

/// Whether elements of `type` can be filled and compared.
bool isSupportedElement(Type type);

/// The value of each element.
std::vector<double> decode(const Tensor &tensor);

/// Stores `values`, each rounded to the nearest element, large ones saturated.
void encode(llvm::ArrayRef<float> values, Tensor &tensor);

/// The argument of a compiled function for a tensor at `data`: what a
/// LowpTensorN, or a memref descriptor, holds.
class TensorDescriptor {
public:
  TensorDescriptor(const TensorSpec &spec, void *data);
  void *get() { return words.data(); }

private:
  std::vector<int64_t> words;
};

} // namespace mlir::lowp::run

#endif // LOWP_TOOLS_LOWP_RUN_TENSOR_H
