//===- Survive.cpp - Compilations whose crash is survived -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/Survive.h"

#include "PassRun.h"

#include "lowp/Files/OldFiles.h"
#include "lowp/Files/OutputSet.h"
#include "lowp/Target/FatalErrorGuard.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <utility>

using namespace mlir::lowp;
using llvm::StringRef;

/// How many files a user has in the folder for temporary files: a process that
/// is started again and again crashes again and again.
static constexpr size_t kMostFiles = 8;
static constexpr StringRef kPrefix = "lowp-crash-", kSuffix = ".mlir";

/// The folder for temporary files, with room for a file that reproduces a
/// crash.
static std::string makeRoom() {
  llvm::SmallString<128> folder;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, folder);
  removeOldFiles(folder, kPrefix, kSuffix, kMostFiles - 1);
  return folder.str().str();
}

/// What is said of the file with `content`, which `how` takes.
static std::string writeCrash(const std::string &content, StringRef how) {
  std::string variable = kCrashFolderVariable;
  auto folder = llvm::sys::Process::GetEnv(kCrashFolderVariable);
  if (folder && folder->empty())
    return "; name a folder by " + variable + " for a file that reproduces it";
  if (content.empty())
    return "";
  auto path = writeNewFile(folder ? *folder : makeRoom(),
                           (kPrefix + "%%%%%%%%" + kSuffix).str(), content);
  if (!path)
    return "; what reproduces it is lost: " + llvm::toString(path.takeError());
  return "; '" + how.str() + *path +
         "' reproduces it, and a report needs that file (" + variable +
         " names the folder of such files; empty, none are written)";
}

/// Describes a crash that ended the innermost of `notes`.
static std::string report(llvm::StringRef reason, PassNotes &notes,
                          llvm::function_ref<std::string()> getSource) {
  std::string place, content;
  StringRef how = "lowp-compile ";
  // Texts are made of what a crash left: that may crash, too.
  (void)runGuarded([&] {
    if (!notes.empty())
      place = notes.back()->describe();
    if (place.empty()) {
      content = getSource();
      return;
    }
    how = "lowp-opt --run-reproducer ";
    content = notes.back()->reproduce();
  });
  return "lowp failed in " +
         (place.empty() ? std::string("a step that is no pass") : place) +
         ": " + reason.str() + "; that is a bug of lowp, not of the program" +
         writeCrash(content, how);
}

std::optional<std::string>
mlir::lowp::runSurviving(llvm::function_ref<void()> compile,
                         llvm::function_ref<std::string()> getSource) {
  PassNotes notes;
  PassNotes *outer = std::exchange(getPassNotes(), &notes);
  std::optional<std::string> reason = runGuarded(compile);
  getPassNotes() = outer;
  if (!reason)
    return std::nullopt;
  std::string message = report(*reason, notes, getSource);
  for (const std::shared_ptr<PassRun> &run : notes)
    run->leak();
  return message;
}
