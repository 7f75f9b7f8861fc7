//===- OutputSet.cpp - Writing what was asked for -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Files/OutputSet.h"
#include "Place.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::lowp;
using llvm::SmallString;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

static llvm::Error makeError(StringRef path, std::error_code error) {
  return llvm::createStringError(error, "cannot write '" +
                                            (path == "-" ? "stdout" : path) +
                                            "': " + error.message());
}

//===----------------------------------------------------------------------===//
// Writing to what is open
//===----------------------------------------------------------------------===//

/// Writes all of it now. A stream would end the process for an error that
/// nobody has taken from it.
static std::error_code write(StringRef content, llvm::raw_fd_ostream &stream) {
  stream << content;
  stream.flush();
  std::error_code error = stream.error();
  stream.clear_error();
  return error;
}

static std::error_code write(StringRef content, int descriptor) {
  // What was printed before comes before.
  std::error_code error = write("", llvm::outs());
  if (error || descriptor == STDOUT_FILENO)
    return error ? error : write(content, llvm::outs());
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/false);
  return write(content, stream);
}

/// Writes, and closes: some file systems find out by then that they are full.
static std::error_code writeAndClose(StringRef content, int descriptor) {
  std::error_code error = write(content, descriptor);
  if (close(descriptor) != 0 && !error)
    error = llvm::errnoAsErrorCode();
  return error;
}

/// Writes to a pipe or a device.
static std::error_code writeInPlace(StringRef content, const Place &place) {
  if (place.descriptor)
    return write(content, *place.descriptor);
  int descriptor = llvm::sys::RetryAfterSignal(-1, open, place.path.c_str(),
                                               O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0)
    return llvm::errnoAsErrorCode();
  return writeAndClose(content, descriptor);
}

//===----------------------------------------------------------------------===//
// Staging
//===----------------------------------------------------------------------===//

/// A name in the folder of `place` that nobody uses. It is short, whatever the
/// other is: a name of the greatest length has no room for more.
static std::string makeNameBeside(StringRef place) {
  SmallString<128> name = llvm::sys::path::parent_path(place);
  llvm::sys::path::append(
      name, ".lowp-" +
                llvm::utohexstr(
                    (uint64_t(llvm::sys::Process::GetRandomNumber()) << 32) |
                    llvm::sys::Process::GetRandomNumber()) +
                ".tmp");
  return name.str().str();
}

/// Gives `descriptor` the mode and, where this process may, the owner of the
/// file that it is to replace.
static std::error_code inherit(int descriptor, const std::string &place) {
  struct stat former, present;
  if (stat(place.c_str(), &former) != 0 || fstat(descriptor, &present) != 0)
    return llvm::errnoAsErrorCode();
  bool isOwner =
      former.st_uid == present.st_uid && former.st_gid == present.st_gid;
  if (!isOwner && fchown(descriptor, former.st_uid, former.st_gid) != 0)
    return {}; // Its mode was for another owner.
  if (fchmod(descriptor, former.st_mode & 07777) != 0)
    return llvm::errnoAsErrorCode();
  return {};
}

llvm::Expected<int> OutputSet::stage(StringRef path, StringRef where,
                                     OutputKind kind) {
  Staged file;
  file.path = path.str();
  file.place = where.str();
  bool replaces = file.replaces = fs::exists(where);
  // A file that may not be written to is not to be replaced either.
  if (replaces)
    if (std::error_code error = fs::access(where, fs::AccessMode::Write))
      return makeError(path, error);
  int descriptor = -1;
  do {
    file.temporary = makeNameBeside(where);
    descriptor =
        llvm::sys::RetryAfterSignal(-1, open, file.temporary.c_str(),
                                    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                                    kind == OutputKind::Program ? 0777 : 0666);
  } while (descriptor < 0 && errno == EEXIST);
  if (descriptor < 0)
    return makeError(path, llvm::errnoAsErrorCode());
  llvm::sys::RemoveFileOnSignal(file.temporary);
  staged.push_back(std::move(file));
  if (replaces)
    if (std::error_code error = inherit(descriptor, where.str())) {
      close(descriptor);
      return makeError(path, error);
    }
  return descriptor;
}

llvm::Error OutputSet::add(StringRef path, StringRef content, OutputKind kind) {
  llvm::ErrorOr<Place> place = findPlace(path);
  if (!place)
    return makeError(path, place.getError());
  if (is_directory(place->status))
    return makeError(path, std::make_error_code(std::errc::is_a_directory));
  if (!place->isFile()) {
    direct.push_back({path.str(), content.str()});
    return llvm::Error::success();
  }
  llvm::Expected<int> descriptor = stage(path, place->path, kind);
  if (!descriptor)
    return descriptor.takeError();
  if (std::error_code error = writeAndClose(content, *descriptor))
    return makeError(path, error);
  return llvm::Error::success();
}

llvm::Expected<std::string> OutputSet::addUnwritten(StringRef path,
                                                    OutputKind kind) {
  llvm::ErrorOr<Place> place = findPlace(path);
  if (!place)
    return makeError(path, place.getError());
  if (!place->isFile())
    return llvm::createStringError(
        "expected '" + path +
        "' to be a file, which a library can be written to");
  llvm::Expected<int> descriptor = stage(path, place->path, kind);
  if (!descriptor)
    return descriptor.takeError();
  close(*descriptor);
  return staged.back().temporary;
}

//===----------------------------------------------------------------------===//
// Committing
//===----------------------------------------------------------------------===//

static std::error_code renameFile(const std::string &from,
                                  const std::string &to) {
  // Not fs::rename, which copies between devices: half a file might be seen.
  if (rename(from.c_str(), to.c_str()) == 0)
    return {};
  return llvm::errnoAsErrorCode();
}

llvm::Error OutputSet::place(Staged &file) {
  // A second name, by which it can come back; not on all file systems.
  if (staged.size() > 1 && file.replaces) {
    file.former = makeNameBeside(file.place);
    if (link(file.place.c_str(), file.former.c_str()) != 0)
      file.former.clear();
  }
  if (std::error_code error = renameFile(file.temporary, file.place))
    return makeError(file.path, error);
  llvm::sys::DontRemoveFileOnSignal(file.temporary);
  file.isPlaced = true;
  return llvm::Error::success();
}

llvm::Error OutputSet::commit() {
  // What cannot be undone comes first among what can fail.
  for (const Direct &output : direct) {
    llvm::ErrorOr<Place> place = findPlace(output.path);
    std::error_code error =
        place ? writeInPlace(output.content, *place) : place.getError();
    if (error)
      return makeError(output.path, error);
  }
  direct.clear();
  for (Staged &file : staged)
    if (llvm::Error error = place(file))
      return error;
  for (Staged &file : staged)
    if (!file.former.empty())
      (void)fs::remove(file.former);
  staged.clear();
  return llvm::Error::success();
}

void OutputSet::takeBack() {
  for (Staged &file : staged) {
    if (!file.former.empty() && file.isPlaced)
      (void)renameFile(file.former, file.place);
    else if (!file.former.empty())
      (void)fs::remove(file.former);
    else if (file.isPlaced && !file.replaces)
      (void)fs::remove(file.place);
    if (file.isPlaced)
      continue;
    (void)fs::remove(file.temporary);
    llvm::sys::DontRemoveFileOnSignal(file.temporary);
  }
}

OutputSet::~OutputSet() { takeBack(); }

llvm::Error mlir::lowp::writeOutput(StringRef path, StringRef content) {
  OutputSet set;
  if (llvm::Error error = set.add(path, content))
    return error;
  return set.commit();
}

llvm::Expected<std::string>
mlir::lowp::writeNewFile(StringRef folder, StringRef name, StringRef content) {
  SmallString<128> model(folder), path;
  llvm::sys::path::append(model, name);
  int descriptor = -1;
  std::error_code error = fs::createUniqueFile(
      model, descriptor, path, fs::OF_None, fs::owner_read | fs::owner_write);
  if (!error)
    error = writeAndClose(content, descriptor);
  if (error)
    return makeError(path.empty() ? model : path, error);
  return path.str().str();
}

//===----------------------------------------------------------------------===//
// Command lines
//===----------------------------------------------------------------------===//

/// Whether both are the same file, or will be once they are written.
static bool areSame(StringRef lhs, StringRef rhs) {
  llvm::ErrorOr<Place> first = findPlace(lhs), second = findPlace(rhs);
  if (!first || !second || !first->isFile() || !second->isFile())
    return false;
  return first->path == second->path ||
         (first->exists() && second->exists() &&
          fs::equivalent(first->status, second->status));
}

llvm::Error mlir::lowp::verifyDistinct(llvm::ArrayRef<FileRole> inputs,
                                       llvm::ArrayRef<FileRole> outputs) {
  std::vector<FileRole> others = inputs;
  for (const FileRole &output : outputs) {
    if (output.path.empty())
      continue;
    for (const FileRole &other : others)
      if (!other.path.empty() && areSame(output.path, other.path))
        return llvm::createStringError("expected " + output.role + " and " +
                                       other.role + " to be two files, got '" +
                                       output.path + "' and '" + other.path +
                                       "', which are one; name another file");
    others.push_back(output);
  }
  return llvm::Error::success();
}

llvm::Error mlir::lowp::writeReport(StringRef input, const FileRole &output,
                                    StringRef content) {
  if (llvm::Error error = verifyDistinct({{"the input", input}}, output))
    return error;
  return writeOutput(output.path, content);
}
