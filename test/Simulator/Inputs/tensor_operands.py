"""Text of products in tensor memory: operands of 16 bits into shared memory, K-major without a
swizzle, and rows of sums."""


def _copied(pointer, target, depth):
    """The bytes of a row of an operand."""
    return "\n".join(
        f"""
  ld.global.v4.b32 {{%v0, %v1, %v2, %v3}}, [{pointer} + {16 * i}];
  st.shared.v4.b32 [{target} + {128 * i}], {{%v0, %v1, %v2, %v3}};"""
        for i in range(depth // 8)
    )


def copied_operands(depth, b):
    """The row of thread %t, from %p to the begin of %memory, and from %q to `b` bytes after it where
    %hasB. depth: elements of a row."""
    group = 8 * 2 * depth
    return f"""  // Row t is in the group t / 8 of {group} bytes.
  shr.u32 %r0, %t, 3;
  shl.b32 %r0, %r0, {group.bit_length() - 1};
  and.b32 %r1, %t, 7;
  shl.b32 %r1, %r1, 4;
  add.s32 %r0, %r0, %r1;
  add.s32 %r0, %r0, %memory;
  add.s32 %r2, %r0, {b};
{_copied("%p", "%r0", depth)}
  @!%hasB bra copied;
{_copied("%q", "%r2", depth)}
copied:
  fence.proxy.async.shared::cta;"""


def lanes_of_warp(address):
    """%quarter: the lanes of the warp of thread %t, of sums whose place lies at `address`."""
    return f"""  ld.shared.b32 %sums, [%memory + {address}];
  and.b32 %quarter, %t, 96;
  shl.b32 %quarter, %quarter, 16;
  add.s32 %quarter, %quarter, %sums;"""


def stored_row(columns):
    """A row of sums to %d."""
    return "\n".join(
        f"  st.global.v4.b32 [%d + {16 * i}], "
        f"{{%s{4 * i}, %s{4 * i + 1}, %s{4 * i + 2}, %s{4 * i + 3}}};"
        for i in range(columns // 4)
    )
