//===- Place.h - Where a path leads -----------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FILES_PLACE_H
#define LOWP_LIB_FILES_PLACE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/FileSystem.h"

#include <optional>
#include <string>

namespace mlir::lowp {

/// What is written to when a path is.
struct Place {
  /// Set: a descriptor of this process, which says where.
  std::optional<int> descriptor;
  /// Without a descriptor: the path without symbolic links.
  std::string path;
  /// What is there; file_not_found if nothing is.
  llvm::sys::fs::file_status status;

  bool exists() const { return llvm::sys::fs::exists(status); }
  /// Whether there is, or will be, a file that can be replaced.
  bool isFile() const {
    return !descriptor && (!exists() || is_regular_file(status));
  }
};

/// Follows `path`, the last name of which need not exist. "-" is the standard
/// output.
llvm::ErrorOr<Place> findPlace(llvm::StringRef path);

} // namespace mlir::lowp

#endif // LOWP_LIB_FILES_PLACE_H
