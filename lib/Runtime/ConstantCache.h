//===- ConstantCache.h - Constants copied per context -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RUNTIME_CONSTANTCACHE_H
#define LOWP_LIB_RUNTIME_CONSTANTCACHE_H

#include "lowp/Runtime/CudaDriver.h"

#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace mlir::lowp::runtime {

/// Copies of constants in device memory, by (address of the list, context). All
/// methods may be called from any thread; each list is copied once per context.
class ConstantCache {
public:
  /// The process-wide cache; never destroyed, as the driver may be gone by the
  /// time static destructors run.
  static ConstantCache &get();

  /// Copies `constants` into the current context unless they are there.
  Expected<void> load(const CudaDriver &driver, const LowpConstants &constants);

  /// Address of constant `number` in the current context; copies all of them
  /// when necessary.
  Expected<void *> address(const CudaDriver &driver,
                           const LowpConstants &constants, uint64_t number);

  /// Frees the copies in all contexts.
  Expected<void> unload(const CudaDriver &driver,
                        const LowpConstants &constants);

private:
  /// One allocation for all constants of a list.
  struct Copy {
    CudaContext context = nullptr;
    CudaDevicePointer memory = 0;
    std::vector<uint64_t> offsets;
  };
  /// A context is named by its id, as in ModuleCache.
  using Key = std::pair<const LowpConstants *, unsigned long long>;

  Expected<const Copy *> find(const CudaDriver &driver,
                              const LowpConstants &constants);

  std::mutex mutex;
  std::map<Key, Copy> copies;
};

} // namespace mlir::lowp::runtime

#endif // LOWP_LIB_RUNTIME_CONSTANTCACHE_H
