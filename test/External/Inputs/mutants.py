"""Facts of the interpreter, and what it would take them for: (fact, file, text, other text)."""

MATRIX = "MMA/WarpMatrixOps.cpp"
ELEMENT = "MMA/MatrixElement.cpp"
ADDRESSES = "MMA/SharedMatrix.cpp"
TENSOR_FORM = "TensorMemory/ProductForm.cpp"
TENSOR = "TensorMemory/ProductOps.cpp"
TENSOR_LANES = "TensorMemory/LaneAccessOps.cpp"
TENSOR_COPY = "TensorMemory/CopyOps.cpp"
TENSOR_UNITS = "TensorMemory/TensorUnits.cpp"
TENSOR_COMMIT = "TensorMemory/CommitOps.cpp"
BULK = "TMA/BulkOps.cpp"
LOAD = "MMA/LoadMatrixOps.cpp"
STORE = "LoadStore/MemoryOps.cpp"
COPY = "LoadStore/CopyAsyncOps.cpp"
BOX = "TMA/Box.cpp"
FORMATS, LAYOUTS = "Support/NarrowFormats.cpp", "Support/FloatLayout.cpp"
INTEGERS = "Scalar/IntegerOps.cpp"
NARROW = "Scalar/NarrowConvertOps.cpp"
BARRIERS = "MBarrier/MBarrierOps.cpp"

A_ROW = "int row = lane / 4 + 8 * (i % kGroups);"
A_FIRST = "int first = (lane % 4 + 4 * (i / kGroups)) * perRegister;"
A_ELEMENT = "matrix.values[row][first + j] = decode(words[lane], j);"
SCALE_WORD = "uint32_t word = lanes[row % 8 * 4 + thread + row / 8];"
SCALE_BYTE = "format.values[word >> (8 * (byte + i)) & 0xFF];"
BACKWARDS = "decode(words[lane], perRegister - 1 - j);"
BIAS = "int FloatLayout::bias() const { return (1 << (exponentBits - 1)) - 1; }"

# Lines of tcgen05.
ALONG_K = "uint32_t address = start + row / 8 * stride + row % 8 * rowBytes();"
TENSOR_A, TENSOR_B = "readOperand(reader, kind, 7, 15)", "readOperand(reader, kind, 10, 16)"
TENSOR_SCALES = "place.plus(quarter * kQuarterLanes, first / kQuarterLanes)"
TENSOR_SCALE = "format.values[words[0][lane] >> (8 * (byte + i)) & 0xFF];"
TENSOR_ELEMENT = "return valueOf(word >> first % 8 & (uint32_t(-1) >> (32 - bits)));"
TENSOR_BYTES = '{"kind::mxf8f6f4",\n     32,\n     '
FIRST_BLOCK = "*block.cluster->blocks[block.rank & ~1u]"
PAIR_A = "MatrixReader(block, unit, line)\n      .read(issued.a,"
PAIR_B = ".read(issued.b, issued.form.b, int(i) * columns, columns,"
PAIR_SUMS = "Sums sums(memory, by, issued.sums, form);"
PAIR_SCALES_A = "readScales(memory, by, issued.scales[0],"
PAIR_SCALES_B = "readScales(memory, by, issued.scales[1],"
PAIR_COPIES = "blocksOf(warp, unit, instruction.detail[0], kWhat)"
PAIR_SOURCE = "block.shared.readAsync(offset, kGranule, kWhat)"
PAIR_SIGNAL = "(target->rank & ~1u) | (named->rank & 1u)"
TENSOR_ADDS = "if (issued.adds)"
TENSOR_CHUNK = "fetch(matrix.alongK(row, i));"

MUTANTS = (
    # mma.sync: elements
    (
        "A: registers 1 and 2 the other way round",
        MATRIX,
        A_ROW,
        "int row = lane / 4 + 8 * (Rows == 16 && operand.parts.size() == 4 ? i / 2 : i % kGroups);",
    ),
    (
        "A: halves of K the other way round",
        MATRIX,
        A_FIRST,
        "int first = (lane % 4 + 4 * (Rows == 16 && operand.parts.size() == 4 ? 1 - i / kGroups : i / "
        "kGroups)) * perRegister;",
    ),
    (
        "A and B: halves of K the other way round",
        MATRIX,
        A_FIRST,
        "int first = (lane % 4 + 4 * (operand.parts.size() > size_t(kGroups) ? 1 - i / kGroups : 0)) * "
        "perRegister;",
    ),
    (
        "A: elements of a register backwards",
        MATRIX,
        A_ELEMENT,
        "matrix.values[row][first + j] = Rows == 16 ? "
        + BACKWARDS[:-1]
        + " : decode(words[lane], j);",
    ),
    (
        "A and B: elements of a register backwards",
        MATRIX,
        A_ELEMENT,
        "matrix.values[row][first + j] = " + BACKWARDS,
    ),
    (
        "A and B: another lane of four has the first elements",
        MATRIX,
        A_FIRST,
        "int first = (3 - lane % 4 + 4 * (i / kGroups)) * perRegister;",
    ),
    (
        "sums: rows g and g + 8 the other way round",
        MATRIX,
        "return {lane / 4 + index / 2 * 8, lane % 4 * 2 + index % 2};",
        "return {lane / 4 + (1 - index / 2) * 8, lane % 4 * 2 + index % 2};",
    ),
    (
        "sums: columns of a lane the other way round",
        MATRIX,
        "return {lane / 4 + index / 2 * 8, lane % 4 * 2 + index % 2};",
        "return {lane / 4 + index / 2 * 8, lane % 4 * 2 + 1 - index % 2};",
    ),
    (
        "sums of f16: halves of a register the other way round",
        MATRIX,
        "int shift = 16 * (index % 2);",
        "int shift = 16 * (1 - index % 2);",
    ),
    ("sums of s32 never stay at the ends", ELEMENT, "if (saturates)\n", "if (false)\n"),
    (
        "tf32 counts with all its bits",
        ELEMENT,
        "return TF32{bits}.toFloat();",
        "return bitCast<float>(bits);",
    ),
    (
        "s8 has no sign",
        ELEMENT,
        "element.name[0] == 's' ? int8_t(bits) : uint8_t(bits)",
        "uint8_t(bits)",
    ),
    (
        "elements of 4 bits with K of 32 stand in the low bits",
        ELEMENT,
        "Container{8, 2, 0xC3}",
        "Container{8, 0, 0xF0}",
    ),
    # mma.sync: scales
    (
        "scales of A: rows g and g + 8 the other way round",
        MATRIX,
        SCALE_WORD,
        "uint32_t word = lanes[row % 8 * 4 + thread + (Rows == 16 ? 1 - row / 8 : 0)];",
    ),
    (
        "scales of A: lanes 2 and 3 of four instead of 0 and 1",
        MATRIX,
        SCALE_WORD,
        "uint32_t word = lanes[row % 8 * 4 + (thread + 2 * (Rows == 16)) % 4 + row / 8];",
    ),
    (
        "scales of B: lane 1 of four instead of 0",
        MATRIX,
        SCALE_WORD,
        "uint32_t word = lanes[row % 8 * 4 + (thread + (Rows == 8)) % 4 + row / 8];",
    ),
    (
        "scales: the thread selector does not count",
        MATRIX,
        SCALE_WORD,
        "uint32_t word = lanes[row % 8 * 4 + 0 * thread + row / 8];",
    ),
    (
        "scales: the byte selector does not count",
        MATRIX,
        SCALE_BYTE,
        "format.values[word >> (8 * (0 * byte + i)) & 0xFF];",
    ),
    (
        "scales of A along K backwards",
        MATRIX,
        SCALE_BYTE,
        "format.values[word >> (8 * (byte + (Rows == 16 ? count - 1 - i : i))) & 0xFF];",
    ),
    (
        "scales of A and B along K backwards",
        MATRIX,
        SCALE_BYTE,
        "format.values[word >> (8 * (byte + count - 1 - i)) & 0xFF];",
    ),
    ("scales: UE4M3 has a sign", FORMATS, "value = std::fabs(value);", "value = value + 0;"),
    (
        "scales: UE8M0 is twice as large",
        FORMATS,
        "std::ldexp(1.0f, bits - 127)",
        "std::ldexp(1.0f, bits - 126)",
    ),
    ("scales: UE8M0 has no NaN", FORMATS, "format.values[255] = NAN;", "format.values[255] = 0;"),
    # formats
    (
        "e2m1 has another bias",
        LAYOUTS,
        BIAS,
        BIAS.replace("- 1; }", "- (mantissaBits == 1 ? 2 : 1); }"),
    ),
    (
        "e2m1 has no subnormal",
        LAYOUTS,
        "value = std::ldexp(mantissa / scale, 1 - bias());",
        "value = mantissaBits == 1 ? 0 : std::ldexp(mantissa / scale, 1 - bias());",
    ),
    (
        "e2m3 and e3m2 have another bias",
        LAYOUTS,
        BIAS,
        BIAS.replace("- 1; }", "- (bits() == 6 ? 2 : 1); }"),
    ),
    (
        "e5m2 is read as e4m3",
        FORMATS,
        'makeFloat("e5m2", kE5M2Layout)',
        'makeFloat("e5m2", kE4M3Layout)',
    ),
    (
        "cvt of e2m1 has the first element in the high bits",
        NARROW,
        "return {To::from(narrow.values[both & kMask]),\n"
        "          To::from(narrow.values[both >> distanceOf(format)])};",
        "return {To::from(narrow.values[both >> distanceOf(format)]),\n"
        "          To::from(narrow.values[both & kMask])};",
    ),
    (
        "cvt of UE8M0 to bf16 is twice as large",
        NARROW,
        "return {BF16::from(scale.values[both & 0xFF]),",
        "return {BF16::from(2 * scale.values[both & 0xFF]),",
    ),
    # ldmatrix and stmatrix
    (
        "ldmatrix: the words of a row in another order",
        LOAD,
        "&rows[lane / 4][lane % 4 * 4]",
        "&rows[lane / 4][(3 - lane % 4) * 4]",
    ),
    (
        "ldmatrix: the rows of a matrix backwards",
        LOAD,
        "&rows[lane / 4][lane % 4 * 4]",
        "&rows[7 - lane / 4][lane % 4 * 4]",
    ),
    (
        "ldmatrix: the matrices backwards",
        LOAD,
        "const Row *first = &rows[i / perMatrix * rowCount];",
        "const Row *first = &rows[(matrices - 1 - i / perMatrix) * rowCount];",
    ),
    (
        "ldmatrix: without a transpose",
        LOAD,
        "&rows[lane % 4 * 2 + i][lane / 4 * 2]",
        "&rows[lane / 4][lane % 4 * 4 + 2 * i]",
    ),
    (
        "ldmatrix: halves of a transpose the other way round",
        LOAD,
        "word |= uint32_t(half) << (16 * i);",
        "word |= uint32_t(half) << (16 - 16 * i);",
    ),
    (
        "ldmatrix m16n16: columns r and r + 8 the other way round",
        LOAD,
        "rows[lane % 4 * 4 + i][lane / 4 + 8 * index]",
        "rows[lane % 4 * 4 + i][lane / 4 + 8 - 8 * index]",
    ),
    (
        "ldmatrix b4x16_p64: elements of a byte the other way round",
        LOAD,
        "row[i] = pair >> (i * bits % 8)",
        "row[i] = pair >> ((i ^ (bits == 4)) * bits % 8)",
    ),
    (
        "stmatrix: the words of a row in another order",
        STORE,
        "return words[4 * row + column];",
        "return words[4 * row + 3 - column];",
    ),
    (
        "stmatrix: halves of a transpose the other way round",
        STORE,
        "return half(2 * column) | half(2 * column + 1) << 16;",
        "return half(2 * column + 1) | half(2 * column) << 16;",
    ),
    # tcgen05.mma: operands in shared memory
    (
        "tcgen05: groups of eight rows are the leading offset apart",
        ADDRESSES,
        ALONG_K,
        ALONG_K.replace("stride", "leading"),
    ),
    (
        "tcgen05: no swizzle of K-major operands",
        ADDRESSES,
        "return swizzled(address + chunk * (swizzle ? kGranule : leading), swizzle);",
        "return address + chunk * (swizzle ? kGranule : leading);",
    ),
    (
        "tcgen05: MN-major, the offsets the other way round",
        ADDRESSES,
        "chunk / chunks * acrossRows + k / 8 * acrossK",
        "chunk / chunks * acrossK + k / 8 * acrossRows",
    ),
    (
        "tcgen05: halves of K the other way round",
        TENSOR,
        TENSOR_CHUNK,
        TENSOR_CHUNK.replace(", i", ", 1 - i"),
    ),
    (
        "tcgen05: elements of 4 bits backwards in a byte",
        TENSOR,
        TENSOR_ELEMENT,
        TENSOR_ELEMENT.replace("first % 8", "((bits == 4 ? 4 : 0) ^ first % 8)"),
    ),
    (
        "tcgen05: elements of 4 bits among 8 in the last bytes",
        TENSOR,
        "int first = index * bits;",
        "int first = index * bits + (bits == 4 && elements == 16 ? 64 : 0);",
    ),
    (
        "tcgen05: swizzles of 32 and 64 bytes the other way round",
        TENSOR_UNITS,
        "{0, -1, 128, -1, 64, -1, 32, -1}",
        "{0, -1, 128, -1, 32, -1, 64, -1}",
    ),
    # tcgen05.mma: its descriptor
    (
        "tcgen05: f16 and bf16 the other way round",
        TENSOR_FORM,
        '{"f16", "bf16"}',
        '{"bf16", "f16"}',
    ),
    ("tcgen05: u8 and s8 the other way round", TENSOR_FORM, '{"u8", "s8"}', '{"s8", "u8"}'),
    (
        "tcgen05: e4m3 and e5m2 with scales the other way round",
        TENSOR_FORM,
        TENSOR_BYTES + '{"e4m3", "e5m2"',
        TENSOR_BYTES + '{"e5m2", "e4m3"',
    ),
    (
        "tcgen05: types of A and B the other way round",
        TENSOR_FORM,
        f"form.a = {TENSOR_A};\n  form.b = {TENSOR_B};",
        f"form.a = {TENSOR_A.replace('7', '10')};\n  form.b = {TENSOR_B.replace('10', '7')};",
    ),
    (
        "tcgen05: majors of A and B the other way round",
        TENSOR_FORM,
        f"form.a = {TENSOR_A};\n  form.b = {TENSOR_B};",
        f"form.a = {TENSOR_A.replace('15', '16')};\n  form.b = {TENSOR_B.replace('16', '15')};",
    ),
    (
        "tcgen05: bytes of scales of A and B the other way round",
        TENSOR_FORM,
        "form.b.scaleByte = readScaleByte(reader, 4, scales);\n"
        "    form.a.scaleByte = readScaleByte(reader, 29, scales);",
        "form.a.scaleByte = readScaleByte(reader, 4, scales);\n"
        "    form.b.scaleByte = readScaleByte(reader, 29, scales);",
    ),
    (
        "tcgen05: the type of scales the other way round",
        TENSOR_FORM,
        "form.hasUE4M3 = !reader.take(23, 1);",
        "form.hasUE4M3 = reader.take(23, 1);",
    ),
    # tcgen05.mma: tensor memory
    (
        "tcgen05: 64 rows of sums are lanes 0 to 63",
        TENSOR,
        "form.rows == 128 ? 0 : row / rows * kQuarterLanes;",
        "row;",
    ),
    (
        "tcgen05: sums are always added to",
        TENSOR,
        TENSOR_ADDS,
        TENSOR_ADDS.replace("adds)", "adds || true)"),
    ),
    (
        "tcgen05: sums are never added to",
        TENSOR,
        TENSOR_ADDS,
        TENSOR_ADDS.replace("adds)", "adds && false)"),
    ),
    (
        "tcgen05: columns of scales backwards",
        TENSOR,
        TENSOR_SCALES,
        TENSOR_SCALES.replace("first /", "(rows - 1 - first) /"),
    ),
    (
        "tcgen05: scales along K backwards",
        TENSOR,
        TENSOR_SCALE,
        TENSOR_SCALE.replace("byte + i", "byte + form.scales - 1 - i"),
    ),
    (
        "tcgen05: the byte of scales does not count",
        TENSOR,
        TENSOR_SCALE,
        TENSOR_SCALE.replace("byte + i", "i"),
    ),
    (
        "tcgen05.ld: columns backwards",
        TENSOR_LANES,
        "memory.read(checksOrder(warp) ? &by : nullptr, run.place.plus(0, i),",
        "memory.read(checksOrder(warp) ? &by : nullptr, "
        "run.place.plus(0, registers.size() - 1 - i),",
    ),
    (
        "tcgen05.ld: lanes backwards",
        TENSOR_LANES,
        "result.set(run.firstLane + lane, cells[lane]);",
        "result.set(run.firstLane + lane, cells[run.lanes - 1 - lane]);",
    ),
    (
        "tcgen05.st: columns backwards",
        TENSOR_LANES,
        "TensorPlace place = run.place.plus(0, i);",
        "TensorPlace place = run.place.plus(0, registers.size() - 1 - i);",
    ),
    (
        "tcgen05.ld and st 16x32bx2: halves of the warp the other way round",
        TENSOR_LANES,
        "return {{0, kHalfLanes, place},\n          {kHalfLanes, kHalfLanes, place.plus(0, split)}};",
        "return {{0, kHalfLanes, place.plus(0, split)},\n          {kHalfLanes, kHalfLanes, place}};",
    ),
    (
        "tcgen05.cp: words of a row backwards",
        TENSOR_COPY,
        "place.plus(target, i)",
        "place.plus(target, kWords - 1 - i)",
    ),
    (
        "tcgen05.cp: rows backwards",
        TENSOR_COPY,
        "matrix.alongK(row, 0)",
        "matrix.alongK(kQuarterLanes - 1 - row, 0)",
    ),
    # pairs of blocks
    (
        "pairs: halves of B the other way round",
        TENSOR,
        PAIR_B,
        PAIR_B.replace("int(i)", "int(blocks.size() - 1 - i)"),
    ),
    (
        "pairs: both blocks have the rows of A of the first",
        TENSOR,
        PAIR_A,
        PAIR_A.replace("block,", f"{FIRST_BLOCK},"),
    ),
    (
        "pairs: sums of both are in the first",
        TENSOR,
        PAIR_SUMS,
        PAIR_SUMS.replace("memory", f"tensorMemoryOf({FIRST_BLOCK})"),
    ),
    (
        "pairs: scales of A of both are those of the first",
        TENSOR,
        PAIR_SCALES_A,
        PAIR_SCALES_A.replace("memory", f"tensorMemoryOf({FIRST_BLOCK})"),
    ),
    (
        "pairs: scales of B of both are those of the first",
        TENSOR,
        PAIR_SCALES_B,
        PAIR_SCALES_B.replace("memory", f"tensorMemoryOf({FIRST_BLOCK})"),
    ),
    (
        "pairs: scales of B are those of half of the columns, again in the other half",
        TENSOR,
        TENSOR_SCALES,
        TENSOR_SCALES.replace("first /", "(rows > 128 ? first % 128 : first) /"),
    ),
    (
        "pairs: rows of the descriptor are those of a block",
        TENSOR_FORM,
        "blocks == 2 && rows != 256",
        "blocks == 2 && rows != 128",
    ),
    (
        "pairs: tcgen05.cp copies in the block of the thread alone",
        TENSOR_COPY,
        PAIR_COPIES,
        PAIR_COPIES.replace("instruction.detail[0]", "1"),
    ),
    (
        "pairs: tcgen05.cp copies from the shared memory of the first block",
        TENSOR_COPY,
        PAIR_SOURCE,
        PAIR_SOURCE.replace("block.shared", f"({FIRST_BLOCK}).shared"),
    ),
    (
        "pairs: tcgen05.commit tells the block of the thread alone",
        TENSOR_COMMIT,
        "mask >> block->rank & 1",
        "block.get() == warp.block",
    ),
    (
        "pairs: copies tell the block that they write",
        BULK,
        PAIR_SIGNAL,
        PAIR_SIGNAL.replace("named->rank & 1u", "target->rank & 1u"),
    ),
    (
        "tcgen05: scales begin with a whole atom",
        TENSOR,
        "value & ~kByteBits :",
        "value & ~kByteBits & ~3u :",
    ),
    (
        "pairs: a multicast copy reaches the block of the thread alone",
        BULK,
        "mask >> rank & 1",
        "blocks[rank].get() == warp.block",
    ),
    (
        "pairs: columns are half as many in a block",
        TENSOR,
        "int columns = issued.form.columns / int(blocks.size());",
        "int columns = issued.form.columns / int(blocks.size() * blocks.size());",
    ),
    # copies
    (
        "cp.async: bytes that are not read stay as they were",
        COPY,
        "std::fill_n(target, copy.bytes, 0);",
        "std::fill_n(target, copy.readBytes, 0);",
    ),
    (
        "cp.async.wait_group waits for one group less",
        COPY,
        "waitUntil(warp, mask, immediateOf(instruction.operands[0]));",
        "waitUntil(warp, mask, immediateOf(instruction.operands[0]) + 1);",
    ),
    (
        "cp.async.wait_group waits for one group more",
        COPY,
        "waitUntil(warp, mask, immediateOf(instruction.operands[0]));",
        "waitUntil(warp, mask, std::max<int64_t>(1, immediateOf(instruction.operands[0])) - 1);",
    ),
    (
        "TMA: what is outside of the tensor stays as it was",
        BOX,
        "std::fill(bytes.begin(), bytes.end(), 0);",
        "std::fill(bytes.begin(), bytes.end(), 0x3C);",
    ),
    (
        "TMA: stores do not stop at the tensor's last row",
        BOX,
        "if (index < 0 || index >= int64_t(map.sizes[dim]))",
        "if (index < 0)",
    ),
    (
        "TMA: coordinates in front of the tensor are as 0",
        BOX,
        "if (index < 0 || index >= int64_t(map.sizes[dim]))",
        "index = std::max<int64_t>(index, 0);\n    if (index >= int64_t(map.sizes[dim]))",
    ),
    (
        "TMA: no swizzle",
        BOX,
        "move(chunk, swizzled(start + chunk, box.map.swizzle));",
        "move(chunk, start + chunk);",
    ),
    (
        "TMA: the swizzle of 64 bytes is that of 128",
        BOX,
        "move(chunk, swizzled(start + chunk, box.map.swizzle));",
        "move(chunk, swizzled(start + chunk, box.map.swizzle ? 128 : 0));",
    ),
    (
        "TMA: the swizzle of 128 bytes is that of 64",
        BOX,
        "move(chunk, swizzled(start + chunk, box.map.swizzle));",
        "move(chunk, swizzled(start + chunk, box.map.swizzle ? 64 : 0));",
    ),
    (
        "TMA: padded elements behind the padding",
        BOX,
        "std::memcpy(target + place, &bytes[chunk / kGranule * given], given);",
        "std::memcpy(target + place + kGranule - given, &bytes[chunk / kGranule * given], given);",
    ),
    (
        "TMA: mbarriers count padding too",
        BULK,
        "{box.bytes(), box.movedBytes()}",
        "{box.bytes(), box.bytes()}",
    ),
    (
        "mbarriers begin with the other parity",
        BARRIERS,
        "if ((barrier.phase & 1) == (parity & 1))",
        "if ((barrier.phase & 1) != (parity & 1))",
    ),
    # others
    (
        "prmt: a and b the other way round",
        INTEGERS,
        "uint64_t both = uint64_t(b) << 32 | a;",
        "uint64_t both = uint64_t(a) << 32 | b;",
    ),
    ("prmt: bit 3 of a selector does not count", INTEGERS, "if (select & 8)", "if (false)"),
    (
        "lop3: the first and the last operand the other way round",
        INTEGERS,
        "result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);",
        "result |= (i & 4 ? c : ~c) & (i & 2 ? b : ~b) & (i & 1 ? a : ~a);",
    ),
    (
        "bfe: a length of one bit more",
        INTEGERS,
        "uint32_t end = std::min(position + length, kBits);",
        "uint32_t end = std::min(position + length + 1, kBits);",
    ),
    (
        "bfi: the field begins a bit later",
        INTEGERS,
        "uint64_t placed = uint64_t(field) << (position & 31);",
        "uint64_t placed = uint64_t(field) << (position + 1 & 31);",
    ),
)

# Facts that no kernel of this folder pins down, and what lowp's own kernels have of them: as
# docs/Simulator.md says it.
UNSEEN = {
    "A and B: elements of a register backwards": "no product can show it: both change alike",
    "sums of s32 never stay at the ends": "none",
    "tf32 counts with all its bits": "none: TMA rounds their elements",
    "scales of A: lanes 2 and 3 of four instead of 0 and 1": "all with scales of blocks",
    "scales of B: lane 1 of four instead of 0": "all with scales of blocks",
    "scales: the thread selector does not count": "none: it is 0",
    "scales: the byte selector does not count": "MXFP8, MXFP6 and mixed: 0 to 3; MXFP4: 0 and 2",
    "scales: UE4M3 has a sign": "none: scales that lowp makes have none",
    "e2m3 and e3m2 have another bias": "MXFP6",
    "ldmatrix m16n16: columns r and r + 8 the other way round": "none",
    "tcgen05: bytes of scales of A and B the other way round": "none: both are the same",
    "pairs: scales of B of both are those of the first": "none: both CTAs have those of all columns",
    "cp.async.wait_group waits for one group more": "no result can show it: it only comes later",
}
