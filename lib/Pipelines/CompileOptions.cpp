//===- CompileOptions.cpp - How to compile --------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/CompileOptions.h"

using namespace mlir;
using namespace mlir::lowp;
namespace cl = llvm::cl;

CompileOptions CompileOptionsText::get() const {
  CompileOptions options;
#define LOWP_COMPILE_OPTION(type, field, key, value, compileHelp, runHelp,     \
                            ...)                                               \
  options.field = field.getValue();
#include "lowp/Pipelines/CompileOptions.def"
  return options;
}

void CompileOptionsText::set(const CompileOptions &options) {
#define LOWP_COMPILE_OPTION(type, field, key, value, compileHelp, runHelp,     \
                            ...)                                               \
  field = options.field;
#include "lowp/Pipelines/CompileOptions.def"
}

LogicalResult mlir::lowp::readCompileOptions(StringRef text,
                                             CompileOptions &options,
                                             raw_ostream &errors) {
  CompileOptionsText parser;
  parser.set(options);
  if (failed(parser.parseFromString(text, errors)))
    return failure();
  options = parser.get();
  return success();
}

/// Makes the flag `key`, which writes to `value`. The names of
/// the values that the pipeline's option has hold for the flag, too.
template <typename T, typename... Modifiers>
static std::unique_ptr<cl::Option>
makeFlag(StringRef key, StringRef help, cl::OptionCategory &category, T &value,
         const Modifiers &...ofPipeline) {
  StringRef valueName = key.ends_with("-file") ? "file" : "";
  return std::make_unique<cl::opt<T, /*ExternalStorage=*/true>>(
      key, ofPipeline..., cl::desc(help), cl::value_desc(valueName),
      cl::location(value), cl::cat(category));
}

CompileFlags::CompileFlags(CompileTool tool, cl::OptionCategory &category) {
  auto add = [&](StringRef key, const char *compileHelp, const char *runHelp,
                 auto &value, const auto &...ofPipeline) {
    if (const char *help =
            tool == CompileTool::LowpCompile ? compileHelp : runHelp)
      flags.push_back(makeFlag(key, help, category, value, ofPipeline...));
  };
#define LOWP_COMPILE_OPTION(type, field, key, value, compileHelp, runHelp,     \
                            ...)                                               \
  add(key, compileHelp, runHelp, options.field, __VA_ARGS__);
#include "lowp/Pipelines/CompileOptions.def"
}
