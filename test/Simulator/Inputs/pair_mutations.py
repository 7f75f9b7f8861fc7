"""Mistakes in what the CTAs of a pair do together: groups, masks, the leader, halves and counts."""

import re

GROUP, ALONE = ".cta_group::2", ".cta_group::1"
RANK = re.compile(r"(mov\.u32\s+%\w+, )%cluster_ctarank;")
TO_LEADER = re.compile(r"mapa\.shared::cluster\.u32 (%\w+), (%\w+), %\w+;")
MASKED = re.compile(r"\.multicast::cluster.*, (%\w+);")
COUNTED = re.compile(r"(?:expect_tx|mbarrier\.init)\S* [^\[]*\[[^\]]*\], (%\w+|\d+);")
ROW = re.compile(r"\{(%\w+(?:, %\w+)*)\}")
SCOPE = re.compile(r"\.(?:acquire|release)\.cluster(?=\.shared)")
HALVES = (32, 64, 128)


def with_changed(kernel, what, number, operand, opcode, value, bits=32):
    """The statement with another value in a register."""
    changed = re.sub(
        re.escape(operand) + r"\b(?!.*" + re.escape(operand) + r"\b)",
        "%changed",
        kernel.units[number],
        flags=re.DOTALL,
    )
    kernel.replace(
        what,
        number,
        f"{{\n.reg .b{bits} %changed;\n{opcode}.b{bits} %changed, {operand}, {value};\n{changed}\n}}",
    )


def mutate_group(kernel, number):
    """It is one CTA's."""
    unit = kernel.units[number]
    if unit.startswith("cp.async"):
        kernel.replace("for one CTA", number, unit.replace(GROUP, ""))
    else:
        kernel.replace("for one CTA", number, unit.replace(GROUP, ALONE))


def mutate_mask(kernel, number):
    """One CTA is told, or gets the copy."""
    mask = MASKED.search(kernel.units[number])[1]
    for left in (1, 2):
        with_changed(kernel, f"CTAs {left:b}", number, mask, "and", left, bits=16)


def mutate_count(kernel, number):
    """Half, or twice as many."""
    unit = kernel.units[number]
    count = kernel.constant(number, COUNTED.search(unit)[1])
    for other in {count // 2, 2 * count} - {0, count} if count else ():
        kernel.replace_last(f"{other} of {count}", number, other)


def mutate_row(kernel, number):
    """The rows of the other CTA, or those of a copy that both get the other way round."""
    row = ROW.search(kernel.units[number])[1].split(", ")[-1]
    for half in (1,) if MASKED.search(kernel.units[number]) else HALVES:
        with_changed(kernel, f"row {half} further", number, row, "xor", half)


def mutate_leader(kernel, number):
    """Each CTA tells itself."""
    target, own = TO_LEADER.search(kernel.units[number]).groups()
    kernel.replace("to itself", number, f"mov.b32 {target}, {own};")


def mutate_scope(kernel, number):
    """What it orders is what its own CTA does."""
    kernel.replace("for its CTA", number, SCOPE.sub("", kernel.units[number]))


def mutate_rank(kernel, number):
    """Both CTAs are the first, or the second; so they are for those who read it there."""
    start = RANK.match(kernel.units[number])[1]
    for rank in (0, 1):
        kernel.replace(f"rank {rank}", number, f"{start}{rank};")


def mutate_pair(kernel, number):
    unit = kernel.units[number]
    if GROUP in unit:
        mutate_group(kernel, number)
        if "multicast" in unit:
            mutate_mask(kernel, number)
        if unit.startswith("cp.async"):
            mutate_row(kernel, number)
    elif TO_LEADER.search(unit):
        mutate_leader(kernel, number)
    elif SCOPE.search(unit):
        mutate_scope(kernel, number)
    elif RANK.match(unit):
        mutate_rank(kernel, number)
    elif COUNTED.search(unit):
        mutate_count(kernel, number)


def has_pairs(kernel):
    return any(GROUP in kernel.units[number] for number in kernel.inside)


def mutate_pairs(kernel):
    for number in kernel.inside if has_pairs(kernel) else ():
        mutate_pair(kernel, number)
