//===- CompileOptions.h - How to compile ------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that is here follows from the table in CompileOptions.def.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_COMPILEOPTIONS_H
#define LOWP_PIPELINES_COMPILEOPTIONS_H

#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h"
#include "lowp/Graph/Contractions/Passes.h"
#include "lowp/Target/HostCode.h"
#include "lowp/Target/Passes.h"
#include "mlir/Pass/PassOptions.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir::lowp {

/// How kernels compute the functions and divisions of a program: as well as f32
/// can, or by approximations of the chip. docs/Specification.md has the bounds.
enum class MathMode { Exact, Fast };

/// Which names functions have in host code.
enum class Names {
  /// Their own: others are to find them by these.
  Plain,
  /// Names that clash with nothing.
  Mangled,
};

/// How to compile; empty strings and 0 stand for the defaults that the table
/// describes. For the CPU those of recipes alone count.
struct CompileOptions {
#define LOWP_COMPILE_OPTION(type, field, key, value, compileHelp, runHelp,     \
                            ...)                                               \
  type field = value;
#include "lowp/Pipelines/CompileOptions.def"
};

/// The same as options of a pipeline, which have a textual form: "chip=sm_90a
/// strict=false".
struct CompileOptionsText : virtual mlir::detail::PassOptions {
#define LOWP_COMPILE_OPTION(type, field, key, value, compileHelp, runHelp,     \
                            ...)                                               \
  Option<type> field{*this, key, llvm::cl::init(value), __VA_ARGS__};
#include "lowp/Pipelines/CompileOptions.def"

  CompileOptions get() const;
  void set(const CompileOptions &options);
};

/// Changes `options` to what `text` says. Fails, with the reason in `errors`,
/// for a text that is not one.
LogicalResult readCompileOptions(llvm::StringRef text, CompileOptions &options,
                                 llvm::raw_ostream &errors);

/// Tools that have the options as flags of their command line, each with help
/// of its own.
enum class CompileTool { LowpCompile, LowpRun };

/// The flags of a tool. To be created before the command line is parsed.
class CompileFlags {
public:
  CompileFlags(CompileTool tool, llvm::cl::OptionCategory &category);
  // Flags write to where they were created.
  CompileFlags(const CompileFlags &) = delete;

  /// What the command line says.
  const CompileOptions &get() const { return options; }

private:
  CompileOptions options;
  std::vector<std::unique_ptr<llvm::cl::Option>> flags;
};

} // namespace mlir::lowp

#endif // LOWP_PIPELINES_COMPILEOPTIONS_H
