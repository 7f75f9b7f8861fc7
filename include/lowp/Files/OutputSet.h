//===- OutputSet.h - Writing what was asked for -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one way in which lowp writes files. A file is written beside its place
// and then renamed, so that nobody sees half of it and what was there stays
// when there is an error. Its place is where symbolic links lead; a file that
// was there keeps its mode and its owner. What is no file is written to as it
// is: "-", descriptors (/dev/stdout, /dev/fd/3), pipes and devices.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FILES_OUTPUTSET_H
#define LOWP_FILES_OUTPUTSET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::lowp {

/// What the mode of a new file allows.
enum class OutputKind { Data, Program };

/// Files that appear together or not at all: what went wrong for the last of
/// them leaves all places as they were. Errors name the path: "cannot write
/// 'a.o': No space left on device".
class OutputSet {
public:
  OutputSet() = default;
  OutputSet(const OutputSet &) = delete;
  /// Forgets what was not committed.
  ~OutputSet();

  /// Prepares `content` for `path`. Reports all that can be known by now: a
  /// full disk, a folder that does not exist or may not be written to.
  llvm::Error add(llvm::StringRef path, llvm::StringRef content,
                  OutputKind kind = OutputKind::Data);

  /// The same for a file that another program is to write, to the path that is
  /// returned. Only for files.
  llvm::Expected<std::string> addUnwritten(llvm::StringRef path,
                                           OutputKind kind);

  /// Puts everything in its place.
  llvm::Error commit();

private:
  /// A file that waits for its place.
  struct Staged {
    std::string path;
    /// Where links lead.
    std::string place;
    std::string temporary;
    /// Another name of what was there before, while that may be needed.
    std::string former;
    bool replaces = false;
    bool isPlaced = false;
  };
  /// Content for what is no file.
  struct Direct {
    std::string path;
    std::string content;
  };

  llvm::Expected<int> stage(llvm::StringRef path, llvm::StringRef place,
                            OutputKind kind);
  llvm::Error place(Staged &file);
  void takeBack();

  std::vector<Staged> staged;
  std::vector<Direct> direct;
};

/// Writes one file.
llvm::Error writeOutput(llvm::StringRef path, llvm::StringRef content);

/// Writes a file that nobody has and no other user may read, `name` in
/// `folder`: each % in its name becomes a digit. Returns its path.
llvm::Expected<std::string> writeNewFile(llvm::StringRef folder,
                                         llvm::StringRef name,
                                         llvm::StringRef content);

/// A file of a command line, with what it is for: "the header".
struct FileRole {
  llvm::StringRef role;
  /// Empty: there is none.
  llvm::StringRef path;
};

/// Fails when an output is another output, or an input. Descriptors and devices
/// may be named any number of times.
llvm::Error verifyDistinct(llvm::ArrayRef<FileRole> inputs,
                           llvm::ArrayRef<FileRole> outputs);

/// Writes `content` to `output`, which must not be the file `input` that a
/// module was read from.
llvm::Error writeReport(llvm::StringRef input, const FileRole &output,
                        llvm::StringRef content);

} // namespace mlir::lowp

#endif // LOWP_FILES_OUTPUTSET_H
