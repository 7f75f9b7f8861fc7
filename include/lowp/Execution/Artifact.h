//===- Artifact.h - What a compilation leaves behind ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_EXECUTION_ARTIFACT_H
#define LOWP_EXECUTION_ARTIFACT_H

#include "lowp/Runtime/Error.h"
#include "lowp/Runtime/lowp_program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::lowp::execution {

/// An argument or result; see LowpArgument.
struct Argument {
  std::string name;
  LowpType type = LOWP_TYPE_F32;
  bool isScalar = false;
  /// The function writes to it, though it is no result.
  bool isWritten = false;
  std::vector<LowpDimension> dimensions;
  /// How sizes of a result are computed, "" where `dimensions` say it or
  /// nothing does. May be empty. See lowpProgramSizeFormula.
  std::vector<std::string> formulas;
};

/// A function that can be called; see LowpFunctionInfo.
struct Function {
  std::string name;
  std::vector<Argument> arguments;
  std::vector<Argument> results;
  /// For a function that takes prepared weights, or prepares them; else "". See
  /// LowpPreparation.
  std::string fingerprint;
  /// The parts of a function that prepares weights; else "". See
  /// LowpPreparation.
  std::string parts;
  /// The function that prepares the last `numPrepared` arguments; "" for none.
  std::string prepare;
  uint32_t numPrepared = 0;

  /// Number `number` of arguments and results, in the order of a call.
  const Argument &describe(size_t number) const {
    size_t count = arguments.size();
    return number < count ? arguments[number] : results[number - count];
  }
};

/// A kernel; see LowpKernelInfo, the `name` of which is not used.
struct Kernel {
  std::string name;
  LowpKernelInfo info = {};
};

/// Kernels as the driver loads them.
struct Image {
  /// Name of the gpu.binary that it was.
  std::string name;
  /// Machine code, or PTX with its terminating NUL.
  std::string content;
};

/// A compiled module, free of MLIR and of addresses: it can be written to disk.
struct Artifact {
  LowpDeviceKind device = LOWP_DEVICE_CPU;
  std::string chip;
  LowpImageFormat imageFormat = LOWP_IMAGE_AUTO;
  std::vector<Image> images;
  /// Host code as a relocatable object. It defines the entry points of the
  /// functions and a LowpImage for each image, and lacks the images themselves
  /// and the runtime.
  std::string code;
  /// Whether the code defines a LowpConstants.
  bool hasConstants = false;
  std::vector<Function> functions;
  /// What the code calls and whoever runs it provides, by C names.
  std::vector<Function> externals;
  std::vector<Kernel> kernels;
};

/// The index of the function called `name`; how many there are without it.
size_t findFunction(llvm::ArrayRef<Function> functions, llvm::StringRef name);

/// Whether function `number` takes weights that were prepared under
/// `fingerprint`; see lowpProgramCheckPrepared.
runtime::Expected<void> checkPrepared(const Artifact &artifact, size_t number,
                                      llvm::StringRef fingerprint);

/// The version of this library.
llvm::StringRef getVersion();

/// Symbol of the entry point of function `number`: `void(LowpCall *call, void
/// *const *arguments)`.
std::string getEntryName(size_t number);
/// Symbols of the bytes of the image called `imageName` and of its LowpImage.
llvm::StringRef getConstantsName();
std::string getImageDataName(llvm::StringRef imageName);
std::string getImageSymbolName(llvm::StringRef imageName);

/// MLIR's name and the size of an element type; "" and 0 for a value that is
/// not one.
llvm::StringRef getTypeName(LowpType type);
size_t getTypeBytes(LowpType type);
/// The element type of this name; nothing where there is none.
std::optional<LowpType> findType(llvm::StringRef name);

/// What a dimension that follows from another of `size` is.
int64_t getFollowing(const LowpDimension &dimension, int64_t size);

/// Bytes from which `deserialize` makes the same artifact again, with a
/// checksum and the version of this library in front.
std::string serialize(const Artifact &artifact);

/// The artifact in `bytes`, or LOWP_ERROR_FORMAT.
runtime::Expected<Artifact> deserialize(llvm::StringRef bytes);

} // namespace mlir::lowp::execution

#endif // LOWP_EXECUTION_ARTIFACT_H
