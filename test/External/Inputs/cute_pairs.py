"""Products of pairs of CTAs in the CuTe DSL: a warp loads, a warp multiplies, four store.

Pairs take the tiles of D by turns; sums of one are stored while the next ones are multiplied.
What orders roles and CTAs, descriptors, and layouts in shared and tensor memory are the
compiler's own.
"""

import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
from cutlass import BFloat16, Float4E2M1FN, Float8E8M0FNU, Float32, Int16, Int64
from cutlass.cute.nvgpu import OperandMajorMode, cpasync, tcgen05
from cutlass.memory import SmemAllocator, TmemAllocator
from cutlass.utils import blackwell_helpers as helpers
from cutlass.utils import blockscaled_layout as scale_layouts

PAIR, LANES = 2, 128
CLUSTER = (PAIR, 1, 1)
LOADING, MULTIPLYING = 4, 5
THREADS = 32 * 6
# Columns that are stored at a time, and shared memory for mbarriers.
STEP, SIGNAL_BYTES = 32, 1024
ALL_COLUMNS = 512
GROUP = tcgen05.CtaGroup.TWO
MAJORS = (OperandMajorMode.K, OperandMajorMode.K)
DEPTHS = {16: 16, 8: 32, 4: 64}


class PairProduct:
    """D = A B^T of M x K and N x K, for one size, in tiles of M x N x K."""

    def __init__(self, sizes, tile, element, stages, pairs, sum_stages=2):
        self.sizes, self.tile = sizes, tile
        self.element, self.stages, self.sum_stages = element, stages, sum_stages
        self.pairs = pairs
        self.instruction = (*tile[:2], DEPTHS[element.width])

    @property
    def shared_bytes(self):
        return SIGNAL_BYTES + self.stages * self.stage_bytes + LANES * STEP * 2

    def make_mma(self):
        source = tcgen05.OperandSource.SMEM
        if self.element == BFloat16:
            operation = tcgen05.MmaF16BF16Op(
                self.element, Float32, self.instruction, GROUP, source, *MAJORS
            )
        else:
            operation = tcgen05.MmaF8F6F4Op(
                self.element, self.element, Float32, self.instruction, GROUP, source, *MAJORS
            )
        return cute.make_tiled_mma(operation)

    def describe(self, operands, mma):
        """For each operand its copy, the tensor that this reads, and the layout of all stages."""
        a, b = operands
        cluster = cute.tiled_divide(cute.make_layout(CLUSTER), (mma.thr_id,))
        layouts = (
            helpers.make_smem_layout_a(mma, self.tile, self.element, self.stages),
            helpers.make_smem_layout_b(mma, self.tile, self.element, self.stages),
        )
        operation = cpasync.CopyBulkTensorTileG2SOp(GROUP)
        first = [cute.slice_(layout, (None, None, None, 0)) for layout in layouts]
        loads = (
            cute.nvgpu.make_tiled_tma_atom_A(operation, a, first[0], self.tile, mma, cluster.shape),
            cute.nvgpu.make_tiled_tma_atom_B(operation, b, first[1], self.tile, mma, cluster.shape),
        )
        self.stage_bytes = sum(cute.size_in_bytes(self.element, each) for each in first)
        return [load[0] for load in loads], [load[1] for load in loads], list(layouts)

    def allocate(self, memory, layouts):
        """The stages of A and B in shared memory."""
        return [
            memory.allocate_tensor(self.element, layout.outer, 1024, layout.inner)
            for layout in layouts
        ]

    def share(self, mma, rank):
        """What takes the parts of A and B of a CTA, their tiles, and which CTAs load them."""
        mine = mma.get_slice(rank)
        m, n, k = self.tile
        alone = (0, cute.make_layout(1))
        return [(mine.partition_A, (m, k), alone), (mine.partition_B, (n, k), alone)]

    def partition(self, atoms, tensors, places, shares):
        """Targets and sources of the copies of a CTA."""
        parts = []
        for atom, tensor, place, (share, tiler, who) in zip(atoms, tensors, places, shares):
            tiles = share(cute.local_tile(tensor, tiler, (None, None)))
            target, source = cpasync.tma_partition(
                atom, *who, cute.group_modes(place, 0, 3), cute.group_modes(tiles, 0, 3)
            )
            parts.append((cute.filter_zeros(target), cute.filter_zeros(source)))
        return parts

    def load(self, atoms, parts, tile, block, free):
        """A stage of what belongs to rows, and of what belongs to columns."""
        for index, (atom, (target, _)) in enumerate(zip(atoms, parts)):
            cute.copy(
                atom,
                self.find_source(parts, index, tile[index * 2 // len(atoms)])[None, block],
                target[None, free.index],
                tma_bar_ptr=free.barrier,
                **self.targets(index),
            )

    def find_source(self, parts, index, place):
        """Blocks along K of a row or a column of tiles."""
        return parts[index][1][None, place, None]

    def targets(self, index):
        """CTAs load for themselves."""
        return {}

    def prepare(self, mma, sums, places):
        """What products and copies of scales want."""
        return mma.make_fragment_A(places[0]), mma.make_fragment_B(places[1])

    def copy_scales(self, state, stage):
        """Nothing is to be copied: there are no scales."""

    def operands(self, state, slice_k, stage, column):
        """What a product takes of a stage as A and B of a column of tiles."""
        return [each[None, None, slice_k, stage] for each in state]

    @cute.kernel
    def kernel(self, mma, atoms, tensors, store_d, d, layouts):
        warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
        thread, _, _ = cute.arch.thread_idx()
        block, _, _ = cute.arch.block_idx()
        rank = cute.arch.make_warp_uniform(cute.arch.block_idx_in_cluster())
        first = block // PAIR
        cluster = cute.tiled_divide(cute.make_layout(CLUSTER), (mma.thr_id,))
        memory = SmemAllocator()
        signals = memory.allocate_array(Int64, 2 * (self.stages + self.sum_stages))
        places = self.allocate(memory, layouts)
        staging = memory.allocate_tensor(
            BFloat16, cute.make_layout((LANES, STEP), stride=(STEP, 1)), 128
        )
        one = pipeline.CooperativeGroup(pipeline.Agent.Thread)
        loads, uses = pipeline.PipelineTmaUmma.create(
            num_stages=self.stages,
            producer_group=one,
            consumer_group=one,
            tx_count=PAIR * self.stage_bytes,
            barrier_storage=signals,
            cta_layout_vmnk=cluster,
        ).make_participants()
        fills, drains = pipeline.PipelineUmmaAsync.create(
            num_stages=self.sum_stages,
            producer_group=one,
            consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, PAIR * LANES),
            barrier_storage=signals + 2 * self.stages,
            cta_layout_vmnk=cluster,
        ).make_participants()
        columns = TmemAllocator(
            barrier_for_retrieve=pipeline.NamedBarrier(barrier_id=1, num_threads=THREADS),
            is_two_cta=True,
        )
        columns.allocate(ALL_COLUMNS)
        columns.wait_for_alloc()
        start = columns.retrieve_ptr(Float32)
        shape = cute.append(mma.partition_shape_C(self.tile[:2]), self.sum_stages)
        sums = cute.make_tensor(start, mma.make_fragment_C(shape).layout)
        rows, along_n, blocks = (-(-size // tile) for size, tile in zip(self.sizes, self.tile))
        tiles = rows * along_n
        parts = self.partition(atoms, tensors, places, self.share(mma, rank))
        state = self.prepare(mma, sums, places)
        if warp == LOADING:
            for tile in cutlass.range(first, tiles, self.pairs):
                for along_k in cutlass.range(blocks):
                    free = loads.acquire_and_advance()
                    self.load(atoms, parts, (tile % rows, tile // rows), along_k, free)
            loads.tail()
        if warp == MULTIPLYING and rank == 0:
            for tile in cutlass.range(first, tiles, self.pairs):
                place = fills.acquire_and_advance()
                mma.set(tcgen05.Field.ACCUMULATE, False)
                for along_k in cutlass.range(blocks):
                    full = uses.wait_and_advance()
                    self.copy_scales(state, full.index)
                    to = sums[None, None, None, place.index]
                    for slice_k in cutlass.range_constexpr(self.tile[2] // self.instruction[2]):
                        a, b = self.operands(state, slice_k, full.index, tile // rows)
                        cute.gemm(mma, to, a, b, to)
                        mma.set(tcgen05.Field.ACCUMULATE, True)
                    full.release()
                place.commit()
            fills.tail()
        if warp < LOADING:
            self.store((thread, warp, rank), first, drains, sums, staging, store_d, d)
        columns.relinquish_alloc_permit()
        cute.arch.sync_threads()
        columns.free(start)

    @cute.jit
    def store(self, who, first, drains, sums, staging, store_d, d):
        thread, warp, rank = who
        steps = self.tile[1] // STEP
        source, target = cpasync.tma_partition(
            store_d,
            0,
            cute.make_layout(1),
            cute.group_modes(staging, 0, 2),
            cute.group_modes(cute.local_tile(d, (LANES, STEP), (None, None)), 0, 2),
        )
        atom = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition.x32), Float32)
        parts = cute.flat_divide(sums[(None, None), 0, 0, None], (LANES, STEP))
        copy = tcgen05.make_tmem_copy(atom, parts[None, None, 0, 0, 0])
        mine = copy.get_slice(thread)
        of_sums, to = mine.partition_S(parts), mine.partition_D(staging)
        values = cute.make_rmem_tensor(to.shape, Float32)
        rounded = cute.make_rmem_tensor(to.shape, BFloat16)
        rows, along_n, _ = (-(-size // tile) for size, tile in zip(self.sizes, self.tile))
        for tile in cutlass.range(first, rows * along_n, self.pairs):
            row, column = tile % rows * PAIR + rank, tile // rows * steps
            full = drains.wait_and_advance()
            for step in cutlass.range_constexpr(steps):
                cute.copy(copy, of_sums[None, None, None, 0, step, full.index], values)
                rounded.store(values.load().to(BFloat16))
                cute.autovec_copy(rounded, to)
                cute.arch.fence_proxy("async.shared", space="cta")
                cute.arch.barrier(barrier_id=2, number_of_threads=LANES)
                if warp == 0:
                    cute.copy(store_d, source, target[None, row, column + step])
                    cute.arch.cp_async_bulk_commit_group()
                    cute.arch.cp_async_bulk_wait_group(0)
                cute.arch.barrier(barrier_id=2, number_of_threads=LANES)
            full.release()

    @cute.jit
    def __call__(self, operands, d):
        mma = self.make_mma()
        atoms, tensors, layouts = self.describe(operands, mma)
        store_d, map_d = cpasync.make_tiled_tma_atom(
            cpasync.CopyBulkTensorTileS2GOp(),
            d,
            cute.make_layout((LANES, STEP), stride=(STEP, 1)),
            (LANES, STEP),
        )
        self.kernel(mma, atoms, tensors, store_d, map_d, layouts).launch(
            grid=[PAIR * self.pairs, 1, 1], block=[THREADS, 1, 1], cluster=CLUSTER
        )


class ScaledPairProduct(PairProduct):
    """The same with scales of `each` elements along K, in atoms of 128 rows and four scales.
    Scales of columns are loaded by halves, each for both CTAs."""

    def __init__(self, sizes, tile, element, scale, each, stages, pairs, sum_stages=1):
        super().__init__(sizes, tile, element, stages, pairs, sum_stages)
        self.scale, self.each = scale, each
        # Whether every other tile begins in the middle of an atom, and columns of whole atoms.
        self.has_halves = tile[1] % LANES > 0
        self.scaled_columns = -(-tile[1] // LANES) * LANES

    def make_operation(self, shape, group):
        source = tcgen05.OperandSource.SMEM
        if self.element != Float4E2M1FN:
            return tcgen05.MmaMXF8F6F4Op(self.element, self.element, shape, group, source, *MAJORS)
        if self.scale == Float8E8M0FNU:
            return tcgen05.MmaMXF4Op(shape, group, source)
        return tcgen05.MmaMXF4NVF4Op(self.scale, shape, group, source)

    def make_mma(self):
        return cute.make_tiled_mma(self.make_operation(self.instruction, GROUP))

    def make_single_mma(self):
        """The instruction of one CTA: it has scales of all columns, as each of a pair does."""
        shape = (LANES, self.scaled_columns, self.instruction[2])
        return cute.make_tiled_mma(self.make_operation(shape, tcgen05.CtaGroup.ONE))

    def describe(self, operands, mma):
        a, sa, b, sb = operands
        atoms, tensors, layouts = super().describe((a, b), mma)
        single = self.make_single_mma()
        sizes = self.tile[0] // PAIR, self.scaled_columns, self.tile[2]
        of_rows = scale_layouts.make_smem_layout_sfa(mma, self.tile, self.each, self.stages)
        of_columns = scale_layouts.make_smem_layout_sfb(mma, self.tile, self.each, self.stages)
        first = [cute.slice_(layout, (None, None, None, 0)) for layout in (of_rows, of_columns)]
        load_rows, map_rows = cute.nvgpu.make_tiled_tma_atom_A(
            cpasync.CopyBulkTensorTileG2SOp(GROUP),
            self.view(sa, a),
            first[0],
            self.tile,
            mma,
            cute.tiled_divide(cute.make_layout(CLUSTER), (mma.thr_id,)).shape,
            internal_type=Int16,
        )
        load_columns, map_columns = cute.nvgpu.make_tiled_tma_atom_B(
            cpasync.CopyBulkTensorTileG2SMulticastOp(GROUP),
            self.view(sb, b),
            first[1],
            sizes,
            single,
            cute.tiled_divide(cute.make_layout(CLUSTER), (single.thr_id,)).shape,
            internal_type=Int16,
        )
        self.stage_bytes += sum(cute.size_in_bytes(self.scale, each) for each in first)
        return (
            [atoms[0], load_rows, atoms[1], load_columns],
            [tensors[0], map_rows, tensors[1], map_columns],
            [layouts[0], of_rows, layouts[1], of_columns],
        )

    def view(self, scales, operand):
        """A scale for each element of an operand."""
        atom = scale_layouts.BlockScaledBasicChunk(self.each).layout
        return cute.make_tensor(scales.iterator, cute.tile_to_shape(atom, operand.shape, (2, 1)))

    def allocate(self, memory, layouts):
        a, b = super().allocate(memory, layouts[::2])
        of_rows, of_columns = (
            memory.allocate_tensor(self.scale, layout, LANES) for layout in layouts[1::2]
        )
        return [a, of_rows, b, of_columns]

    def share(self, mma, rank):
        a, b = super().share(mma, rank)
        single = self.make_single_mma().get_slice(0)
        both = (rank, cute.make_layout(PAIR))
        tile = self.scaled_columns, self.tile[2]
        return [a, a, b, (single.partition_B, tile, both)]

    def partition(self, atoms, tensors, places, shares):
        self.of_columns = atoms[3], tensors[3], places[3], shares[3]
        return super().partition(atoms, tensors, places, shares)

    def find_source(self, parts, index, place):
        if index < 3 or not self.has_halves:
            return super().find_source(parts, index, place)
        atom, tensor, stages, share = self.of_columns
        first = place * self.tile[1] // LANES
        moved = cute.domain_offset((((0, 0), first), 0), tensor)
        [(_, source)] = super().partition([atom], [moved], [stages], [share])
        return source[None, 0, None]

    def targets(self, index):
        return {"mcast_mask": Int16(3)} if index == 3 else {}

    def prepare(self, mma, sums, places):
        a, of_rows, b, of_columns = places
        first = [cute.slice_(each.layout, (None, None, None, 0)) for each in (of_rows, of_columns)]
        columns = tcgen05.find_tmem_tensor_col_offset(sums)
        start = cute.recast_ptr(sums.iterator + columns, dtype=self.scale)
        rows = cute.make_tensor(
            start, scale_layouts.make_tmem_layout_sfa(mma, self.tile, self.each, first[0])
        )
        columns += tcgen05.find_tmem_tensor_col_offset(rows)
        start = cute.recast_ptr(sums.iterator + columns, dtype=self.scale)
        others = cute.make_tensor(
            start, scale_layouts.make_tmem_layout_sfb(mma, self.tile, self.each, first[1])
        )
        state = super().prepare(mma, sums, (a, b))
        return (
            *state,
            rows,
            others,
            self.make_copy(of_rows, rows),
            self.make_copy(of_columns, others),
        )

    def make_copy(self, source, target):
        """A copy of a stage of scales to tensor memory, from where and to where."""
        source, target = cute.filter_zeros(source), cute.filter_zeros(target)
        atom = cute.make_copy_atom(tcgen05.Cp4x32x128bOp(GROUP), self.scale)
        copy = tcgen05.make_s2t_copy(atom, target)
        whole = copy.get_slice(0)
        stages = tcgen05.get_s2t_smem_desc_tensor(copy, whole.partition_S(source))
        return copy, stages, whole.partition_D(target)

    def copy_scales(self, state, stage):
        for copy, source, target in state[4:]:
            cute.copy(copy, source[None, None, None, None, stage], target)

    def operands(self, state, slice_k, stage, column):
        a, b = super().operands(state[:2], slice_k, stage, column)
        rows, columns = (each[None, None, slice_k] for each in state[2:4])
        if self.has_halves:
            # 64 rows of an atom are two columns of tensor memory.
            first = cute.recast_ptr(columns.iterator, dtype=Float32) + column % 2 * 2
            columns = cute.make_tensor(cute.recast_ptr(first, dtype=self.scale), columns.layout)
        return [a, rows], [b, columns]
