//===- Mlir.cpp - The C API for holders of MLIR objects -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Mlir.h"

#include "CompileModule.h"

#include "lowp/InitAll.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir::lowp;

void lowpRegisterDialects(MlirDialectRegistry registry) {
  execution::registerDialects(*unwrap(registry));
}

void lowpRegisterPasses(void) { registerAllPasses(); }

LowpStatus lowpCompileModule(MlirModule module, const LowpCompileOptions *given,
                             LowpProgram **program, LowpError *error) {
  if (LowpStatus status = capi::clear(error, "program", program))
    return status;
  if (LowpStatus status = capi::require(error, {{"module", module.ptr}}))
    return status;
  LowpCompileOptions options;
  execution::CompileRequest request;
  if (LowpStatus status = capi::readRequest(given, options, request, error))
    return status;
  mlir::OwningOpRef<mlir::ModuleOp> copy = unwrap(module).clone();
  capi::DiagnosticForwarder forwarder(*copy->getContext(), options.onDiagnostic,
                                      options.userData);
  auto compile = [&] {
    return capi::compileModule(*copy, request, forwarder, program, error);
  };
  auto print = [&] { return mlir::debugString(unwrap(module)); };
  return capi::survive(compile, print, [&] { (void)copy.release(); }, error);
}
