//===- VerifyLevelTest.cpp - Levels end in valid modules ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/Passes.h"
#include "lowp/Pipelines/RunPasses.h"

#include "gtest/gtest.h"

using namespace mlir;

namespace {
/// Adds a function without an end.
struct Breaking : PassWrapper<Breaking, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Breaking)
  void runOnOperation() override {
    OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBody());
    func::FuncOp::create(builder, getOperation().getLoc(), "f",
                         builder.getFunctionType({}, {}))
        .addEntryBlock();
  }
};
} // namespace

/// The errors of a level that has a pass above, or none.
static std::vector<std::string> run(bool breaks) {
  MLIRContext context;
  context.loadDialect<func::FuncDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors.push_back(diagnostic.str());
  });
  PassManager manager(&context);
  manager.enableVerifier(false);
  if (breaks)
    manager.addPass(std::make_unique<Breaking>());
  manager.addPass(lowp::createVerifyLevelPass({"launches"}));
  EXPECT_EQ(failed(lowp::runPasses(manager, *module)), breaks);
  return errors;
}

TEST(VerifyLevel, NamesTheLevelThatLeftAnInvalidModule) {
  std::vector<std::string> errors = run(/*breaks=*/true);
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_NE(errors.front().find("empty block"), std::string::npos);
  EXPECT_NE(
      errors.back().find("expected the passes that make launches to leave "
                         "a valid module"),
      std::string::npos);
}

TEST(VerifyLevel, TakesWhatIsValid) { EXPECT_TRUE(run(false).empty()); }
