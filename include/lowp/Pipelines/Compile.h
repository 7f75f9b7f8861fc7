//===- Compile.h - From a module to what a user takes away ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lowp-compile is a command line for.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_COMPILE_H
#define LOWP_PIPELINES_COMPILE_H

#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>

namespace mlir {
class PassManager;

namespace lowp {

/// What a compilation is to produce.
enum class Product {
  /// The kernels as PTX.
  PTX,
  /// The kernels as machine code.
  Cubin,
  /// The host code as LLVM IR, images included as constant data.
  LLVMIR,
  /// The same as an object file.
  Object,
  /// The same as a shared library, together with lowp's runtime.
  Library,
};

/// The product that the extension of `path` stands for: .ptx, .cubin, .ll, .o
/// and .so; nothing for another extension.
std::optional<Product> getProductOfPath(llvm::StringRef path);

/// How to compile. Empty strings and 0 stand for the defaults of
/// LowpToNVVMOptions.
struct CompileOptions {
  Product product = Product::Cubin;
  std::string chip;
  std::string recipe;
  std::string ptxas;
  unsigned ptxVersion = 0;
  bool strict = true;
  /// See `lowp-select-kernel-config`.
  std::string configFile;
  std::string rankingFile;
  int64_t rankingVariants = 0;
  bool allowEmulation = false;
  int64_t expectedM = lowp_gpu::kDefaultExpectedM;
};

/// The outcome of a compilation.
struct Compilation {
  /// The kernels as PTX or machine code, for those two products.
  std::string image;
  /// A table of the kernels, one line each, with registers, spills and shared
  /// memory.
  std::string kernelTable;
};

/// Compiles `module` in place. Each run of passes is set up by `configure`,
/// which may be empty: for timing, printing and the like. Fails with a
/// diagnostic.
FailureOr<Compilation>
compile(ModuleOp module, const CompileOptions &options,
        llvm::function_ref<LogicalResult(PassManager &)> configure = {});

/// Writes the product of `compilation` to `path` ("-": standard output), which
/// appears complete or not at all. `runtime` is the archive of lowp's runtime
/// for libraries (empty: none). Fails with a diagnostic.
LogicalResult writeProduct(ModuleOp compiled, const Compilation &compilation,
                           Product product, llvm::StringRef path,
                           llvm::StringRef runtime = {});

/// Writes the C header of a compiled module's functions to `path`, likewise.
LogicalResult writeHeader(ModuleOp compiled, llvm::StringRef path);

} // namespace lowp
} // namespace mlir

#endif // LOWP_PIPELINES_COMPILE_H
