"""Mistakes in what a kernel does with tensor memory: order, columns, lanes, scales and forms."""

import re

ACCESS = r"tcgen05\.(?:mma|cp|ld|st|dealloc)"
ISSUED = r"tcgen05\.(?:mma|cp)"
ARRIVAL = r"mbarrier\.arrive\.(?:release\.cluster\.)?shared"
# As `KINDS` of kernel_mutations.py.
KINDS = (
    (r"tcgen05\.alloc", None, r"tcgen05\.relinquish"),
    (r"tcgen05\.relinquish", r"tcgen05\.alloc", None),
    (r"tcgen05\.dealloc", None, None),
    (
        r"tcgen05\.fence::after",
        r"mbarrier\.(?:try|test)_wait|bar\.sync|barrier\.cluster",
        r"tcgen05\.(?:mma|ld|dealloc)",
    ),
    (r"tcgen05\.fence::before", r"tcgen05\.(?:wait|ld)", f"{ARRIVAL}|bar\\.sync|barrier\\.cluster"),
    (r"tcgen05\.wait", r"tcgen05\.(?:ld|st)", f"tcgen05\\.fence|{ARRIVAL}|st\\.shared"),
    (r"tcgen05\.commit", None, None),
    (r"tcgen05\.cp", None, None),
    (r"tcgen05\.mma", None, r"tcgen05\.commit"),
    (r"tcgen05\.ld", None, r"tcgen05\.wait"),
)
LANE = 1 << 16  # in addresses of tensor memory
QUARTER_LANES, HALF_QUARTER_LANES = 32, 16
ATOM_COLUMNS, ATOM_BYTES = 4, 512
STEP_BYTES, DESCRIPTOR_UNIT = 32, 16
COLUMNS_OF_STEP = 32
# Bits of the instruction descriptor, beside those of scales.
FORM_BITS = {
    "type of A": 1 << 7,
    "type of B": 1 << 10,
    "major of A": 1 << 15,
    "major of B": 1 << 16,
    "columns": 1 << 17,
}
SCALE_BITS = {
    "byte of B": 1 << 4,
    "upper byte of B": 2 << 4,
    "byte of A": 1 << 29,
    "upper byte of A": 2 << 29,
    "type of scales": 1 << 23,
}
PRODUCT = re.compile(
    r"tcgen05\.mma\S* (\[%\w+\]), (%\w+), (%\w+), (%\w+)"
    r"(?:, (\[%\w+\]), (\[%\w+\]))?, p"
)


def with_changed(kernel, what, number, operand, change, bits=32):
    """The statement with another value in a register: `change` is an opcode and its number."""
    unit, (opcode, value) = kernel.units[number], change
    changed = re.sub(re.escape(operand) + r"\b", "%changed", unit)
    kernel.replace(
        what,
        number,
        f"{{\n.reg .b{bits} %changed;\n{opcode}{bits} %changed, {operand}, {value};\n{changed}\n}}",
    )


def mutate_descriptor(kernel, what, number, operand, distance):
    for step in (-distance, distance):
        with_changed(
            kernel, f"{what} {step:+}", number, operand, ("add.s", step // DESCRIPTOR_UNIT), bits=64
        )


def mutate_allocation(kernel, number):
    unit = kernel.units[number]
    found = re.match(r"(tcgen05\.(?:de)?alloc.*, )(\d+);", unit)
    for columns in (int(found[2]) // 2, int(found[2]) * 2):
        kernel.replace(f"{columns} columns", number, f"{found[1]}{columns};")


def mutate_load(kernel, number):
    mutate_read(kernel, number)
    place = re.search(r"\[%\w+(?: ?\+ ?\d+)?\]", kernel.units[number])[0]
    for step in (-1, 1):
        kernel.off_by("column", number, place, step)
    for lanes in (HALF_QUARTER_LANES, QUARTER_LANES):
        kernel.off_by("lane", number, place, lanes * LANE)


def mutate_read(kernel, number):
    """Sums are read after the release of what holds them, in the same basic block."""
    units, first, last = kernel.units, number, number
    while re.match(r"tcgen05\.", units[first - 1]):
        first -= 1
    while re.match(r"tcgen05\.", units[last + 1]):
        last += 1
    loaded = set(re.findall(r"%\w+", units[number].split("}")[0]))
    for end in range(last + 1, len(units)):
        used = set(re.findall(r"%\w+", units[end]))
        if used & loaded or re.match(r"\$|tcgen05\.ld", units[end]):
            return
        if re.search(ARRIVAL, units[end]):
            moved = units[last + 1 : end + 1] + units[first : last + 1]
            kernel.add("read after the release", number, units[:first] + moved + units[end + 1 :])
            return


def find_definition(units, register, end):
    """The last statement before `end` that writes the register, and its operands."""
    for number in range(end - 1, -1, -1):
        found = re.match(rf"\w\S*\s+{register}, (.*);", units[number])
        if found:
            return number, units[number].split(".")[0], found[1].split(", ")
    return None, "", []


def mutate_set(kernel, number, place):
    """All products take the first set of columns of scales."""
    units = kernel.units
    _, _, operands = find_definition(units, place.strip("[]"), number)
    base = operands[0] if operands else ""
    defined, opcode, operands = find_definition(units, base, number)
    address = operands[2] if opcode == "mad" else None
    for one, other in (operands, operands[::-1]) if opcode == "add" else ():
        if find_definition(units, re.escape(one), len(units))[1] in ("shl", "mul"):
            address = other
    if address:
        kernel.replace("one set of scales", defined, f"mov.b32 {base}, {address};")


def mutate_copy(kernel, number):
    if not re.search(r"tcgen05\.cp", "".join(kernel.units[number - 4 : number])):
        mutate_set(kernel, number, re.search(r"(\[%\w+\]), %\w+;", kernel.units[number])[1])
    place, source = re.search(r"(\[%\w+\]), (%\w+);", kernel.units[number]).groups()
    for step in (-ATOM_COLUMNS, ATOM_COLUMNS):
        kernel.off_by("column", number, place, step)
    mutate_descriptor(kernel, "atom", number, source, ATOM_BYTES)
    reads = next(
        (
            i
            for i in range(number, len(kernel.units))
            if "tcgen05.mma" in kernel.units[i] and place in kernel.units[i]
        ),
        None,
    )
    if reads:
        units = kernel.units
        kernel.add(
            "moved down",
            number,
            units[:number] + units[number + 1 : reads + 1] + [units[number]] + units[reads + 1 :],
        )


def mutate_product(kernel, number):
    unit = kernel.units[number]
    sums, lhs, rhs, form, *scales = PRODUCT.search(unit).groups()
    adds = re.search(r"setp\.ne\.b32 p, (%\w+), 0;", unit)[1]
    constant = kernel.constant(number, adds)
    predicates = {} if constant == 0 else {"never adds": "lt"}
    if constant != 1:
        predicates["adds"] = "ge"
    if constant not in (0, 1):
        predicates["adds where it does not"] = "eq"
    for what, predicate in predicates.items():
        kernel.replace(what, number, unit.replace("setp.ne.b32", f"setp.{predicate}.u32"))
    for step in (-COLUMNS_OF_STEP, COLUMNS_OF_STEP):
        kernel.off_by("column", number, sums, step)
    kernel.off_by("lane", number, sums, HALF_QUARTER_LANES * LANE)
    for what, operand in (("A", lhs), ("B", rhs)):
        mutate_descriptor(kernel, what, number, operand, STEP_BYTES)
    for what, bits in (FORM_BITS | (SCALE_BITS if scales[0] else {})).items():
        with_changed(kernel, what, number, form, ("xor.b", bits))
    for what, operand in zip(("A", "B"), scales if scales[0] else ()):
        for step in (-ATOM_COLUMNS, ATOM_COLUMNS):
            kernel.off_by(f"scales of {what}", number, operand, step)


def mutate_commit(kernel, number):
    """It is before the last product, with what computes its address."""
    units, first, used = kernel.units, number, set(re.findall(r"%\w+", kernel.units[number]))
    while (found := re.match(r"\w\S*\s+(%\w+),", units[first - 1])) and found[1] in used:
        first -= 1
        used |= set(re.findall(r"%\w+", units[first]))
    if re.search(ISSUED, units[first - 1]):
        moved = units[first : number + 1] + [units[first - 1]]
        kernel.add("moved up", number, units[: first - 1] + moved + units[number + 1 :])


def find_address_loads(units, inside):
    """The statements that load the address which tcgen05.alloc writes, and where this one is."""
    defined = {}
    for number in inside:
        found = re.match(
            r"(?:add\.s32|cvt\.u64\.u32)\s+(%\w+), (?:%\w+, )?(-?\w+|%\w+);", units[number]
        )
        if found:
            defined[found[1]] = found[2]

    def place_of(register):
        return defined.get(defined.get(register), defined.get(register))

    allocated = [
        (number, defined.get(found[1]))
        for number in inside
        if (found := re.match(r"tcgen05\.alloc\S* \[(%\w+)\]", units[number]))
    ]
    if not allocated:
        return set(), None
    number, place = allocated[0]
    loads = {
        each
        for each in inside
        if (found := re.match(r"ld\.shared\.b32\s+%\w+, \[(%\w+)\];", units[each]))
        and place_of(found[1]) == place
    }
    return loads, number


def mutate_address(kernel):
    """A warp reads the address before the first barrier of the block after its allocation."""
    loads, allocation = find_address_loads(kernel.units, kernel.inside)
    for load in sorted(loads):
        barrier = next(
            i
            for i in range(allocation, len(kernel.units))
            if kernel.units[i].startswith(("bar.sync", "barrier.cluster.arrive"))
        )
        place = re.search(r"\[(%\w+)\]", kernel.units[allocation])[1]
        offset = next(
            found[1]
            for unit in kernel.units[:allocation][::-1]
            if (found := re.match(rf"add\.s32\s+{place}, %\w+, (\d+);", unit))
        )
        early = [
            ".reg .b32 %early;",
            ".reg .b64 %place;",
            "mov.b64 %place, lowp_shared;",
            f"ld.shared.b32 %early, [%place+{offset}];",
        ]
        target = re.match(r"ld\.shared\.b32\s+(%\w+),", kernel.units[load])[1]
        units = list(kernel.units)
        units[load] = f"mov.b32 {target}, %early;"
        kernel.add("read before the barrier", load, units[:barrier] + early + units[barrier:])


MUTATE = {
    "tcgen05.alloc": mutate_allocation,
    "tcgen05.dealloc": mutate_allocation,
    "tcgen05.commit": mutate_commit,
    "tcgen05.ld": mutate_load,
    "tcgen05.cp": mutate_copy,
    "tcgen05.mma": mutate_product,
}


def mutate_tensor(kernel, number):
    for opcode, mutate in MUTATE.items():
        if re.search(r"(?:^|[\s{;])" + re.escape(opcode) + r"\.", kernel.units[number]):
            mutate(kernel, number)
