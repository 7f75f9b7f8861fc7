//===- PartModelTest.cpp - Parts of users ---------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Cost/PartModel.h"
#include "Parts.h"

#include "gtest/gtest.h"

#include <cmath>
#include <set>

using namespace mlir::lowp;

/// What `verify` has against a part by the H200 with one figure; empty if
/// nothing.
static std::string objectTo(const std::string &key, double value) {
  PartDescription part{"mine", "h200", {{key, value}}};
  return llvm::toString(part.verify(getPartTable()));
}

TEST(PartModel, FiguresHaveNamesOfTheirOwn) {
  std::set<llvm::StringRef> keys;
  for (const PartFigure &figure : getPartFigures())
    EXPECT_TRUE(keys.insert(figure.key).second) << figure.key.str();
}

// A figure that is set is read again, and no other changes.
TEST(PartModel, EachFigureIsANumberOfItsOwn) {
  const PartModel base =
      makePartModel({"h200", "h200", {}}, getPartTable(), GemmCosts());
  for (const PartFigure &figure : getPartFigures()) {
    PartModel changed =
        makePartModel({"mine", "h200", {{figure.key.str(), figure.most}}},
                      getPartTable(), GemmCosts());
    EXPECT_EQ(figure.get(changed), figure.most) << figure.key.str();
    for (const PartFigure &other : getPartFigures())
      if (other.key != figure.key)
        EXPECT_EQ(other.get(changed), other.get(base)) << other.key.str();
  }
}

TEST(PartModel, FiguresOfAllPartsAreInRange) {
  for (const PartFacts &part : getPartTable().getParts()) {
    const PartModel model =
        makePartModel({part.name, part.name, {}}, getPartTable(), {});
    for (const PartFigure &figure : getPartFigures().take_front(20)) {
      EXPECT_GE(figure.get(model), figure.least) << part.name;
      EXPECT_LE(figure.get(model), figure.most) << part.name;
    }
  }
}

TEST(PartModel, IsItsBaseButForItsFigures) {
  PartDescription part{"mine", "h100", {{"memory_share", 0.5}}};
  EXPECT_EQ(llvm::toString(part.verify(getPartTable())), "");
  GemmCosts gemms{};
  gemms.loadedClock8 = 0.75;
  PartModel model = makePartModel(part, getPartTable(), gemms);
  EXPECT_EQ(model.facts.name, "mine");
  EXPECT_EQ(model.facts.chip, "sm_90a");
  EXPECT_EQ(model.facts.memoryGBPerSecond, 3350);
  EXPECT_EQ(model.fusions.memoryShare, 0.5);
  EXPECT_EQ(model.fusions.launchMicroseconds,
            getFusionCosts().launchMicroseconds);
  EXPECT_EQ(model.gemms.loadedClock8, 0.75);
}

TEST(PartModel, FewerMultiprocessorsHoldFewerClusters) {
  PartDescription part{"pcie", "h100", {{"multiprocessors", 114}}};
  PartModel model = makePartModel(part, getPartTable(), {});
  EXPECT_EQ(model.facts.countClusterSlots(1), 114);
  EXPECT_EQ(model.facts.countClusterSlots(2), 57);
}

/// The name of the part of a device of 132 multiprocessors, or of `count`.
static std::string findPart(llvm::StringRef device, llvm::StringRef chip,
                            int64_t count = 132) {
  const PartFacts *part = getPartTable().findOfDevice(device, chip, count);
  return part ? part->name : "";
}

TEST(PartModel, DriversHaveNamesForParts) {
  EXPECT_EQ(findPart("NVIDIA H100 80GB HBM3", "sm_90a"), "h100");
  EXPECT_EQ(findPart("NVIDIA H200", "sm_90a"), "h200");
  EXPECT_EQ(findPart("NVIDIA GeForce RTX 5090", "sm_120a", 170), "rtx5090");
  // Another clock, other memory, fewer multiprocessors: no figures.
  EXPECT_EQ(findPart("NVIDIA H100 PCIe", "sm_90a", 114), "");
  EXPECT_EQ(findPart("NVIDIA GH100", "sm_100a"), "");
  EXPECT_EQ(findPart("", "sm_90a"), "");
}

TEST(PartModel, WhatCannotBeIsAnError) {
  EXPECT_EQ(objectTo("memory_share", 1), "");
  EXPECT_EQ(objectTo("memory_share", 1.01),
            "expected \"memory_share\" to be 0.05 to 1, got 1.01");
  EXPECT_NE(objectTo("memory_share", std::nan("")), "");
  EXPECT_EQ(objectTo("multiprocessors", 113.5),
            "expected \"multiprocessors\" to be a whole number of 1 to 4096, "
            "got 113.5");
  EXPECT_TRUE(llvm::StringRef(objectTo("memory", 1))
                  .ends_with("loaded_clock_8), got \"memory\""));
  EXPECT_EQ(
      llvm::toString(PartDescription{"a b", "h200", {}}.verify(getPartTable())),
      "expected the name of a part to be letters, digits and ._-, got "
      "\"a b\"");
  EXPECT_EQ(llvm::toString(
                PartDescription{"mine", "h300", {}}.verify(getPartTable())),
            "expected \"base\" to be a part that lowp knows (h200, h100, "
            "h100-2400, b200, b300, rtx5090, rtx5080, rtx-pro-6000, gb10), got "
            "\"h300\"");
}
