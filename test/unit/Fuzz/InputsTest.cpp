//===- InputsTest.cpp - Inputs are repeatable -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Minimizer.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/InitAll.h"
#include "gtest/gtest.h"

#include <set>

using namespace mlir::lowp::fuzz;

namespace {
class InputsTest : public testing::Test {
protected:
  InputsTest() {
    mlir::lowp::registerAllPasses();
    context.loadDialect<mlir::lowp::LowpDialect>();
  }

  std::string make(uint64_t seed, uint64_t index) {
    return formatInput(makeInput(seed, index, corpus, &context), "");
  }

  mlir::MLIRContext context;
  std::vector<Module> corpus = {
      {"func.func @f(%x: tensor<64x256xf32>) { return }\n", {"canonicalize"}}};
};
} // namespace

TEST_F(InputsTest, AreTheSameForTheSameSeed) {
  for (uint64_t index = 0; index < 50; ++index)
    EXPECT_EQ(make(7, index), make(7, index));
}

TEST_F(InputsTest, Differ) {
  std::set<std::string> inputs;
  for (uint64_t seed = 0; seed < 2; ++seed)
    for (uint64_t index = 0; index < 50; ++index)
      inputs.insert(make(seed, index));
  EXPECT_GT(inputs.size(), 60u);
}

TEST_F(InputsTest, SurviveFiles) {
  Input input = {"func.func @f()", "lowp-to-cpu"};
  Input again = parseInput(formatInput(input, "a remark"));
  EXPECT_EQ(again.pipeline, input.pipeline);
  EXPECT_NE(again.text.find(input.text), std::string::npos);
}

TEST(MinimizerTest, KeepsWhatMatters) {
  std::string text = "a\nb\nbad\nc\nd\ne\nworse\nf";
  auto stillFails = [](llvm::StringRef rest) {
    return rest.contains("bad") && rest.contains("worse");
  };
  EXPECT_EQ(minimize(text, stillFails), "bad\nworse");
}

TEST(MinimizerTest, RemovesRegions) {
  std::string text = "f {\n  a\n  if {\n    b {\n    c\n    }\n  }\n  bad\n}";
  auto stillFails = [](llvm::StringRef rest) {
    return rest.contains("bad") && rest.count('{') == rest.count('}') &&
           rest.starts_with("f");
  };
  EXPECT_EQ(minimize(text, stillFails), "f {\n  bad\n}");
}

TEST_F(InputsTest, FormsThatWaitAreLeftOut) {
  auto make = [&](uint64_t index, bool withoutWaiting) {
    return makeInput(7, index, corpus, &context,
                     {withoutWaiting, /*onlyGenerated=*/true})
        .text;
  };
  // All forms that a module may have; none of them may be missing in all.
  std::string all;
  for (uint64_t index = 0; index < 300; ++index)
    all += make(index, /*withoutWaiting=*/false);
  for (llvm::StringRef form : {"linalg.fill",
                               "tensor.splat",
                               "dense<",
                               "linalg.index",
                               "linalg.broadcast",
                               "lowp.aliasing_output",
                               "bufferization.writable",
                               "scf.for",
                               "scf.if",
                               "tm_tensor.scatter",
                               "lowp.scatter",
                               "linalg.softmax",
                               "tm_tensor.scan",
                               "linalg.reduce",
                               "linalg.matvec",
                               "linalg.vecmat",
                               "linalg.dot",
                               "linalg.batch_matmul",
                               "f8E8M0FNU",
                               "lowp.role",
                               "tensor.extract ",
                               "tensor.extract_slice",
                               "tensor.insert_slice",
                               "tensor.collapse_shape",
                               "%dead"})
    EXPECT_NE(all.find(form.str()), std::string::npos) << form.str();
}
