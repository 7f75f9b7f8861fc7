//===- PassRun.h - Which pass runs, and on what -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_PIPELINES_PASSRUN_H
#define LOWP_LIB_PIPELINES_PASSRUN_H

#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

#include <mutex>

namespace mlir::lowp {

/// A run of a pass manager, with all that reproduces it.
class PassRun {
public:
  PassRun(PassManager &manager, Operation *op);

  /// From all threads that run passes.
  void enter(Pass *pass, Operation *op);
  void leave(Pass *pass);

  /// "pass 'canonicalize' on a 'func.func'": the innermost that runs; empty
  /// where none does.
  std::string describe();
  /// The module as it was before the run, for lowp-opt --run-reproducer.
  std::string reproduce();
  /// Forgets the module: its context may be broken.
  void leak() { (void)before.release(); }

private:
  struct Running {
    Pass *pass;
    std::string name, operation;
  };

  std::mutex mutex;
  std::vector<Running> running;
  std::string pipeline;
  OwningOpRef<Operation *> before;
};

/// The runs of a compilation, those within others last. They outlive a crash of
/// the thread that made them.
using PassNotes = std::vector<std::shared_ptr<PassRun>>;

/// Where this thread's compilation notes its runs; null where nobody survives
/// it.
PassNotes *&getPassNotes();

} // namespace mlir::lowp

#endif // LOWP_LIB_PIPELINES_PASSRUN_H
