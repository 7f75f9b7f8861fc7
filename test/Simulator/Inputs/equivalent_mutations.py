"""Mutations of order that change nothing that a kernel does, each with the reason."""

import re

import equivalent_matrix_mutations
import equivalent_tensor_mutations

WARP_BARRIER, BLOCK_BARRIER = "bar.warp.sync", "bar.sync"
CLUSTER_BARRIER = "barrier.cluster.arrive.aligned"
INIT_FENCE, PROXY_FENCE = "fence.mbarrier_init", "fence.proxy.async"
ACCESS = re.compile(r"mbarrier\.|\.shared|bulk|matrix")
ENDS_BLOCK = re.compile(r"\$\w+:|(?:@!?%?\w+\s+)?(?:bra|ret|exit)\b")


def before_end(units, number):
    """The statements after this one that no branch can skip."""
    for unit in units[number + 1 :]:
        if ENDS_BLOCK.match(unit):
            return
        yield unit


def is_beside_another(units, what, number):
    unit = units[number]
    return unit.startswith(WARP_BARRIER) and unit in (units[number - 1], units[number + 1])


def is_before_block_barrier(units, what, number):
    """With nothing but labels and parameters between them."""
    if what != "dropped" or not units[number].startswith(WARP_BARRIER):
        return False
    behind = (unit for unit in units[number + 1 :] if not re.match(r"\$\w+:|ld\.param", unit))
    return next(behind, "").startswith((BLOCK_BARRIER, CLUSTER_BARRIER))


def is_before_end(units, what, number):
    return (
        what == "dropped"
        and units[number].startswith(BLOCK_BARRIER)
        and bool(re.match(r"\$\w+:|ret;", units[number + 1]))
        and "ret;" in units[number + 1 : number + 3]
    )


def is_followed_by_init_fence(units, what, number):
    return units[number].startswith(INIT_FENCE) and any(
        unit.startswith(INIT_FENCE) for unit in before_end(units, number)
    )


def signals_no_copy(units, what, number):
    """The barriers that it follows, back to the fence of the pipeline before, are those of lanes:
    one lane for each copy is what others count."""
    if not units[number].startswith(INIT_FENCE):
        return False
    counts, constants = [], {}
    first = max(
        (i for i in range(number) if units[i].startswith((INIT_FENCE, ".visible"))), default=0
    )
    for unit in units[:number]:
        found = re.match(r"mov\.b32\s+(%\w+), (\d+);", unit)
        if found:
            constants[found[1]] = int(found[2])
    for unit in units[first:number]:
        if unit.startswith("mbarrier.init"):
            counts.append(constants.get(unit[unit.rindex(",") + 1 : -1].strip(), 1))
    return bool(counts) and min(counts) > 1


def precedes_arrival_of_all(units, what, number):
    """Each lane arrives itself at the barrier of a ring that lanes write, not TMA."""
    if not units[number].startswith((WARP_BARRIER, PROXY_FENCE)):
        return False
    for unit in before_end(units, number):
        if "mbarrier.arrive" in unit:
            return bool(re.match(r"mbarrier\.arrive\.shared::cta\.b64\s+_, ", unit))
        if unit.startswith("ld.") or "bulk" in unit:
            return False
    return False


def is_between_init_and_another(units, what, number):
    """Only initialised mbarriers and columns that are allocated are before it, and nobody uses
    them before the next one."""
    if what != "dropped" or not units[number].startswith(BLOCK_BARRIER):
        return False
    first = max(i for i in range(number) if units[i].startswith(".visible"))
    in_front = [unit for unit in units[first:number] if ACCESS.search(unit)]
    if not all(re.search(r"mbarrier\.init|tcgen05\.alloc", unit) for unit in in_front):
        return False
    for unit in units[number + 1 :]:
        if unit.startswith(BLOCK_BARRIER):
            return True
        if re.search(r"mbarrier|ld\.shared|bulk|matrix", unit):
            return False
    return False


def waits_for_no_copy(units, what, number):
    """The kernel stores nothing by TMA."""
    if not units[number].startswith("cp.async.bulk.wait_group"):
        return False
    first = max(i for i in range(number) if units[i].startswith(".visible"))
    behind = next((i for i in range(number, len(units)) if units[i].startswith(".visible")), None)
    return not any("cp.async.bulk.commit_group" in unit for unit in units[first:behind])


EQUIVALENT = (
    *equivalent_tensor_mutations.EQUIVALENT,
    *equivalent_matrix_mutations.EQUIVALENT,
    ("a barrier of a warp beside another one", is_beside_another),
    ("a barrier of a warp before one of the block or the cluster", is_before_block_barrier),
    ("a barrier before the end of the kernel", is_before_end),
    ("a wait for stores by TMA in a kernel without any", waits_for_no_copy),
    (
        "a barrier behind the initialisation of mbarriers before another one",
        is_between_init_and_another,
    ),
    (
        "a fence of initialised mbarriers before another one of the same lane",
        is_followed_by_init_fence,
    ),
    ("a fence of mbarriers at which lanes of the block arrive, and no copy", signals_no_copy),
    (
        "what is before an arrival of each lane for itself, at a ring that no copy writes",
        precedes_arrival_of_all,
    ),
)


def why_equivalent(units, what, number):
    """Why the mutation `what` of a statement changes nothing; None if it may."""
    for reason, holds in EQUIVALENT:
        if holds(units, what, number):
            return reason
    return None
