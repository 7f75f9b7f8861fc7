//===- Corpus.cpp - Modules to start from ---------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Corpus.h"
#include "Pipelines.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"

using namespace mlir::lowp::fuzz;
using llvm::SmallVector;
using llvm::StringRef;

/// Tests of refused pipelines have RUN lines, too.
static bool runsOnModules(StringRef pipeline) {
  mlir::OpPassManager manager(mlir::ModuleOp::getOperationName());
  return succeeded(parsePassPipeline(pipeline, manager, llvm::nulls()));
}

/// The pass or pipeline that `flag` (--name or --name=options) runs, in the
/// syntax of pipelines; empty where it is another option.
static std::string asPipeline(StringRef flag) {
  auto [name, options] = flag.ltrim('-').split('=');
  options = options.trim("\"'");
  if (name == "pass-pipeline" && options.consume_front("builtin.module(") &&
      options.consume_back(")"))
    return runsOnModules(options) ? options.str() : "";
  if (!mlir::PassInfo::lookup(name) && !mlir::PassPipelineInfo::lookup(name))
    return "";
  if (options.empty())
    return nestPass(name);
  return nestPass((name + "{" + options + "}").str());
}

/// The pipeline of a RUN line, empty where it runs none. Options with blanks in
/// them do not matter enough to be understood.
static std::string readRunLine(StringRef line) {
  SmallVector<StringRef> words;
  line.split('|').first.split(words, ' ', -1, /*KeepEmpty=*/false);
  SmallVector<std::string> passes;
  for (StringRef word : words)
    if (word.starts_with("-"))
      if (std::string pass = asPipeline(word); !pass.empty())
        passes.push_back(pass);
  return llvm::join(passes, ",");
}

/// The same pipeline with its reports written nowhere: a run would fill
/// standard output or leave files.
static std::string withoutReports(const std::string &pipeline) {
  llvm::Regex ranking("ranking-file=[^ ,})]*"),
      traffic("traffic-file=[^ ,})]*");
  return traffic.sub("traffic-file=/dev/null",
                     ranking.sub("ranking-file=/dev/null", pipeline));
}

static std::vector<std::string> readPipelines(StringRef text) {
  std::vector<std::string> pipelines;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines)
    if (line.contains("RUN:"))
      if (std::string pipeline = readRunLine(line); !pipeline.empty())
        pipelines.push_back(withoutReports(pipeline));
  return pipelines;
}

static std::vector<std::string> findFiles(StringRef folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator file(folder, error), end;
       file != end && !error; file.increment(error))
    if (StringRef(file->path()).ends_with(".mlir"))
      files.push_back(file->path());
  llvm::sort(files);
  return files;
}

std::vector<Module> mlir::lowp::fuzz::readCorpus(StringRef folder) {
  std::vector<Module> corpus;
  for (const std::string &file : findFiles(folder)) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer)
      continue; // Deleted under our hands.
    StringRef text = (*buffer)->getBuffer();
    std::vector<std::string> pipelines = readPipelines(text);
    bool isInvalid = pipelines.empty() && StringRef(file).contains("-invalid");
    SmallVector<StringRef> modules;
    text.split(modules, "// -----");
    for (StringRef module : modules)
      corpus.push_back({module.str(), pipelines, isInvalid});
  }
  return corpus;
}
