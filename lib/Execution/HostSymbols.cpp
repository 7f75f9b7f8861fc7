//===- HostSymbols.cpp - What host code may call --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list, not the symbols of the process: those of a program that loads this
// library may be hidden, or others than we mean.
//
//===----------------------------------------------------------------------===//

#include "HostCode.h"
#include "TensorView.h"

#include "lowp/Runtime/lowp_runtime.h"

#include <cmath>
#include <cstring>

using namespace mlir::lowp::execution;

namespace {
using OfOneFloat = float (*)(float);
using OfOneDouble = double (*)(double);
using OfTwoFloats = float (*)(float, float);
using OfTwoDoubles = double (*)(double, double);
using OfThreeFloats = float (*)(float, float, float);
using OfThreeDoubles = double (*)(double, double, double);

/// Collects functions under their names.
class SymbolList {
public:
  template <typename Function>
  void add(const char *name, Function *function) {
    symbols.push_back({name, reinterpret_cast<const void *>(function)});
  }

  std::vector<Symbol> symbols;
};
} // namespace

static void addRuntime(SymbolList &list) {
  list.add("lowpConstantAddress", lowpConstantAddress);
  list.add("lowpEncodeTensorMap", lowpEncodeTensorMap);
  list.add("lowpFail", lowpFail);
  list.add("lowpLaunchKernel", lowpLaunchKernel);
  list.add("lowpLaunchPersistentKernel", lowpLaunchPersistentKernel);
  list.add("lowpMultiprocessorCount", lowpMultiprocessorCount);
  list.add("lowpWorkspaceAllocate", lowpWorkspaceAllocate);
}

namespace {
/// How compiled code passes a buffer of any rank.
struct UnrankedBuffer {
  int64_t rank;
  void *descriptor;

  TensorView view() const { return {descriptor, size_t(rank)}; }
};
} // namespace

/// Copies elements of as many sizes as there are strides of each side.
static void copyElements(char *to, const char *from, int64_t elementBytes,
                         llvm::ArrayRef<int64_t> sizes,
                         llvm::ArrayRef<int64_t> toStrides,
                         llvm::ArrayRef<int64_t> fromStrides) {
  if (sizes.empty()) {
    std::memcpy(to, from, elementBytes);
    return;
  }
  for (int64_t i = 0; i < sizes.front(); ++i)
    copyElements(to + i * toStrides.front() * elementBytes,
                 from + i * fromStrides.front() * elementBytes, elementBytes,
                 sizes.drop_front(), toStrides.drop_front(),
                 fromStrides.drop_front());
}

/// What copies between buffers with gaps become.
static void memrefCopy(int64_t elementBytes, const UnrankedBuffer *source,
                       const UnrankedBuffer *target) {
  TensorView from = source->view(), to = target->view();
  copyElements(reinterpret_cast<char *>(to.getAddress(elementBytes)),
               reinterpret_cast<const char *>(from.getAddress(elementBytes)),
               elementBytes, from.getSizes(), to.getStrides(),
               from.getStrides());
}

static void addMemory(SymbolList &list) {
  list.add("memrefCopy", memrefCopy);
  list.add("memcpy", std::memcpy);
  list.add("memmove", std::memmove);
  list.add("memset", std::memset);
  list.add("memcmp", std::memcmp);
  list.add("bcmp", std::memcmp);
}

/// What LLVM's intrinsics of the same names become, for float and double.
static void addMaths(SymbolList &list) {
#define LOWP_MATHS_OF_ONE(name)                                                \
  list.add(#name "f", static_cast<OfOneFloat>(::name##f));                     \
  list.add(#name, static_cast<OfOneDouble>(::name));
#define LOWP_MATHS_OF_TWO(name)                                                \
  list.add(#name "f", static_cast<OfTwoFloats>(::name##f));                    \
  list.add(#name, static_cast<OfTwoDoubles>(::name));
  LOWP_MATHS_OF_ONE(acos)
  LOWP_MATHS_OF_ONE(acosh)
  LOWP_MATHS_OF_ONE(asin)
  LOWP_MATHS_OF_ONE(asinh)
  LOWP_MATHS_OF_ONE(atan)
  LOWP_MATHS_OF_ONE(atanh)
  LOWP_MATHS_OF_ONE(cbrt)
  LOWP_MATHS_OF_ONE(ceil)
  LOWP_MATHS_OF_ONE(cos)
  LOWP_MATHS_OF_ONE(cosh)
  LOWP_MATHS_OF_ONE(erf)
  LOWP_MATHS_OF_ONE(erfc)
  LOWP_MATHS_OF_ONE(exp)
  LOWP_MATHS_OF_ONE(exp2)
  LOWP_MATHS_OF_ONE(expm1)
  LOWP_MATHS_OF_ONE(floor)
  LOWP_MATHS_OF_ONE(log)
  LOWP_MATHS_OF_ONE(log10)
  LOWP_MATHS_OF_ONE(log1p)
  LOWP_MATHS_OF_ONE(log2)
  LOWP_MATHS_OF_ONE(nearbyint)
  LOWP_MATHS_OF_ONE(rint)
  LOWP_MATHS_OF_ONE(round)
  LOWP_MATHS_OF_ONE(roundeven)
  LOWP_MATHS_OF_ONE(sin)
  LOWP_MATHS_OF_ONE(sinh)
  LOWP_MATHS_OF_ONE(sqrt)
  LOWP_MATHS_OF_ONE(tan)
  LOWP_MATHS_OF_ONE(tanh)
  LOWP_MATHS_OF_ONE(trunc)
  LOWP_MATHS_OF_TWO(atan2)
  LOWP_MATHS_OF_TWO(copysign)
  LOWP_MATHS_OF_TWO(fmax)
  LOWP_MATHS_OF_TWO(fmin)
  LOWP_MATHS_OF_TWO(fmod)
  LOWP_MATHS_OF_TWO(pow)
#undef LOWP_MATHS_OF_ONE
#undef LOWP_MATHS_OF_TWO
  list.add("fmaf", static_cast<OfThreeFloats>(::fmaf));
  list.add("fma", static_cast<OfThreeDoubles>(::fma));
}

/// What LLVM's optimizations make of others: exp2 of an integer, sine and
/// cosine of one number.
static void addCombined(SymbolList &list) {
  list.add("ldexpf", static_cast<float (*)(float, int)>(::ldexpf));
  list.add("ldexp", static_cast<double (*)(double, int)>(::ldexp));
  list.add("sincosf", ::sincosf);
  list.add("sincos", ::sincos);
}

std::vector<Symbol> mlir::lowp::execution::getHostSymbols() {
  SymbolList list;
  addRuntime(list);
  addMemory(list);
  addMaths(list);
  addCombined(list);
  return std::move(list.symbols);
}
