//===- AssemblyTable.cpp - Equal kernels are assembled once ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyTable.h"

#include <map>
#include <mutex>

using namespace mlir::lowp;

namespace {
struct Entry {
  std::once_flag once;
  AssemblyOutcome outcome;
};

/// What compilations of this process hold.
class Table {
public:
  static Table &get() {
    static auto *table = new Table;
    return *table;
  }

  std::shared_ptr<Entry> find(const std::string &key) {
    std::lock_guard<std::mutex> lock(mutex);
    std::weak_ptr<Entry> &held = entries[key];
    std::shared_ptr<Entry> entry = held.lock();
    if (entry)
      return entry;
    entry = std::make_shared<Entry>();
    held = entry;
    dropExpired();
    return entry;
  }

private:
  void dropExpired() {
    for (auto it = entries.begin(); it != entries.end();)
      it = it->second.expired() ? entries.erase(it) : std::next(it);
  }

  std::mutex mutex;
  std::map<std::string, std::weak_ptr<Entry>> entries;
};
} // namespace

std::shared_ptr<const AssemblyOutcome>
mlir::lowp::assembleOnce(const std::string &key,
                         llvm::function_ref<AssemblyOutcome()> assemble) {
  std::shared_ptr<Entry> entry = Table::get().find(key);
  std::call_once(entry->once, [&] { entry->outcome = assemble(); });
  return {entry, &entry->outcome};
}
