//===- SurviveTest.cpp - Compilations whose crash is survived -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/Survive.h"
#include "lowp/Pipelines/RunPasses.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

#include <csignal>
#include <cstdlib>

using namespace mlir;

namespace {
/// Changes the module, and then runs into a bug.
struct Crashing : PassWrapper<Crashing, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Crashing)
  explicit Crashing(void (*crash)()) : crash(crash) {}
  Crashing(const Crashing &) = default;
  StringRef getArgument() const override { return "crashing"; }
  void runOnOperation() override {
    getOperation().setName("changed");
    crash();
  }
  void (*crash)();
};

class Survive : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("survive", folder));
    setCrashFolder(folder.c_str());
  }
  void TearDown() override {
    setCrashFolder("");
    (void)llvm::sys::fs::remove_directories(folder);
  }

  static void setCrashFolder(const char *name) {
    setenv(lowp::kCrashFolderVariable, name, /*overwrite=*/1);
  }

  /// What is said of a compilation that `crash` ends, in a pass or outside of
  /// one.
  static std::string run(void (*crash)(), bool inPass = true) {
    auto *context = new MLIRContext(MLIRContext::Threading::DISABLED);
    auto *module = new OwningOpRef<ModuleOp>(
        ModuleOp::create(UnknownLoc::get(context), "before"));
    auto compile = [&] {
      if (!inPass)
        crash();
      PassManager manager(context, ModuleOp::getOperationName());
      manager.addPass(std::make_unique<Crashing>(crash));
      (void)lowp::runPasses(manager, **module);
    };
    // What crashes leave must not be touched: both leak.
    return lowp::runSurviving(compile, [] { return "the program"; })
        .value_or("survived");
  }

  /// The one file in the folder, and its content.
  std::pair<std::string, std::string> getFile() const {
    std::error_code error;
    llvm::sys::fs::directory_iterator file(folder, error), end;
    if (error || file == end)
      return {};
    auto content = llvm::MemoryBuffer::getFile(file->path());
    return {file->path(), (*content)->getBuffer().str()};
  }

  llvm::SmallString<128> folder;
};

void segfault() { raise(SIGSEGV); }
void abortProcess() { abort(); }
void failFatally() { llvm::report_fatal_error("out of registers", false); }
void finish() {}

bool contains(StringRef text, StringRef part) { return text.contains(part); }
} // namespace

TEST_F(Survive, SaysNothingOfWhatEnds) {
  EXPECT_EQ(run(finish), "survived");
  EXPECT_EQ(getFile().first, "");
}

TEST_F(Survive, NamesThePassAndWritesAReproducer) {
  std::string message = run(segfault);
  auto [path, content] = getFile();
  EXPECT_PRED2(contains, message,
               "lowp failed in pass 'crashing' on a 'builtin.module': it "
               "crashed (Segmentation fault)");
  EXPECT_PRED2(contains, message, "'lowp-opt --run-reproducer " + path + "'");
  // The module as it was before the passes ran.
  EXPECT_PRED2(contains, content, "module @before");
  EXPECT_PRED2(contains, content, "pipeline: \"builtin.module(crashing)\"");
}

TEST_F(Survive, TellsFatalErrorsAndOtherSignals) {
  EXPECT_PRED2(contains, run(failFatally),
               "'builtin.module': out of registers");
  EXPECT_PRED2(contains, run(abortProcess), "it crashed (Aborted)");
}

TEST_F(Survive, KeepsTheProgramOfCrashesOutsideOfPasses) {
  EXPECT_PRED2(contains, run(segfault, /*inPass=*/false),
               "in a step that is no pass");
  EXPECT_EQ(getFile().second, "the program");
}

TEST_F(Survive, WritesNothingWhereNobodyWantsIt) {
  setCrashFolder("");
  EXPECT_PRED2(contains, run(segfault), "name a folder by LOWP_CRASH_DIR");
  EXPECT_EQ(getFile().first, "");
}

TEST_F(Survive, SaysWhyThereIsNoFile) {
  setCrashFolder("no/such/folder");
  EXPECT_PRED2(contains, run(segfault),
               "what reproduces it is lost: cannot "
               "write 'no/such/folder/lowp-crash-");
}
