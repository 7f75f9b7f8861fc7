//===- LowpAttrBase.td - Base of the lowp attributes -------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPATTRBASE
#define LOWP_DIALECT_LOWP_IR_LOWPATTRBASE

include "lowp/Dialect/Lowp/IR/LowpDialect.td"
include "mlir/IR/AttrTypeBase.td"

class Lowp_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Lowp_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

#endif // LOWP_DIALECT_LOWP_IR_LOWPATTRBASE
