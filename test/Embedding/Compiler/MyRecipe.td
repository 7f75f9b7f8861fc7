include "lowp/Interfaces/RecipeInterface.td"
include "mlir/IR/AttrTypeBase.td"

def My_Dialect : Dialect {
  let name = "mine";
  let cppNamespace = "::mine";
}

def My_Attr : AttrDef<My_Dialect, "Mine",
    [DeclareAttrInterfaceMethods<Lowp_RecipeAttrInterface>]> {
  let mnemonic = "mine";
}
