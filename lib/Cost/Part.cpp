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
//   b200       NVIDIA DGX B200 data sheet, an eighth: 8 TB/s, 2.25 and 4.5
//              PFLOPS dense, 148 multiprocessors; L2 as the driver reports it.
//              tf32 is half of 16 bits in NVIDIA's table of the HGX B200.
//   b300       NVIDIA DGX B300 data sheet, an eighth; tf32 as b200.
//   rtx5090    NVIDIA RTX Blackwell GPU architecture whitepaper, table of the
//              GeForce RTX 5090: sums in f32; 104.8 of tf32.
//   rtx-pro-6000
//              NVIDIA RTX PRO 6000 Blackwell data sheet: 1.792 TB/s; a quarter
//              and half of its dense FP4 rate.
//   gb10       NVIDIA DGX Spark data sheet: 273 GB/s, 1 PFLOPS of sparse FP4,
//              of which dense matrices of 16 and 8 bits are an eighth and a
//              quarter, as an RTX PRO 6000's are.
// Nothing has been measured but on an H200; the 2.4 TB/s card's table is
// torchao's. Rows of other parts are nominal, and want a look at the documents
// by whoever relies on them.
static constexpr double kMeasuredBytesPerCycle = 2454.0;

/// The same of a part by its data sheet, if its kernels reach as much of that
/// as those of an H200.
static constexpr double scaleBytesPerCycle(double gbPerSecond,
                                           double clockGHz) {
  return kMeasuredBytesPerCycle * (gbPerSecond / 4800) * (1.85 / clockGHz);
}

llvm::ArrayRef<PartFacts> mlir::lowp::getParts() {
  static const PartFacts parts[] = {
      {"h200", "sm_90a", /*multiprocessors=*/132, kHopperClusters,
       /*clockGHz=*/1.85, /*memoryGBPerSecond=*/4800, kMeasuredBytesPerCycle,
       /*cacheBytes=*/50 << 20, /*teraflops32=*/494.5, /*teraflops16=*/989,
       /*teraflops8=*/1979},
      {"h100", "sm_90a", 132, kHopperClusters, 1.85, 3350,
       scaleBytesPerCycle(3350, 1.85), 50 << 20, 494.5, 989, 1979},
      {"h100-2400", "sm_90a", 132, kHopperClusters, 1.85, 2400,
       scaleBytesPerCycle(2400, 1.85), 50 << 20, 494.5, 989, 1979},
      {"b200",
       "sm_100a",
       148,
       {},
       1.965,
       8000,
       scaleBytesPerCycle(8000, 1.965),
       126 << 20,
       1125,
       2250,
       4500},
      {"b300",
       "sm_103a",
       148,
       {},
       1.965,
       8000,
       scaleBytesPerCycle(8000, 1.965),
       126 << 20,
       1125,
       2250,
       4500},
      {"rtx5090",
       "sm_120a",
       170,
       {},
       2.407,
       1792,
       scaleBytesPerCycle(1792, 2.407),
       96 << 20,
       104.8,
       209.5,
       419},
      {"rtx-pro-6000",
       "sm_120a",
       188,
       {},
       2.617,
       1792,
       scaleBytesPerCycle(1792, 2.617),
       128 << 20,
       251.9,
       503.8,
       1007.6},
      {"gb10",
       "sm_121a",
       48,
       {},
       2.418,
       273,
       scaleBytesPerCycle(273, 2.418),
       24 << 20,
       62.5,
       125,
       250},
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
