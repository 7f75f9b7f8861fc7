//===- Part.cpp - What is known of each part ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Cost/Part.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <array>

using namespace mlir::lowp;

/// On an H200, 40 clusters of 3 CTAs run at once and 42 do not, 30 of 4 and not
/// 31, 16 of 6 and not 19, 14 of 8. Those of 5 and 7 are not measured: three
/// and two in each of 8 parts of the chip. The H100s have the same die.
static constexpr int64_t kHopperClusters[] = {132, 66, 40, 30, 24, 16, 16, 14};

// Sources, by row:
//   h200       NVIDIA H200 data sheet: SXM, 4.8 TB/s; 989 (of tf32), 1979 and
//              3958 TFLOPS with sparsity, half of that of dense matrices. The
//              clock and the bytes per cycle are fitted to measured kernels
//              (docs/Performance.md, "Predicted times").
//   h100       NVIDIA H100 data sheet: SXM5, 3.35 TB/s.
//   h100-2400  an H100 of 500 W with HBM2e, 2.4 TB/s: the card of torchao's
//              published tables (torchao/float8/README.md).
//   b200       NVIDIA DGX B200 data sheet, an eighth: 8 TB/s, 2.25, 4.5 and 9
//              PFLOPS dense, 148 multiprocessors; L2 as the driver reports it.
//              tf32 is half of 16 bits in NVIDIA's table of the HGX B200, and 6
//              bits are as fast as 8.
//   b300       NVIDIA DGX B300 data sheet, an eighth: 13.5 PFLOPS dense of 4
//              bits; the rest as b200.
//   rtx5090, rtx5080
//              NVIDIA RTX Blackwell GPU architecture whitepaper, tables of the
//              GeForce RTX 5090 and 5080: sums in f32; the clock is the boost
//              clock. A product of 8 bits with sums in f32 has half the rate of
//              one with sums in f16; one that takes scales has all of it, which
//              no table says and measurements do: 678 TFLOPS of MXFP8
//              (Dao-AILab/quack, pull request 153) and more than 600
//              (NVIDIA/CUDALibrarySamples, issue 283), of 419 that are plain. 6
//              bits have half of that of 8, 230 and 410 TFLOPS of an RTX 5080
//              (NVIDIA/cutlass, issue 2186).
//   rtx-pro-6000
//              NVIDIA RTX PRO 6000 Blackwell data sheet: 1.792 TB/s; 2015
//              TFLOPS of dense FP4, of which 8 bits have half, with scales (802
//              and 1629 TFLOPS measured, NVIDIA/cutlass, pull request 3272) and
//              without, and 16 bits a quarter; 6 bits as a GeForce's.
//   gb10       NVIDIA DGX Spark data sheet: 273 GB/s, 1 PFLOPS of sparse FP4,
//   of
//              which 8 and 16 bits of dense matrices are a quarter and an
//              eighth, as an RTX PRO 6000's are: 92 TFLOPS of bf16 measured
//              (huggingface/kernels, pull request 283, which has the 24 MB of
//              L2 and the 48 multiprocessors, too), and not the 59 that half of
//              the rate would allow.
// Nothing has been measured with lowp but on an H200; the 2.4 TB/s card's table
// is torchao's. Rows of other parts are nominal, and want a look at the
// documents by whoever relies on them.
static constexpr double kMeasuredBytesPerCycle = 2454.0;

namespace {
/// A row of the table. What follows from its figures is not repeated there.
struct PartRow {
  const char *name;
  const char *chip;
  int64_t multiprocessors;
  llvm::ArrayRef<int64_t> clusters;
  double clockGHz;
  double memoryGBPerSecond;
  int64_t cacheMegabytes;
  /// Rates of products of 32, 16 and 8 bits.
  std::array<double, 3> teraflops;
  /// Rates of products of 8, 6 and 4 bits whose scales the instruction takes.
  std::array<double, 3> scaledTeraflops = {};
};
} // namespace

/// Products of elements of `bytes` bytes as products of bytes per cycle and
/// multiprocessor.
static double countProducts(const PartRow &row, double teraflops,
                            double bytes) {
  constexpr double kFlopsPerProduct = 2, kGigaPerTera = 1e3;
  return teraflops * kGigaPerTera * bytes /
         (kFlopsPerProduct * static_cast<double>(row.multiprocessors) *
          row.clockGHz);
}

static PartFacts makePart(const PartRow &row) {
  // If kernels reach as much of the data sheet's bandwidth as an H200's do.
  double memoryBytesPerCycle = kMeasuredBytesPerCycle *
                               (row.memoryGBPerSecond / 4800) *
                               (1.85 / row.clockGHz);
  const auto &scaled = row.scaledTeraflops;
  // Elements of 6 bits lie in shared memory with a byte each.
  ProductRates products = {
      countProducts(row, row.teraflops[2], 1), countProducts(row, scaled[0], 1),
      countProducts(row, scaled[1], 1), countProducts(row, scaled[2], 0.5)};
  return {row.name,
          row.chip,
          row.multiprocessors,
          row.clusters,
          row.clockGHz,
          row.memoryGBPerSecond,
          memoryBytesPerCycle,
          row.cacheMegabytes << 20,
          row.teraflops[0],
          row.teraflops[1],
          row.teraflops[2],
          scaled[0],
          scaled[1],
          scaled[2],
          products};
}

llvm::ArrayRef<PartFacts> mlir::lowp::getParts() {
  static constexpr std::array<double, 3> kHopper = {494.5, 989, 1979};
  static constexpr std::array<double, 3> kBlackwell = {1125, 2250, 4500};
  static const PartFacts parts[] = {
      makePart({"h200", "sm_90a", /*multiprocessors=*/132, kHopperClusters,
                /*clockGHz=*/1.85, /*memoryGBPerSecond=*/4800,
                /*cacheMegabytes=*/50, kHopper}),
      makePart(
          {"h100", "sm_90a", 132, kHopperClusters, 1.85, 3350, 50, kHopper}),
      makePart({"h100-2400", "sm_90a", 132, kHopperClusters, 1.85, 2400, 50,
                kHopper}),
      makePart({"b200",
                "sm_100a",
                148,
                {},
                1.965,
                8000,
                126,
                kBlackwell,
                {4500, 4500, 9000}}),
      makePart({"b300",
                "sm_103a",
                148,
                {},
                1.965,
                8000,
                126,
                kBlackwell,
                {4500, 4500, 13500}}),
      makePart({"rtx5090",
                "sm_120a",
                170,
                {},
                2.407,
                1792,
                96,
                {104.8, 209.5, 419},
                {838, 419, 1676}}),
      makePart({"rtx5080",
                "sm_120a",
                84,
                {},
                2.617,
                960,
                64,
                {56.3, 112.6, 225.1},
                {450.2, 225.1, 900.4}}),
      makePart({"rtx-pro-6000",
                "sm_120a",
                188,
                {},
                2.617,
                1792,
                128,
                {251.9, 503.8, 1007.6},
                {1007.6, 503.8, 2015.2}}),
      makePart({"gb10",
                "sm_121a",
                48,
                {},
                2.418,
                273,
                24,
                {62.5, 125, 250},
                {250, 125, 500}}),
  };
  return parts;
}

int64_t PartFacts::countClusterSlots(int64_t ctas) const {
  int64_t slots = std::max<int64_t>(1, multiprocessors / ctas);
  if (ctas <= static_cast<int64_t>(clusters.size()))
    return std::min(slots, clusters[ctas - 1]);
  return slots;
}

const PartFacts *mlir::lowp::lookupPart(llvm::StringRef name) {
  const auto *part = llvm::find_if(
      getParts(), [&](const PartFacts &facts) { return facts.name == name; });
  return part == getParts().end() ? nullptr : part;
}

const PartFacts *mlir::lowp::getUsualPart(llvm::StringRef chip) {
  const auto *part = llvm::find_if(
      getParts(), [&](const PartFacts &facts) { return facts.chip == chip; });
  return part == getParts().end() ? nullptr : part;
}

const PartFacts *mlir::lowp::findPartOfDevice(llvm::StringRef device,
                                              llvm::StringRef chip,
                                              int64_t multiprocessors) {
  // "NVIDIA GeForce RTX 5090" is the part "rtx5090".
  std::string words = device.lower();
  llvm::erase(words, ' ');
  const auto *part = llvm::find_if(getParts(), [&](const PartFacts &facts) {
    return facts.chip == chip && facts.multiprocessors == multiprocessors &&
           llvm::StringRef(words).contains(facts.name);
  });
  return part == getParts().end() ? nullptr : part;
}

std::string mlir::lowp::listParts(llvm::StringRef chip) {
  auto isOf = [&](const PartFacts &facts) {
    return chip.empty() || facts.chip == chip;
  };
  auto names =
      llvm::map_range(llvm::make_filter_range(getParts(), isOf),
                      [](const PartFacts &facts) { return facts.name; });
  return llvm::join(names, ", ");
}
