//===- LowpGPUOpBase.td - Base of the lowp_gpu operations --*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_LOWPGPUOPBASE
#define LOWP_DIALECT_LOWPGPU_IR_LOWPGPUOPBASE

include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class LowpGPU_Op<string mnemonic, list<Trait> traits = []>
    : Op<LowpGPU_Dialect, mnemonic, traits>;

/// The operation suggests names for its results.
defvar LowpGPU_NamesResults =
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>;
/// The operation suggests names for the arguments of its region.
defvar LowpGPU_NamesArguments =
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>;

/// An operation whose results are usually called `names`.
class LowpGPU_NamedResultsOp<string mnemonic, list<string> names,
                             list<Trait> traits = []>
    : LowpGPU_Op<mnemonic, !listconcat(traits, [LowpGPU_NamesResults])> {
  let extraClassDefinition = [{
    void $cppClass::getAsmResultNames(
        ::llvm::function_ref<void(::mlir::Value, ::llvm::StringRef)> setName) {
      static constexpr ::llvm::StringRef kNames[] = {"}]
          # !interleave(names, "\", \"") # [{"};
      for (auto [result, name] :
           ::llvm::zip_equal(getOperation()->getResults(), kNames))
        setName(result, name);
    }
  }];
}
class LowpGPU_NamedOp<string mnemonic, string result, list<Trait> traits = []>
    : LowpGPU_NamedResultsOp<mnemonic, [result], traits>;

/// A number that a pass sets, or a word that counts.
class LowpGPU_Range<int least, int most>
    : ConfinedAttr<I64Attr, [IntMinValue<least>, IntMaxValue<most>]>;
/// A place in shared or tensor memory or a size there, which an i32 counts.
def LowpGPU_Place : LowpGPU_Range<0, 0x7fffffff>;
/// Arrivals, of which a barrier in shared memory has 20 bits.
def LowpGPU_Arrivals : LowpGPU_Range<1, 0xfffff>;
/// Far more than any chip has, whose own limits give the message that helps.
def LowpGPU_Count : LowpGPU_Range<1, 256>;

/// The first operand of the operation is a table of groups, not one from afar.
defvar LowpGPU_OfTable = PredOpTrait<
    "groups are straight from lowp_gpu.group_table",
    CPred<"$_op.getOperand(0).getDefiningOp<GroupTableOp>()">>;

#endif // LOWP_DIALECT_LOWPGPU_IR_LOWPGPUOPBASE
