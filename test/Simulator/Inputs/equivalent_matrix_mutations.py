"""Mutations of what orders wgmma that change nothing, each with the reason."""

import re

FENCE, COMMIT, WAIT, WARP_BARRIER = (
    "wgmma.fence",
    "wgmma.commit_group",
    "wgmma.wait_group",
    "bar.warp.sync",
)
PRODUCT = re.compile(r"wgmma\.mma_async\S*\.(m64n\d+k\d+)\.\S*\s*\{([^}]*)\}")
ACCESS = re.compile(r"mbarrier|bar\.|shared|bulk|matrix|wgmma")
LABEL = re.compile(r"(\$\w+):")
BRANCH = re.compile(r"(?:@!?%?\w+\s+)?bra\S*\s+(\$\w+);")
ENDS = re.compile(r"bra\b|ret\b|exit\b")


def product_of(unit):
    """The shape of a wgmma and the registers of its sums; None of anything else."""
    found = PRODUCT.search(unit)
    return (found[1], tuple(re.findall(r"%\w+", found[2]))) if found else None


def find_before(units, number):
    """The numbers of the statements that may run right before this one."""
    before = [] if ENDS.match(units[number - 1]) else [number - 1]
    label = LABEL.match(units[number])
    if label:
        before += [
            i
            for i, unit in enumerate(units)
            if (found := BRANCH.match(unit)) and found[1] == label[1]
        ]
    return before


def continues_products(units, what, number):
    """On all ways to it the last to access the sums after it is a wgmma of their shape: such have
    an order by themselves."""
    if not units[number].startswith(FENCE):
        return False
    product = next((found for unit in units[number:] if (found := product_of(unit))), None)
    if not product:
        return False
    sums, seen, ways = set(product[1]), set(), find_before(units, number)
    while ways:
        at = ways.pop()
        if at in seen:
            continue
        seen.add(at)
        found = product_of(units[at])
        if found == product:
            continue
        if found or sums & set(re.findall(r"%\w+", units[at])) or units[at].startswith(".visible"):
            return False
        ways += find_before(units, at)
    return True


def keeps_reads_behind(units, what, number):
    """It stands for the assembler alone, which would move reads of scales before products."""
    return units[number].startswith(WARP_BARRIER) and units[number - 1].startswith(COMMIT)


def passes_reads(units, what, number):
    """It moves past reads of lanes alone, which are no part of the products."""
    if what != "moved down" or not units[number].startswith(WAIT):
        return False
    passed = next((unit for unit in units[number + 1 :] if ACCESS.search(unit)), "")
    return passed.startswith("ld.shared")


EQUIVALENT = (
    ("a wait for products behind reads of lanes", passes_reads),
    ("a barrier of a warp right behind products in flight", keeps_reads_behind),
    ("a fence between products of one shape that add to the same sums", continues_products),
)
