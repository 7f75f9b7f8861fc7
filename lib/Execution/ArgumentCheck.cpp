//===- ArgumentCheck.cpp - Arguments against their description ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentCheck.h"

#include "TensorView.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::lowp::execution;

/// More no memory holds; products of sizes up to it do not wrap around.
static constexpr int64_t kMostElements = int64_t(1) << 48;

namespace {

/// The check of one call. The first mistake ends it.
class Checker {
public:
  Checker(const Function &function, LowpCall &call,
          llvm::ArrayRef<void *> arguments)
      : function(function), call(call), arguments(arguments) {}

  void run();

private:
  const Argument &describe(size_t number) const {
    return function.describe(number);
  }
  TensorView view(size_t number) const {
    return {arguments[number], describe(number).dimensions.size()};
  }

  /// Fails with what was expected of `argument`, and what came.
  template <typename... Values>
  bool fail(const Argument &argument, const char *format, Values &&...values) {
    std::string message =
        "'" + function.name + "', " + argument.name + ": expected " +
        llvm::formatv(format, std::forward<Values>(values)...).str();
    lowpFail(&call, LOWP_ERROR_INVALID_ARGUMENT, message.c_str());
    return false;
  }

  bool checkPointers();
  bool checkSizes(size_t number);
  bool checkStrides(size_t number);
  bool checkAddress(size_t number);
  bool isWritten(size_t number) const;
  bool checkOverlap(size_t number);
  int64_t getExpectedSize(const LowpDimension &dimension, int64_t got) const;
  bool failSize(const Argument &argument, size_t dim, int64_t expected,
                int64_t got);

  const Function &function;
  LowpCall &call;
  llvm::ArrayRef<void *> arguments;
};

} // namespace

bool Checker::checkPointers() {
  for (size_t number = 0; number < arguments.size(); ++number)
    if (!arguments[number])
      return fail(describe(number), "a pointer to its {0}, got NULL",
                  describe(number).isScalar ? "value" : "LowpTensor");
  return true;
}

/// What `dimension` must be; `got` when anything will do.
int64_t Checker::getExpectedSize(const LowpDimension &dimension,
                                 int64_t got) const {
  if (dimension.size >= 0)
    return dimension.size;
  if (dimension.argument < 0)
    return got;
  return getFollowing(dimension,
                      view(dimension.argument).getSizes()[dimension.dimension]);
}

bool Checker::failSize(const Argument &argument, size_t dim, int64_t expected,
                       int64_t got) {
  const LowpDimension &dimension = argument.dimensions[dim];
  if (dimension.size >= 0)
    return fail(argument, "dimension {0} to be {1}, got {2}", dim, expected,
                got);
  return fail(argument,
              "dimension {0} to be {1}, which follows from dimension {2} of "
              "{3}, got {4}",
              dim, expected, dimension.dimension,
              describe(dimension.argument).name, got);
}

bool Checker::checkSizes(size_t number) {
  const Argument &argument = describe(number);
  llvm::ArrayRef<int64_t> sizes = view(number).getSizes();
  int64_t elements = 1;
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    if (sizes[dim] < 0)
      return fail(argument, "dimension {0} to be 0 or more, got {1}", dim,
                  sizes[dim]);
    int64_t expected = getExpectedSize(argument.dimensions[dim], sizes[dim]);
    if (sizes[dim] != expected)
      return failSize(argument, dim, expected, sizes[dim]);
    // An empty tensor may have large sizes, too.
    if (llvm::MulOverflow(elements, std::max<int64_t>(sizes[dim], 1),
                          elements) ||
        elements > kMostElements)
      return fail(argument,
                  "at most {0} elements, got more with {1} in dimension {2}",
                  kMostElements, sizes[dim], dim);
  }
  return true;
}

/// The stride of a dimension of one element is never used.
bool Checker::checkStrides(size_t number) {
  TensorView tensor = view(number);
  if (tensor.countElements() == 0)
    return true;
  int64_t expected = 1;
  for (size_t dim = tensor.getSizes().size(); dim-- > 0;) {
    if (tensor.getSizes()[dim] > 1 && tensor.getStrides()[dim] != expected)
      return fail(describe(number),
                  "rows without gaps, so a stride of {0} elements in dimension "
                  "{1}, got {2}; copy the tensor into a contiguous one",
                  expected, dim, tensor.getStrides()[dim]);
    expected *= tensor.getSizes()[dim];
  }
  return true;
}

bool Checker::checkAddress(size_t number) {
  const Argument &argument = describe(number);
  TensorView tensor = view(number);
  if (tensor.countElements() == 0)
    return true;
  if (!tensor.getAlignedPointer())
    return fail(argument, "the address of its data, got NULL; was the tensor "
                          "freed?");
  size_t bytes = getTypeBytes(argument.type);
  if (tensor.getAddress(bytes) % bytes)
    return fail(argument,
                "an address aligned to the {0} bytes of an element, got {1:x}",
                bytes, tensor.getAddress(bytes));
  return true;
}

/// Results, and arguments that the function writes in place.
bool Checker::isWritten(size_t number) const {
  return number >= function.arguments.size() || describe(number).isWritten;
}

/// Memory that the function writes to is that of one tensor alone.
bool Checker::checkOverlap(size_t number) {
  auto getRange = [&](size_t number) {
    size_t bytes = getTypeBytes(describe(number).type);
    TensorView tensor = view(number);
    uintptr_t begin = tensor.getAddress(bytes);
    return std::make_pair(begin, begin + tensor.countElements() * bytes);
  };
  if (describe(number).isScalar)
    return true;
  auto [begin, end] = getRange(number);
  for (size_t other = 0; other < number; ++other) {
    if (describe(other).isScalar || (!isWritten(number) && !isWritten(other)))
      continue;
    auto [otherBegin, otherEnd] = getRange(other);
    if (begin < otherEnd && otherBegin < end)
      return fail(describe(number),
                  "memory of its own, got memory that it shares with {0}; pass "
                  "a tensor that nothing else uses",
                  describe(other).name);
  }
  return true;
}

void Checker::run() {
  if (!checkPointers())
    return;
  bool runs = call.mode == LOWP_RUN;
  for (size_t number = 0; number < arguments.size(); ++number) {
    if (describe(number).isScalar)
      continue;
    if (!checkSizes(number) || !checkStrides(number) ||
        (runs && !checkAddress(number)))
      return;
  }
  for (size_t number = 0; runs && number < arguments.size(); ++number)
    if (!checkOverlap(number))
      return;
}

void mlir::lowp::execution::checkArguments(const Function &function,
                                           LowpCall &call,
                                           llvm::ArrayRef<void *> arguments) {
  Checker(function, call, arguments).run();
}
