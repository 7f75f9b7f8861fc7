//===- Compile.h - From a module to what a user takes away ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one way from a module to code, and what lowp-compile makes of that.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_COMPILE_H
#define LOWP_PIPELINES_COMPILE_H

#include "lowp/Pipelines/CompileOptions.h"
#include "lowp/Pipelines/GPUPipeline.h"
#include "lowp/Target/Images.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir {
class PassManager;

namespace lowp {

/// How far a module is lowered.
enum class Lowering {
  /// To code for the CPU, which computes by the reference path.
  CPU,
  /// To kernels, in images; host code stays as it is then.
  Images,
  /// To kernels, and host code that launches them.
  Host,
};

/// How much LLVM optimizes the host code of `lowering`. Code that launches
/// kernels waits for the driver: it takes O1 at most.
HostOptLevel getHostOptLevel(Lowering lowering, const CompileOptions &options);

/// The outcome of a compilation.
struct Compilation {
  /// Names of the gpu.binary ops with the kernels.
  std::vector<std::string> imageNames;
  /// What the images hold; Auto if there is none.
  ImageFormat imageFormat = ImageFormat::Auto;
  /// The one image itself. With host code images are constants of that instead.
  std::string image;
  std::vector<KernelNote> kernels;
};

/// The name in host code of a function called `name`, under Names::Mangled.
std::string getHostName(llvm::StringRef name);

/// Compiles `module` in place. Each run of passes is set up by `configure`,
/// which may be empty: for timing, printing and the like. `onProgram` is called
/// when functions have the arguments and results that callers see, which for
/// those with weights are not those of the program, and `onKernels` when
/// kernels are there and functions that may be divided have become stages on
/// buffers. Fails with a diagnostic, for images also where there is no kernel.
/// The context must know what `lowp::registerAllDialects` registers.
FailureOr<Compilation>
compile(ModuleOp module, Lowering lowering, Names names,
        const CompileOptions &options,
        llvm::function_ref<LogicalResult(PassManager &)> configure = {},
        llvm::function_ref<LogicalResult()> onProgram = {},
        llvm::function_ref<LogicalResult()> onKernels = {});

/// What lowp-compile is to write.
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

/// How far to lower, and with which images, for `product`.
Lowering getLowering(Product product);
ImageFormat getImageFormat(Product product);

/// Where the files of a product go; see lowp/Files/OutputSet.h for paths that
/// are no files.
struct ProductFiles {
  /// The product itself.
  llvm::StringRef product;
  /// The C header of the functions; empty: none.
  llvm::StringRef header;
  /// The archive of lowp's runtime for libraries, to read; empty: none.
  llvm::StringRef runtime;
  /// How much host code is optimized.
  HostOptLevel level = HostOptLevel::O3;
};

/// Writes the product of `compilation`, and its header. Both appear, complete,
/// or neither does. Fails with a diagnostic.
LogicalResult writeProduct(ModuleOp compiled, const Compilation &compilation,
                           Product product, const ProductFiles &files);

} // namespace lowp
} // namespace mlir

#endif // LOWP_PIPELINES_COMPILE_H
