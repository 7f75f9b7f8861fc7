"""Mistakes in the order of a kernel of PTX: what synchronises is dropped, moved or one off."""

import re
from dataclasses import dataclass

import tensor_mutations
from pair_mutations import mutate_pairs
from equivalent_mutations import why_equivalent

ENDS_BLOCK = re.compile(r"\$\w+:|(?:@!?%?\w+\s+)?(?:bra|ret|exit)\b")
REGISTER = re.compile(r"%\w+")
BARRIER_BYTES = 8
ACCESS = (
    r"ld\.shared|st\.shared|st\.async|ldmatrix|stmatrix|wgmma\.mma|"
    rf"cp\.(?:reduce\.)?async\.bulk\.tensor|{tensor_mutations.ACCESS}"
)
ARRIVAL = r"mbarrier\.arrive\.(?:release\.cluster\.)?shared"
BLOCK_BARRIER = r"bar\.sync|barrier\.cluster"
# What synchronises, and past what of the same basic block it is moved up and down: things
# that it gives an order to.
KINDS = (
    (r"mbarrier\.(?:try|test)_wait", None, ACCESS),
    (r"mbarrier\.init|fence\.mbarrier_init|mbarrier\.arrive\.expect_tx", None, None),
    (r"fence\.proxy", ACCESS, f"{BLOCK_BARRIER}|{ARRIVAL}"),
    (ARRIVAL, f"{ACCESS}|fence|bar\\.warp", None),
    (r"bar\.warp", ACCESS, f"{ARRIVAL}|cp\\.async\\.bulk\\.tensor"),
    (BLOCK_BARRIER, f"{ACCESS}|fence\\.proxy", ACCESS),
    (r"cp\.async\.bulk\.commit", ACCESS, r"wait_group"),
    (r"cp\.async\.bulk\.wait", r"commit_group", BLOCK_BARRIER),
    (r"wgmma\.fence", None, r"wgmma\.mma"),
    (r"wgmma\.commit", r"wgmma\.mma", r"wgmma\.wait"),
    (r"wgmma\.wait", r"wgmma\.commit", f"{ARRIVAL}|{BLOCK_BARRIER}|{ACCESS}"),
    (r"griddepcontrol\.wait", None, ACCESS),
    (r"cp\.(?:reduce\.)?async\.bulk\.tensor", None, None),
    *tensor_mutations.KINDS,
)


@dataclass
class Mutation:
    what: str
    number: int  # of the statement that changes
    text: str
    before: str  # the statement in front of it
    units: list


def statements(text):
    """PTX without comments and indentation, a statement each; what stands in the braces of
    inline assembly is one of them, and several in a line are several."""
    units, parts, depth = [], [], 0
    for line in text.splitlines():
        line = re.sub(r"//.*", "", line).strip()
        if not line:
            continue
        is_body = line == "{" and not depth and units and re.match(r"[.)]", units[-1])
        if not is_body and not (line == "}" and not depth):
            depth += line.count("{") - line.count("}")
            parts.append(line)
            if depth or (line[0] in "@abcdefghijklmnopqrstuvwxyz" and line[-1] != ";"):
                continue
            line, parts = "\n".join(parts), []
        units += [line] if line[0] == "{" else re.sub(r"; +", ";\n", line).split("\n")
    return units


def kernel_range(units, pattern):
    """The statements of the kernels whose names fit."""
    inside, wanted = [], False
    for number, unit in enumerate(units):
        found = re.match(r"\.visible \.entry ([\w$]+)", unit)
        if found:
            wanted = re.fullmatch(pattern, found[1])
        elif wanted and not unit.startswith("."):
            inside.append(number)
    return inside


def kind_of(unit):
    """The pattern of its kind, and past what it is moved up and down; None for others."""
    for kind in KINDS:
        if re.search(r"(?:^|[\s{;])" + f"(?:{kind[0]})", unit):
            return kind
    return None


def target_of(unit):
    """The registers that a statement writes."""
    return set(REGISTER.findall(unit.split(",")[0])) if "[" not in unit.split(",")[0] else set()


class Kernel:
    """The mutations of the kernels of a text whose names fit a pattern."""

    def __init__(self, text, pattern):
        self.units = statements(text)
        self.inside = kernel_range(self.units, pattern)
        self.mutations, self.equivalent = [], []
        self.address_loads, _ = tensor_mutations.find_address_loads(self.units, self.inside)
        self.stage_bytes = {self.bytes_of(i) for i in self.inside} - {None, 0}
        for number in self.inside:
            kind = kind_of(self.units[number])
            if kind:
                self.mutate_order(number, *kind[1:])
                self.mutate_numbers(number)
                self.mutate_addresses(number)
                tensor_mutations.mutate_tensor(self, number)
            self.mutate_stage(number)
        tensor_mutations.mutate_address(self)
        mutate_pairs(self)

    def add(self, what, number, units):
        if units is not None and units != self.units:
            mutation = Mutation(what, number, self.units[number], self.units[number - 1], units)
            reason = why_equivalent(self.units, what, number)
            if reason:
                self.equivalent.append((reason, mutation))
            else:
                self.mutations.append(mutation)

    def without_body(self):
        """The statements, of which this kernel does nothing."""
        first = next(i for i in self.inside if re.match(r"[a-z@]", self.units[i]))
        return self.units[:first] + ["ret;"] + self.units[first:]

    def replace(self, what, number, *new):
        self.add(what, number, self.units[:number] + list(new) + self.units[number + 1 :])

    def constant(self, number, operand):
        """The number that an operand is by the last mov before, or None."""
        if re.fullmatch(r"-?\d+", operand):
            return int(operand)
        for unit in reversed(self.units[:number]):
            found = re.match(r"mov\.\w+\s+" + re.escape(operand) + r", (\d+);", unit)
            if found:
                return int(found[1])
            if operand in target_of(unit):
                return None
        return None

    def bytes_of(self, number):
        found = re.search(r"expect_tx\S* [^\[]*\[[^\]]*\], (\S+);", self.units[number])
        return self.constant(number, found[1]) if found else None

    def mutate_order(self, number, up, down):
        unit = self.units[number]
        waited = re.search(r"(mbarrier\.(?:try|test)_wait\S*\s+)(\S+),[^;]*;", unit)
        self.replace(
            "dropped",
            number,
            *[unit.replace(waited[0], f"mov.pred {waited[2]}, 1;")] if waited else [],
        )
        self.move("moved up", number, -1, up)
        self.move("moved down", number, 1, down)

    def move(self, what, number, step, past):
        unit = self.units[number]
        used = set(REGISTER.findall(unit))
        at = number + step
        while past and 0 <= at < len(self.units) and not ENDS_BLOCK.match(self.units[at]):
            other = self.units[at]
            if target_of(other) & used:
                return
            if at not in self.address_loads and re.search(past, other):
                rest = self.units[:number] + self.units[number + 1 :]
                self.add(what, number, rest[:at] + [unit] + rest[at:])
                return
            at += step

    def replace_last(self, what, number, value):
        unit = self.units[number]
        self.replace(what, number, f"{unit[: unit.rindex(',')]}, {value};")

    def mutate_numbers(self, number):
        unit = self.units[number]
        count = self.bytes_of(number)
        for step in (-16, 16) if count is not None else ():
            self.replace_last(f"bytes {step:+}", number, count + step)
        if unit.startswith("mbarrier.init"):
            count = self.constant(number, unit[unit.rindex(",") + 1 : -1].strip())
            for step in (-1, 1):
                if count is not None and count + step > 0:
                    self.replace_last(f"count {step:+}", number, count + step)
        waited = re.search(
            r"mbarrier\.(?:try|test)_wait\.parity\S*\s+\S+, \[[^\]]*\], (%?\w+)", unit
        )
        if waited:
            flipped = waited[0][: -len(waited[1])] + "%phase"
            self.replace(
                "phase",
                number,
                "{\n.reg .b32 %phase;\n"
                f"xor.b32 %phase, {waited[1]}, 1;\n{unit.replace(waited[0], flipped)}\n}}",
            )

    def off_by(self, what, number, operand, step):
        """`step` is added to what stands in the brackets of an operand."""
        base, _, offset = operand[1:-1].partition("+")
        changed = f"[{base.strip()}+{int(offset or 0) + step}]"
        self.replace(f"{what} {step:+}", number, self.units[number].replace(operand, changed, 1))

    def mutate_addresses(self, number):
        """Barriers and boxes of the stage before and of the one after."""
        unit = self.units[number]
        operands = re.findall(r"\[%\w+(?:\+-?\d+)?\]", unit)
        if "bulk.tensor" in unit:
            if "mbarrier" not in unit:
                return
            for count in self.stage_bytes:
                for step in (-count, count):
                    self.off_by("box", number, operands[0], step)
            operands = operands[-1:]
        elif not re.search(r"mbarrier(?:\.|::arrive)", unit):
            return
        for operand in operands[:1]:
            for step in (-BARRIER_BYTES, BARRIER_BYTES):
                self.off_by("barrier", number, operand, step)

    def mutate_stage(self, number):
        """Where a stage wraps round, and the bytes that lie between stages."""
        unit = self.units[number]
        wraps = re.match(r"setp\.(?:eq|ne)\.\w+\s+%\w+, (%\w+), (\d+);", unit)
        if wraps:
            counts = any(
                re.match(rf"add\.s32\s+{wraps[1]}, %\w+, 1;", each)
                for each in self.units[max(0, number - 4) : number]
            )
            selects = any(
                re.match(r"selp\.b32\s+%\w+, 0, ", each) for each in self.units[number : number + 4]
            )
            if counts and selects:
                for step in (-1, 1):
                    self.replace_last(f"stages {step:+}", number, int(wraps[2]) + step)
        between = re.match(r"(mad\.lo\.\w+\s+%\w+, %\w+, )(\d+)(, .*)", unit)
        if between and int(between[2]) in self.stage_bytes:
            self.replace("one stage", number, between[1] + "0" + between[3])
