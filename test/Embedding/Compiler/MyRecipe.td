include "lowp/Interfaces/RecipeInterface.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"

def Mine_Dialect : Dialect {
  let name = "mine";
  let cppNamespace = "::mine";
  let useDefaultAttributePrinterParser = 1;
}

def Mine_RowsAttr : AttrDef<Mine_Dialect, "Rows",
    [DeclareAttrInterfaceMethods<Lowp_RecipeAttrInterface>]> {
  let mnemonic = "rows";
  let summary = "e4m3 with a scale of bf16 per row, or per column";
  let parameters = (ins DefaultValuedParameter<"bool", "false">:$transposed);
  let assemblyFormat = "(`<` struct($transposed)^ `>`)?";
}
