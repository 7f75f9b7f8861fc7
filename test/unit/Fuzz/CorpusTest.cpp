//===- CorpusTest.cpp - What tests tell of their pipelines ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Corpus.h"
#include "lowp/InitAll.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir::lowp::fuzz;

namespace {
/// The corpus of a folder with one file.
class CorpusTest : public ::testing::Test {
protected:
  void SetUp() override {
    mlir::lowp::registerAllPasses();
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("lowp-corpus", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::vector<Module> readFile(llvm::StringRef text) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, "test.mlir");
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    EXPECT_FALSE(error) << error.message();
    return readCorpus(folder);
  }

  llvm::SmallString<128> folder;
};
} // namespace

TEST_F(CorpusTest, PipelinesAreThoseOfRunLines) {
  std::vector<Module> corpus = readFile(
      "// RUN: lowp-opt %s --canonicalize --lowp-to-cpu | FileCheck %s\n"
      "// RUN: lowp-opt %s | FileCheck %s\n"
      "module {}\n// -----\nmodule {}\n");
  ASSERT_EQ(corpus.size(), 2u);
  EXPECT_EQ(corpus[1].pipelines,
            std::vector<std::string>{"canonicalize,lowp-to-cpu"});
}

TEST_F(CorpusTest, ReportsAreWrittenNowhere) {
  std::vector<Module> corpus = readFile(
      "// RUN: lowp-opt %s --lowp-select-kernel-config=ranking-file=- -o x\n"
      "// RUN: lowp-opt %s --lowp-select-kernel-config=\"ranking-file=%t/a "
      "ranking-variants=1\"\n"
      "// RUN: lowp-opt %s --lowp-report-traffic=traffic-file=%t/a.json\n");
  ASSERT_EQ(corpus.size(), 1u);
  std::string quiet = "lowp-select-kernel-config{ranking-file=/dev/null}";
  EXPECT_EQ(corpus[0].pipelines,
            (std::vector<std::string>{
                quiet, quiet, "lowp-report-traffic{traffic-file=/dev/null}"}));
}
