//===- Place.cpp - Where a path leads -------------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Place.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Path.h"

#include <climits>
#include <unistd.h>

using namespace mlir::lowp;
using llvm::SmallString;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The descriptor that `name` in `folder`, an absolute path without links,
/// stands for: "/proc/<this process>/fd/1". What is open there is no path: it
/// may be a pipe, or a file that is written from the middle on.
static std::optional<int> getDescriptor(StringRef folder, StringRef name) {
  std::string own = "/proc/" + std::to_string(getpid());
  int descriptor = 0;
  if (!folder.consume_front(own) || name.getAsInteger(10, descriptor))
    return std::nullopt;
  // Each thread has a folder of the same descriptors.
  if (folder.consume_front("/task/"))
    folder = folder.drop_while([](char c) { return c != '/'; });
  return folder == "/fd" ? std::optional(descriptor) : std::nullopt;
}

/// What the symbolic link `link` says; nothing when it is not one.
static std::optional<std::string> readLink(const std::string &link) {
  char target[PATH_MAX];
  ssize_t size = readlink(link.c_str(), target, sizeof(target));
  if (size < 0 || size == sizeof(target))
    return std::nullopt;
  return std::string(target, size);
}

llvm::ErrorOr<Place> mlir::lowp::findPlace(StringRef given) {
  // As many as Linux follows.
  constexpr int kMostLinks = 40;
  Place place;
  if (given == "-") {
    place.descriptor = STDOUT_FILENO;
    return place;
  }
  if (given.empty())
    return std::make_error_code(std::errc::no_such_file_or_directory);
  SmallString<128> wanted(given);
  for (int links = 0; links <= kMostLinks; ++links) {
    // A name that ends in '/' is a folder's, and "." and ".." are too.
    StringRef name = path::filename(wanted);
    SmallString<128> folder;
    StringRef parent = path::parent_path(wanted);
    if (std::error_code error =
            fs::real_path(parent.empty() ? "." : parent, folder))
      return error;
    if ((place.descriptor = getDescriptor(folder, name)))
      return place;
    SmallString<128> full = folder;
    path::append(full, name);
    place.path = full.str().str();
    std::optional<std::string> target = readLink(place.path);
    if (!target) {
      std::error_code error = fs::status(place.path, place.status);
      if (error && place.status.type() != fs::file_type::file_not_found)
        return error;
      return place;
    }
    wanted = *target;
    if (path::is_relative(wanted)) {
      wanted = folder;
      path::append(wanted, *target);
    }
  }
  return std::make_error_code(std::errc::too_many_symbolic_link_levels);
}
