//===- Part.cpp - What is known of each part ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Cost/Part.h"

#include "lowp/Support/ElementBytes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace mlir::lowp;

// The one card that has been measured: what its data sheet says, and bytes per
// cycle that are fitted to kernels (docs/Performance.md, "Predicted times").
static constexpr double kMeasuredBytesPerCycle = 2454.0;
static constexpr double kMeasuredGBPerSecond = 4800, kMeasuredClockGHz = 1.85;

/// Products of elements of `bits` bits as products of bytes per cycle and
/// multiprocessor.
static double countProducts(const PartSheet &sheet, double teraflops,
                            int64_t bits) {
  constexpr double kFlopsPerProduct = 2, kGigaPerTera = 1e3;
  double bytes = meanBytes(static_cast<double>(storedBits(bits)));
  return teraflops * kGigaPerTera * bytes /
         (kFlopsPerProduct * static_cast<double>(sheet.multiprocessors) *
          sheet.clockGHz);
}

PartFacts mlir::lowp::makePart(const PartSheet &sheet) {
  // If kernels reach as much of the data sheet's bandwidth as on the card that
  // has been measured.
  double memoryBytesPerCycle =
      kMeasuredBytesPerCycle *
      (sheet.memoryGBPerSecond / kMeasuredGBPerSecond) *
      (kMeasuredClockGHz / sheet.clockGHz);
  const auto &scaled = sheet.scaledTeraflops;
  ProductRates products = {countProducts(sheet, sheet.teraflops[2], 8),
                           countProducts(sheet, scaled[0], 8),
                           countProducts(sheet, scaled[1], 6),
                           countProducts(sheet, scaled[2], 4)};
  return {sheet.name,
          sheet.chip,
          sheet.multiprocessors,
          sheet.clusters,
          sheet.clockGHz,
          sheet.memoryGBPerSecond,
          memoryBytesPerCycle,
          sheet.cacheMegabytes << 20,
          sheet.teraflops[0],
          sheet.teraflops[1],
          sheet.teraflops[2],
          scaled[0],
          scaled[1],
          scaled[2],
          products};
}

int64_t PartFacts::countClusterSlots(int64_t ctas) const {
  int64_t slots = std::max<int64_t>(1, multiprocessors / ctas);
  if (ctas <= static_cast<int64_t>(clusters.size()))
    return std::min(slots, clusters[ctas - 1]);
  return slots;
}

void PartTable::add(llvm::ArrayRef<PartFacts> more) {
  llvm::append_range(parts, more);
}

const PartFacts *
PartTable::find(llvm::function_ref<bool(const PartFacts &)> isWanted) const {
  const auto *part = llvm::find_if(parts, isWanted);
  return part == parts.end() ? nullptr : part;
}

const PartFacts *PartTable::lookup(llvm::StringRef name) const {
  return find([&](const PartFacts &facts) { return facts.name == name; });
}

const PartFacts *PartTable::getUsual(llvm::StringRef chip) const {
  return find([&](const PartFacts &facts) { return facts.chip == chip; });
}

const PartFacts *PartTable::findOfDevice(llvm::StringRef device,
                                         llvm::StringRef chip,
                                         int64_t multiprocessors) const {
  // "NVIDIA GeForce RTX 5090" is the part "rtx5090".
  std::string words = device.lower();
  llvm::erase(words, ' ');
  return find([&](const PartFacts &facts) {
    return facts.chip == chip && facts.multiprocessors == multiprocessors &&
           llvm::StringRef(words).contains(facts.name);
  });
}

std::string PartTable::list(llvm::StringRef chip) const {
  auto isOf = [&](const PartFacts &facts) {
    return chip.empty() || facts.chip == chip;
  };
  auto names =
      llvm::map_range(llvm::make_filter_range(parts, isOf),
                      [](const PartFacts &facts) { return facts.name; });
  return llvm::join(names, ", ");
}
