//===- LayoutAttrs.td - Where data and scales lie ----------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LAYOUTATTRS
#define LOWP_DIALECT_LOWP_IR_LAYOUTATTRS

include "lowp/Dialect/Lowp/IR/LowpAttrBase.td"
include "lowp/Interfaces/DataLayoutInterface.td"
include "lowp/Interfaces/ScaleLayoutInterface.td"

//===----------------------------------------------------------------------===//
// Data layouts: a new one is an entry here and a file in .../IR/DataLayouts
//===----------------------------------------------------------------------===//

class Lowp_DataLayout<string name, string attrMnemonic> : Lowp_Attr<name,
    attrMnemonic, [DeclareAttrInterfaceMethods<Lowp_DataLayoutAttrInterface>]>;

def Lowp_IdentityAttr : Lowp_DataLayout<"Identity", "identity"> {
  let summary = "data as the matrix is written in its storage order";
}

def Lowp_PanelsAttr : Lowp_DataLayout<"Panels", "panels"> {
  let summary = "data in panels of the fast dimension, each contiguous";
  let description = [{
    The fast dimension is cut into panels of `width` elements, the last one
    filled up with zeros. A `K x M` matrix in panels of 128 lies as `[M /
    128][K][128]`.
  }];
  let parameters = (ins "int64_t":$width);
  let assemblyFormat = "`<` $width `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The data layout that files of versions 0 and 1 write as the width of
    /// panels, 0 for the identity layout; null, after an error, if it is no
    /// width.
    static DataLayoutAttrInterface fromStoredWidth(
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
        ::mlir::MLIRContext *context, int64_t width);
  }];
}

//===----------------------------------------------------------------------===//
// Scale layouts: a new one is an entry here and a file in .../IR/ScaleLayouts
//===----------------------------------------------------------------------===//

class Lowp_ScaleLayout<string name, string attrMnemonic> : Lowp_Attr<name,
    attrMnemonic, [DeclareAttrInterfaceMethods<Lowp_ScaleLayoutAttrInterface>]>;

def Lowp_CompactAttr : Lowp_ScaleLayout<"Compact", "compact"> {
  let summary = "the scale matrix as the formula writes it, row-major";
  let description = [{
    With `transposed` the storage is that of the transposed matrix:
    `#lowp.compact<transposed = true>`.
  }];
  let parameters = (ins DefaultValuedParameter<"bool", "false">:$transposed);
  let assemblyFormat = "(`<` struct($transposed)^ `>`)?";
}

// Lines of scales, each padded. Dimension `contiguous` of the scale matrix is
// contiguous in memory, the other one with `transposed`.
class Lowp_PaddedLines<string name, string attrMnemonic, int contiguous>
    : Lowp_ScaleLayout<name, attrMnemonic> {
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "4">:$alignment,
    DefaultValuedParameter<"bool", "false">:$transposed);
  let assemblyFormat = "(`<` struct($alignment, $transposed)^ `>`)?";
  let genVerifyDecl = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verify(
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
        int64_t alignment, bool) {
      return verifyPaddedLines(emitError, alignment);
    }
    ::mlir::AffineMap $cppClass::getStorageMap() const {
      return getLines(getContext(), }] # contiguous # [{ != getTransposed());
    }
    ::mlir::AffineMap $cppClass::getStorageShapeMap() const {
      return padLines(getStorageMap(), getAlignment());
    }
    ::mlir::Attribute $cppClass::getTransposedLayout() const {
      return get(getContext(), getAlignment(), !getTransposed());
    }
  }];
}

def Lowp_MNMajorAttr : Lowp_PaddedLines<"MNMajor", "mn_major", 0> {
  let summary = "scales contiguous along M or N, padded for TMA";
  let description = [{
    The M (or N) dimension of the scale matrix is contiguous and padded with
    zeros to a multiple of `alignment` scales: 4 scales of f32 are the 16 bytes
    that a tensor map wants. On a matrix seen transposed (`transposed = true`)
    the contiguous dimension is the second one.
  }];
}

def Lowp_KMajorAttr : Lowp_PaddedLines<"KMajor", "k_major", 1> {
  let summary = "scales contiguous along K, each row padded";
  let description = [{
    The K dimension of the scale matrix, the second one, is contiguous and
    padded with zeros to a multiple of `alignment` scales. cuBLAS wants the
    scales of 128x128 blocks so, with rows of a multiple of 4. On a matrix seen
    transposed (`transposed = true`) K is the first dimension.
  }];
}

def Lowp_PackedWordsAttr : Lowp_ScaleLayout<"PackedWords", "packed_words"> {
  let summary = "the scales of a row's neighbours as one word, words along M";
  let description = [{
    `scales` neighbours along K lie together, and such words are contiguous
    along M (or N), whose number is padded to a multiple of `alignment` words.
    With scales of e8m0 and the defaults a word is a little-endian int32 of four
    of them, lowest K in the lowest byte, and 4 words are the 16 bytes that a
    tensor map wants. Padding is zeros, in incomplete words too.
  }];
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "4">:$scales,
    DefaultValuedParameter<"int64_t", "4">:$alignment,
    DefaultValuedParameter<"bool", "false">:$transposed);
  let assemblyFormat = "(`<` struct($scales, $alignment, $transposed)^ `>`)?";
  let genVerifyDecl = 1;
}

// A list of numbers, which may be left out.
class Lowp_NumbersParameter<string numbers> : ArrayRefParameter<"int64_t"> {
  let defaultValue = numbers;
  let comparator = "::llvm::equal($_lhs, $_rhs)";
}

// The atom of Blackwell.
def Lowp_UsualAtom {
  string rows = "::llvm::SmallVector<int64_t>{4, 32}";
  string columns = "::llvm::SmallVector<int64_t>{4}";
  string order = "::llvm::SmallVector<int64_t>{1, 0, 2}";
}

def Lowp_SwizzledAttr : Lowp_ScaleLayout<"Swizzled", "swizzled"> {
  let summary = "scales in atoms, each contiguous, as tensor cores read them";
  let description = [{
    The scale matrix is cut into atoms that lie row-major, the last ones filled
    up with zeros. `rows` and `columns` are the factors of an atom's sizes, from
    the slowest to the fastest one as the matrix is written; `order` numbers
    them, rows first, from the slowest to the fastest one in memory.

    The defaults are the 128x4 atom of Blackwell: 128 rows are 4 times 32, of
    which the 32 are slowest in memory, then the 4, then the 4 columns.

    Example: the 32x8 atom of other hardware.
    ```mlir
    #lowp.swizzled<rows = [2, 16], columns = [2, 4], order = [3, 1, 2, 0]>
    ```
  }];
  let parameters = (ins
    Lowp_NumbersParameter<Lowp_UsualAtom.rows>:$rows,
    Lowp_NumbersParameter<Lowp_UsualAtom.columns>:$columns,
    Lowp_NumbersParameter<Lowp_UsualAtom.order>:$order,
    DefaultValuedParameter<"bool", "false">:$transposed);
  let assemblyFormat = [{
    (`<` struct(custom<Numbers>($rows), custom<Numbers>($columns),
                custom<Numbers>($order), $transposed)^ `>`)?
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The atom of the defaults: 128 x 4.
    static SwizzledAttr getUsual(::mlir::MLIRContext *context);
    /// The sizes of an atom.
    int64_t getAtomRows() const;
    int64_t getAtomColumns() const;
  }];
  let extraClassDefinition = !strconcat([{
    $cppClass $cppClass::getUsual(::mlir::MLIRContext *context) {
      return get(context, }], Lowp_UsualAtom.rows, ", ", Lowp_UsualAtom.columns,
      ", ", Lowp_UsualAtom.order, [{, /*transposed=*/false);
    }
  }]);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

def Lowp_GroupsAttr : Lowp_Attr<"Groups", "groups"> {
  let summary = "a matrix that is divided into groups along a dimension";
  let description = [{
    `count` ranges of dimension `axis` follow one another, each a matrix of its
    own: blocks begin anew at its border. Where a group ends is data of the
    device, an operand of the operations that need to know. The scales of a
    group begin at a multiple of `alignment` entries of the scale matrix; what
    is left free before the next group is padding. `count` may be `?`. With
    `separate` the storages of the groups lie one behind the other, in a tensor
    of one dimension, instead of side by side in the storage of the whole.

    With `start` the data of each group begin at a multiple of it, with zeros in
    front of the next group: `lowp.spread_rows` brings a matrix there, and
    `lowp.relayout` one that is quantized.

    Example: 8 groups of rows, scales padded to the 128 rows of an atom.
    ```mlir
    #lowp.groups<8, axis = 0, alignment = 128>
    ```
  }];
  let parameters = (ins
    "int64_t":$count,
    "int64_t":$axis,
    DefaultValuedParameter<"int64_t", "1">:$alignment,
    DefaultValuedParameter<"int64_t", "1">:$start,
    DefaultValuedParameter<"bool", "false">:$separate);
  let assemblyFormat = [{
    `<` custom<GroupCount>($count) `,`
        struct($axis, $alignment, $start, $separate) `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The same groups on the transposed matrix.
    GroupsAttr getTransposed() const;
    /// Whether `other` divides a matrix in the same way, wherever scales lie.
    bool dividesLike(GroupsAttr other) const;
    /// Whether there are zeros between groups, so that each begins at a multiple
    /// of `start`.
    bool isSpread() const { return getStart() > 1; }
    /// Whether scales of blocks of `extent` elements along `axis` lie where they
    /// do without groups: data of each group begin where as many blocks as its
    /// scales are aligned to do.
    bool keepsPlaces(int64_t extent) const;
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_LAYOUTATTRS
