//===- VerifyFusionTest.cpp - Spaces that are not those of their ops ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Fusion/VerifyFusion.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Fusion/FusedKinds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// The ops of a function, and their space.
class VerifyFusionTest : public testing::Test {
protected:
  VerifyFusionTest()
      : handler(&context, [this](Diagnostic &diagnostic) {
          message = diagnostic.str();
        }) {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, LowpDialect,
                        tensor::TensorDialect>();
  }

  void parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << message;
    auto function = *module->getOps<func::FuncOp>().begin();
    ops = getFusedOps(function.getBody().front());
    std::string why;
    std::optional<IterationSpace> found = IterationSpace::get(ops, why);
    ASSERT_TRUE(found) << why;
    space = *found;
  }

  MLIRContext context;
  std::string message;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
  SmallVector<Operation *> ops;
  IterationSpace space;
};
} // namespace

static const char *kParts = R"(
func.func @f(%x: tensor<8x4x32xf32>, %y: tensor<8x4x32xf32>) -> tensor<8x8x32xf32> {
  %e = tensor.empty() : tensor<8x4x32xf32>
  %a = linalg.add ins(%x, %y : tensor<8x4x32xf32>, tensor<8x4x32xf32>)
    outs(%e : tensor<8x4x32xf32>) -> tensor<8x4x32xf32>
  %c = tensor.concat dim(1) %a, %x : (tensor<8x4x32xf32>, tensor<8x4x32xf32>) -> tensor<8x8x32xf32>
  return %c : tensor<8x8x32xf32>
})";

static const char *kQuantize = R"(
func.func @f(%x: tensor<8x128x256xbf16>) -> !lowp.scaled<8x128x256xf8E4M3FN, #lowp.block_128x128> {
  %q = lowp.quantize %x numerics <torchao> : tensor<8x128x256xbf16>
    -> !lowp.scaled<8x128x256xf8E4M3FN, #lowp.block_128x128>
  return %q : !lowp.scaled<8x128x256xf8E4M3FN, #lowp.block_128x128>
})";

TEST_F(VerifyFusionTest, TakesTheSpaceOfItsOps) {
  parse(kParts);
  EXPECT_TRUE(succeeded(verifyFusion(ops, space))) << message;
  parse(kQuantize);
  EXPECT_TRUE(succeeded(verifyFusion(ops, space))) << message;
}

TEST_F(VerifyFusionTest, FindsSizesThatAreNotThoseOfValues) {
  parse(kParts);
  space.sizes[2] = 64;
  EXPECT_TRUE(failed(verifyFusion(ops, space)));
  EXPECT_NE(message.find("to iterate over 32 elements of "
                         "'tensor<8x4x32xf32>' along dimension 2, got 64"),
            std::string::npos)
      << message;
}

TEST_F(VerifyFusionTest, FindsPartsThatDoNotMakeTheWhole) {
  parse(kParts);
  Value part = ops.back()->getOperand(1);
  space.dims[part][1] = {};
  EXPECT_TRUE(failed(verifyFusion(ops, space)));
}

TEST_F(VerifyFusionTest, FindsLoopsOfTwoDimensions) {
  parse(kParts);
  // Sizes are equal, so that only the maps tell.
  space.sizes = {8, 4, 32, 32};
  for (auto &[value, places] : space.dims)
    places = {{0}, {1}, {2}};
  space.dims[ops.front()->getOperand(1)][2] = {3};
  EXPECT_TRUE(failed(verifyFusion(ops, space)));
  EXPECT_NE(message.find("expected loop 2 to be the same dimensions"),
            std::string::npos)
      << message;
}

static const char *kReshape = R"(
func.func @f(%x: tensor<8x8x32xf32>) -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<8x8x32xf32>
  %a = linalg.abs ins(%x : tensor<8x8x32xf32>) outs(%e : tensor<8x8x32xf32>) -> tensor<8x8x32xf32>
  %c = tensor.collapse_shape %a [[0, 1], [2]] : tensor<8x8x32xf32> into tensor<64x32xf32>
  %g = tensor.empty() : tensor<64x32xf32>
  %b = linalg.abs ins(%c : tensor<64x32xf32>) outs(%g : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %b : tensor<64x32xf32>
})";

TEST_F(VerifyFusionTest, FindsReshapesOfOtherDigits) {
  parse(kReshape);
  EXPECT_TRUE(succeeded(verifyFusion(ops, space))) << message;
  // The digits of the rows have equal sizes, so that only their order tells.
  for (auto &[value, places] : space.dims)
    if (places.size() == 2)
      std::reverse(places[0].begin(), places[0].end());
  EXPECT_TRUE(failed(verifyFusion(ops, space)));
  EXPECT_NE(message.find("expected a reshape of the same dimensions"),
            std::string::npos)
      << message;
}

TEST_F(VerifyFusionTest, FindsBlocksAcrossMatrices) {
  parse(kQuantize);
  // The batch lies where rows should.
  space.sizes = {128, 8, 256};
  for (auto &[value, places] : space.dims)
    places = {{1}, {0}, {2}};
  EXPECT_TRUE(failed(verifyFusion(ops, space)));
  EXPECT_NE(message.find("blocks along rows and columns"), std::string::npos)
      << message;
}
