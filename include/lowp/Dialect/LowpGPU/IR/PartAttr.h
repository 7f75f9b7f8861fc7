//===- PartAttr.h - The part that a module is compiled for ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The module attribute `lowp_gpu.part` is the name of a part, or what the file
// of a user says of one, so that nothing but the module need be passed on:
//
//   lowp_gpu.part = "h100"
//   lowp_gpu.part = {name = "my-h200", base = "h200", memory_share = 0.84}
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_PARTATTR_H
#define LOWP_DIALECT_LOWPGPU_IR_PARTATTR_H

#include "lowp/Cost/PartModel.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir::lowp_gpu {

Attribute makePartAttr(MLIRContext *context,
                       const lowp::PartDescription &description);

/// What `makePartAttr` made, or a user wrote. An error says what is wrong with
/// it. Whether there is a part of a name that stands alone is not looked at.
llvm::Expected<lowp::PartDescription> readPartAttr(Attribute attribute);

/// The attribute that the options `part` and `part-file` ask for, null if they
/// ask for none. The file's part goes by its own name, so that `part` beside it
/// must be the same.
FailureOr<Attribute> makePartAttr(MLIRContext *context, StringRef part,
                                  StringRef partFile,
                                  function_ref<InFlightDiagnostic()> emitError);

/// The chip of the part that `attribute` says; empty where nobody knows it.
StringRef getChipOfPart(Attribute attribute);

/// Takes `chip`, if that is the name of a part, as the part to compile for.
void takePartForChip(MLIRContext *context, std::string &chip,
                     std::string &part);

/// Reads `attribute` of a module that is compiled for `chip`, empty where only
/// the part says it; a part with another chip, or with none, is an error.
FailureOr<lowp::PartDescription>
readPartOfChip(Attribute attribute, StringRef chip,
               function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::lowp_gpu

#endif // LOWP_DIALECT_LOWPGPU_IR_PARTATTR_H
