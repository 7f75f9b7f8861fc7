"""Mutations of what a kernel does with tensor memory that change nothing, each with the reason."""

import re

WAIT, LOAD = "tcgen05.wait::ld", "tcgen05.ld"
FENCE_BEFORE, FENCE_AFTER = "tcgen05.fence::before", "tcgen05.fence::after"
ARRIVAL = re.compile(
    r"mbarrier\.arrive\.(?:release\.cluster\.)?shared::(?:cta|cluster)\.b64 _, \[(%\w+)\]"
)
# Barriers with other numbers than 0 are those of the warps that store, who do not change the sums.
SYNCHRONISES = re.compile(
    r"mbarrier|bar\S*\s+0;|barrier\.cluster|tcgen05\.(?:mma|cp|commit|dealloc)"
)
WAITED = re.compile(r"_wait\S*\s+\S+, \[(%\w+)")
INIT, INIT_FENCE, WARP_BARRIER = "mbarrier.init", "fence.mbarrier_init", "bar.warp.sync"
RELINQUISH, RELEASE = "tcgen05.relinquish", "tcgen05.dealloc"
BLOCK_BARRIER, PROXY_FENCE = "bar.sync", "fence.proxy.async"
ENDS_BLOCK = re.compile(r"\$\w+:|(?:@!?%?\w+\s+)?(?:bra|ret|exit)\b")
# What may stand between loads that belong together: more of them, and their addresses.
BESIDE_LOADS = re.compile(r"tcgen05\.(?:fence|ld|wait)|add\.s32")


def kernel_around(units, number):
    """The numbers of its first statement and of the one after its last."""
    begins = [i for i, unit in enumerate(units) if unit.startswith(".visible")]
    return (
        max(i for i in begins if i < number),
        next((i for i in begins if i > number), len(units)),
    )


def block_behind(units, number):
    for unit in units[number + 1 :]:
        if ENDS_BLOCK.match(unit):
            return
        yield unit


def block_in_front(units, number):
    """Backwards."""
    for unit in reversed(units[:number]):
        if ENDS_BLOCK.match(unit):
            return
        yield unit


def has_beside(units, wanted, count=1):
    """Whether so many such statements come before one that is not one of loads."""
    for unit in units:
        if not BESIDE_LOADS.match(unit):
            return False
        count -= unit.startswith(wanted)
        if not count:
            return True
    return False


def all_pass(units):
    """Whether all lanes go through such statements, without one that synchronises with anybody: at
    most some do something between a branch and its label."""
    open_labels = set()
    for unit in units:
        branch = re.match(r"@\S+\s+bra\s+(\$\w+);", unit)
        label = re.match(r"(\$\w+):", unit)
        if branch:
            open_labels.add(branch[1])
        elif label and label[1] in open_labels:
            open_labels.remove(label[1])
        elif ENDS_BLOCK.match(unit) or SYNCHRONISES.search(unit):
            return False
    return not open_labels


def comes_after(units, number, wanted):
    """Whether such a statement comes after this one, before any synchronisation."""
    following = range(number + 1, len(units))
    found = next((i for i in following if units[i].startswith(wanted)), None)
    return found is not None and all_pass(units[number + 1 : found])


def came_before(units, number, wanted):
    found = next((i for i in range(number - 1, -1, -1) if units[i].startswith(wanted)), None)
    return found is not None and all_pass(units[found + 1 : number])


def is_relinquished_by_the_end(units, what, number):
    return what == "dropped" and units[number].startswith(RELINQUISH)


def is_waited_for_later(units, what, number):
    """A load that moves down is after its own wait."""
    unit, behind = units[number], block_behind(units, number)
    if unit.startswith(WAIT):
        is_past_a_fence = what == "moved down" and units[number + 1].startswith(FENCE_BEFORE)
        return has_beside(behind, WAIT) or (
            is_past_a_fence and comes_after(units, number + 1, FENCE_BEFORE)
        )
    return unit.startswith(LOAD) and what == "moved down" and has_beside(behind, WAIT, 2)


def is_fenced_by_another(units, what, number):
    if units[number].startswith(FENCE_BEFORE):
        return comes_after(units, number, FENCE_BEFORE)
    return units[number].startswith(FENCE_AFTER) and came_before(units, number, FENCE_AFTER)


def addresses(units):
    """The number that the address of each register ends in."""
    found = (
        re.match(r"(?:add\.s32|cvt\.u64\.u32)\s+(%\w+), (?:%\w+, )?(-?\w+|%\w+);", unit)
        for unit in units
    )
    return {each[1]: each[2] for each in found if each}


def stays_behind_the_release(units, what, number):
    """It moves past a wait for copies, which access no tensor memory; that for the loads of other
    warps is before both."""
    if what != "moved up" or not units[number].startswith(FENCE_AFTER):
        return False
    passed = next(
        (found[1] for unit in block_in_front(units, number) if (found := WAITED.search(unit))), None
    )
    kernel = units[slice(*kernel_around(units, number))]
    places = addresses(kernel)
    filled = {
        places.get(places.get(found[1]), places.get(found[1]))
        for unit in kernel
        if (found := re.search(r"expect_tx\S* [^\[]*\[(%\w+)", unit))
    }
    return passed is not None and places.get(passed) in filled - {None}


def reads_tensor_memory_alone(units, what, number):
    """Since the wait before, in the same basic block, no shared memory is accessed but the address
    of tensor memory, which stays; nor since another fence that all lanes come from."""
    if not units[number].startswith(PROXY_FENCE):
        return False
    if came_before(units, number, PROXY_FENCE):
        last = max(i for i in range(number) if units[i].startswith(PROXY_FENCE))
        reads = units[last + 1 : number]
    else:
        reads = []
        for unit in block_in_front(units, number):
            reads.append(unit)
            if "_wait" in unit:
                break
        else:
            return False
    shared = [unit for unit in reads if re.search(r"ld\.shared|ldmatrix|st\.shared", unit)]
    return any(unit.startswith(LOAD) for unit in reads) and len(shared) <= 1


def meets_behind_loads(units, what, number):
    """Warps that load from tensor memory meet after their loads, before they store."""
    if what != "dropped" or not re.match(r"bar\.sync\s+0;", units[number]):
        return False
    first, end = kernel_around(units, number)
    if not any(unit.startswith(RELEASE) for unit in units[number:end]):
        return False
    loads = [i for i in range(first, number) if units[i].startswith(LOAD)]
    if not loads:
        return False
    for unit in units[loads[-1] + 1 : number]:
        if unit.startswith(BLOCK_BARRIER):
            return True
        if re.match(r"bra|ret", unit):
            return False
    return False


def barriers_of_pipelines(kernel):
    """How many mbarriers each pipeline has."""
    counts = [0]
    for unit in kernel:
        counts[-1] += unit.startswith(INIT)
        if unit.startswith(INIT_FENCE):
            counts.append(0)
    return counts[:-1]


def find_both_releases(kernel):
    """The numbers of two arrivals in the basic block of a load: the warp releases the stage of sums,
    and then that of a ring of factors which has as many."""
    last = max((i for i, unit in enumerate(kernel) if unit.startswith(LOAD)), default=None)
    pipelines = barriers_of_pipelines(kernel)
    if last is None or len(pipelines) < 3 or pipelines[-1] != pipelines[-2]:
        return None
    block = list(block_behind(kernel, last))
    arrivals = [last + 1 + i for i, unit in enumerate(block) if ARRIVAL.search(unit)]
    return arrivals if len(arrivals) == 2 else None


def is_ordered_by_factors(units, what, number):
    """A copy into a stage of factors waits until they are released, which is after the loads of
    the sums; products of this tile wait for copies after it."""
    first, end = kernel_around(units, number)
    kernel, unit = units[first:end], units[number]
    releases = find_both_releases(kernel)
    if not releases:
        return False
    if what == "dropped" and (found := WAITED.search(unit)):
        places = addresses(kernel)
        released = ARRIVAL.search(kernel[releases[0]])[1]
        return places.get(found[1]) == places.get(released) is not None
    at = number - first
    return (
        at < releases[0]
        and all(not ENDS_BLOCK.match(unit) for unit in kernel[at : releases[0]])
        and (
            unit.startswith(WARP_BARRIER)
            or (unit.startswith(FENCE_BEFORE) and what == "moved down")
        )
    )


EQUIVALENT = (
    ("a permit to allocate that nobody waits for", is_relinquished_by_the_end),
    (
        "a wait for loads in front of another one, before anybody uses the registers",
        is_waited_for_later,
    ),
    (
        "a fence for threads beside another one, with nothing between them to synchronise",
        is_fenced_by_another,
    ),
    (
        "a fence for threads behind a wait for copies: the wait for sums is in front of both",
        stays_behind_the_release,
    ),
    ("a proxy fence behind loads from tensor memory alone", reads_tensor_memory_alone),
    (
        "what orders loads of sums and products, where a ring of factors does so too",
        is_ordered_by_factors,
    ),
    ("a barrier before the release, of warps that have met behind their loads", meets_behind_loads),
)
