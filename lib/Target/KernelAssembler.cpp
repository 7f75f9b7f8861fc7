//===- KernelAssembler.cpp - Kernels from LLVM IR to machine code ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelAssembler.h"

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Target/Cubin.h"
#include "mlir/IR/DialectInterface.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/ThreadPool.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Where a context has its store.
class StoreInterface : public DialectInterface::Base<StoreInterface> {
public:
  StoreInterface(Dialect *dialect, KernelStore store)
      : Base(dialect), store(std::move(store)) {}

  const KernelStore store;
};
} // namespace

void mlir::lowp::setKernelStore(MLIRContext &context, KernelStore store) {
  context.getOrLoadDialect<lowp_gpu::LowpGPUDialect>()
      ->addInterface<StoreInterface>(std::move(store));
}

const KernelStore *mlir::lowp::findKernelStore(MLIRContext &context) {
  auto *dialect = context.getLoadedDialect<lowp_gpu::LowpGPUDialect>();
  auto *found =
      dialect ? dialect->getRegisteredInterface<StoreInterface>() : nullptr;
  return found ? &found->store : nullptr;
}

/// What an entry of a store holds: the size of what ptxas said, that, and the
/// machine code.
static std::string encode(const Assembly &assembly) {
  char size[sizeof(uint64_t)];
  llvm::support::endian::write64le(size, assembly.output.size());
  return std::string(size, sizeof(size)) + assembly.output + assembly.cubin;
}

static std::optional<Assembly> decode(StringRef content) {
  if (content.size() < sizeof(uint64_t))
    return std::nullopt;
  uint64_t size = llvm::support::endian::read64le(content.data());
  content = content.drop_front(sizeof(uint64_t));
  if (content.size() < size)
    return std::nullopt;
  return Assembly{content.drop_front(size).str(),
                  content.take_front(size).str()};
}

/// The stored machine code of `job`, unless it is damaged.
static std::optional<Assembly> load(const KernelJob &job, StringRef key,
                                    const AssemblerSettings &settings) {
  std::optional<std::string> content = settings.store->load(key);
  std::optional<Assembly> assembly;
  if (content)
    assembly = decode(*content);
  if (assembly && checkCubin(assembly->cubin, settings.target.getArchitecture(),
                             llvm::to_vector_of<StringRef>(job.names)))
    return std::nullopt;
  return assembly;
}

static AssemblyOutcome assemble(const KernelJob &job, StringRef ptx,
                                StringRef key,
                                const AssemblerSettings &settings) {
  if (settings.store)
    if (std::optional<Assembly> stored = load(job, key, settings))
      return {std::move(*stored), ""};
  KernelCount count =
      job.names.size() == 1 ? KernelCount::One : KernelCount::Any;
  llvm::Expected<Assembly> assembly =
      runPTXAS(*settings.ptxas, ptx, settings.target.getName(), count);
  if (!assembly)
    return {{}, llvm::toString(assembly.takeError())};
  if (settings.store && !assembly->cubin.empty())
    settings.store->store(key, encode(*assembly));
  return {std::move(*assembly), ""};
}

static void run(KernelJob &job, const AssemblerSettings &settings) {
  const std::string *ptx = job.translation.run();
  if (!ptx || !settings.ptxas)
    return;
  // The number is raised with each change of what an entry holds.
  std::string key = "1 -v -arch=" + settings.target.getName() + "\n" + *ptx;
  job.outcome = assembleOnce(*settings.ptxas + "\n" + key, [&] {
    return assemble(job, *ptx, key, settings);
  });
}

void mlir::lowp::runJobs(ArrayRef<KernelJob *> jobs,
                         const AssemblerSettings &settings) {
  // A store may be code that an interrupt of this thread must not end.
  if (jobs.size() == 1 && !settings.store)
    return run(*jobs.front(), settings);
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency());
  for (KernelJob *job : jobs)
    pool.async([job, &settings] { run(*job, settings); });
  pool.wait();
}
