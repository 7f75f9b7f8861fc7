//===- OldFiles.cpp - Files that need not stay ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Files/OldFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <string>
#include <unistd.h>
#include <vector>

namespace fs = llvm::sys::fs;
using llvm::StringRef;

namespace {
struct OwnFile {
  llvm::sys::TimePoint<> written;
  std::string path;
};
} // namespace

static std::vector<OwnFile> findOwnFiles(StringRef folder, StringRef prefix,
                                         StringRef suffix) {
  std::vector<OwnFile> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error, /*follow_symlinks=*/false),
       end;
       !error && entry != end; entry.increment(error)) {
    StringRef name = llvm::sys::path::filename(entry->path());
    if (!name.starts_with(prefix) || !name.ends_with(suffix))
      continue;
    llvm::ErrorOr<fs::basic_file_status> status = entry->status();
    if (status && fs::is_regular_file(*status) && status->getUser() == getuid())
      found.push_back({status->getLastModificationTime(), entry->path()});
  }
  return found;
}

void mlir::lowp::removeOldFiles(StringRef folder, StringRef prefix,
                                StringRef suffix, size_t most) {
  std::vector<OwnFile> files = findOwnFiles(folder, prefix, suffix);
  if (files.size() <= most)
    return;
  llvm::sort(files, [](const OwnFile &lhs, const OwnFile &rhs) {
    return lhs.written < rhs.written;
  });
  for (const OwnFile &file : llvm::ArrayRef(files).drop_back(most))
    (void)fs::remove(file.path);
}
