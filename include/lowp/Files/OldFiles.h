//===- OldFiles.h - Files that need not stay --------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FILES_OLDFILES_H
#define LOWP_FILES_OLDFILES_H

#include "llvm/ADT/StringRef.h"

#include <cstddef>

namespace mlir::lowp {

/// Removes the oldest of this user's files in `folder` whose names begin with
/// `prefix` and end with `suffix`, but for `most`. Files that cannot be removed
/// stay; what is no file, and links, are not looked at.
void removeOldFiles(llvm::StringRef folder, llvm::StringRef prefix,
                    llvm::StringRef suffix, size_t most);

} // namespace mlir::lowp

#endif // LOWP_FILES_OLDFILES_H
