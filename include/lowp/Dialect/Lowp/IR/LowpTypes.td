//===- LowpTypes.td - Types of the lowp dialect ------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPTYPES
#define LOWP_DIALECT_LOWP_IR_LOWPTYPES

include "lowp/Dialect/Lowp/IR/LowpAttrs.td"

def Lowp_ScaledType : TypeDef<Lowp_Dialect, "Scaled"> {
  let mnemonic = "scaled";
  let summary = "a matrix of low-precision data with its scales";
  let description = [{
    Stands for the matrix of values `data(i, j) * scale(block of (i, j))` under
    the `decode` convention, or `data / scale` under `encode`. Shape and order
    speak of the logical matrix:

    - `shape`: two dimensions, each static or dynamic, or three: a batch of
      matrices, the storage of which is a batch of theirs;
    - `recipe`: any attribute with the Recipe interface;
    - `order`: the logical dimensions from the slowest to the fastest one in
      memory: `[0, 1]` is row-major (the default), `[1, 0]` column-major;
    - `data`: any attribute with the DataLayout interface, which sees the
      matrix in that order (`#lowp.identity` by default): with
      `#lowp.panels<128>` a `K x M` matrix lies as `[M / 128][K][128]`;
    - `scales`: any attribute with the ScaleLayout interface (`#lowp.compact`
      by default);
    - `convention`: whether a stored scale decodes (the default) or encodes;
    - `packing`: whether elements of less than 8 bits have a byte each
      (`bytes`, the default) or are stored without gaps (`dense`);
    - `groups`: into how many groups a dimension is divided, each with blocks
      and scales of its own (none by default).

    The recipe may have a second level of scales: one f32 for the matrix, a
    tensor of its own beside data and scales.

    Example:
    ```mlir
    !lowp.scaled<?x7168xf8E4M3FN, #lowp.block<1x128>>
    !lowp.scaled<7168x512xf8E4M3FN, #lowp.block<128x1>, order = [1, 0],
                 scales = #lowp.mn_major<transposed = true>>
    !lowp.scaled<7168x?xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled,
                 groups = <8, axis = 1, alignment = 4>>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$shape,
    "::mlir::Type":$elementType,
    "::mlir::lowp::RecipeAttrInterface":$recipe,
    ArrayRefParameter<"int64_t">:$order,
    "::mlir::lowp::DataLayoutAttrInterface":$dataLayout,
    "::mlir::lowp::ScaleLayoutAttrInterface":$scaleLayout,
    "::mlir::lowp::ScaleConvention":$convention,
    "::mlir::lowp::Packing":$packing,
    "::mlir::lowp::GroupsAttr":$groups
  );
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
        "::mlir::Type":$elementType,
        "::mlir::lowp::RecipeAttrInterface":$recipe)>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isDynamicDim(unsigned dim) const {
      return ::mlir::ShapedType::isDynamic(getShape()[dim]);
    }
    /// Whether the data are stored row-major.
    bool isRowMajor() const { return getOrder()[0] == 0; }

    /// Whether the tensor of elements is the matrix in its order.
    bool hasIdentityDataLayout() const;

    /// Whether the static sizes of `shape` give at most 2^48 elements: then
    /// numbers of elements, bytes and padded scales do not overflow.
    static bool isAddressable(::llvm::ArrayRef<int64_t> shape);

    /// Whether the type is a batch of matrices.
    bool isBatch() const { return getShape().size() == 3; }
    /// Whether a dimension is divided into groups with scales of their own.
    bool isGrouped() const { return bool(getGroups()); }
    /// Whether the scales of each group have a storage of their own.
    bool hasSeparateGroups() const {
      return isGrouped() && getGroups().getSeparate();
    }
    /// Rows and columns, without the number of matrices of a batch.
    ::llvm::ArrayRef<int64_t> getMatrixShape() const {
      return getShape().take_back(2);
    }
    /// The type of one matrix of a batch.
    ScaledType getMatrixType() const;

    /// Maps an element's position in the matrix to its position in the tensor
    /// of elements: `(row, column) -> (storage indices)`. Injective.
    ::mlir::AffineMap getDataStorageMap() const;
    /// The other way: maps a place of the tensor of elements to a position in
    /// the matrix, or beyond it where the place is padding.
    ::mlir::AffineMap getDataElementMap() const;
    /// Maps the matrix's shape to that of the tensor of elements, padding
    /// included.
    ::mlir::AffineMap getDataStorageShapeMap() const;
    /// What the indices of the tensor of elements are digits of: of rows
    /// (dimension 0) or columns (dimension 1).
    StorageDigits getDataDigits() const;
    /// What a size that is unknown until run time is a multiple of, so that it
    /// fills the tiles of the data layout and whole groups of packed elements;
    /// `dim` counts from the rows.
    int64_t getDataAlignment(unsigned dim) const;
    /// Whether elements of `elementType`, of less than 8 bits, may be packed in
    /// `layout`: its last index has whole groups of them.
    static bool fillsPackedGroups(DataLayoutAttrInterface layout,
                                  ::mlir::Type elementType);

    /// Shape of the scale matrix: one entry per block. With groups there is
    /// capacity for the blocks of any division.
    ::llvm::SmallVector<int64_t> getScaleMatrixShape() const;
    /// The tensor that holds the data: dimensions in storage order, packed
    /// elements as bytes.
    ::mlir::RankedTensorType getDataType() const;
    /// The same tensor before packing: one entry per element.
    ::mlir::RankedTensorType getElementsType() const;
    bool isPacked() const;
    /// The tensor that holds the scales, padding included.
    ::mlir::RankedTensorType getScaleStorageType() const;
    /// Whether one f32 scale of the matrix comes on top of those of blocks.
    bool hasGlobalScale() const;
    /// The tensor that holds that scale: one f32, or one per group.
    ::mlir::RankedTensorType getGlobalScaleType() const;
    /// The tensors that a value consists of: data, scales and, if there is
    /// one, the global scale.
    ::llvm::SmallVector<::mlir::Type, 3> getStorageTypes() const;
    /// Maps the shape, that of a batch first, to the shapes of those tensors.
    /// Sizes that are known are constants already. A result with the symbol
    /// does not follow from the shape alone: it depends on an unknown number of
    /// groups, or is a product of unknown sizes.
    ::llvm::SmallVector<::mlir::AffineMap, 3> getStorageShapeMaps() const;

    /// The type of the transposed matrix over the same storage.
    ScaledType getTransposed() const;
    /// The same type with another shape, order, layout, packing.
    ScaledType withShape(::llvm::ArrayRef<int64_t> shape) const;
    ScaledType withOrder(::llvm::ArrayRef<int64_t> order) const;
    ScaledType withDataLayout(DataLayoutAttrInterface layout) const;
    ScaledType withScaleLayout(ScaleLayoutAttrInterface layout) const;
    ScaledType withPacking(Packing packing) const;
    ScaledType withGroups(GroupsAttr groups) const;
    /// Whether `other` differs from this type in data order and layout, packing,
    /// scale layout or the places of groups alone: what a relayout may
    /// change. Where groups leave every block as it is, because blocks are a
    /// single element along their axis, there may be none on one side.
    bool differsOnlyInLayout(ScaledType other) const;
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_LOWPTYPES
