#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of the runtime's sources; the case of a unit test that the plant names notices it
# (tests/lib.sh).
# needs: warplock tests/sim/cudart/test_fatbin tests/sim/cudart/test_launches tests/sim/cudart/test_device_memory tests/sim/cudart/test_random_streams tests/sim/cudart/test_device tests/sim/cudart/test_memory_api tests/sim/cudart/test_copy_api tests/sim/cudart/test_driver_api tests/sim/cudart/test_texture_api tests/sim/cudart/test_array_api tests/sim/cudart/test_launch_api tests/sim/cudart/test_choices tests/sim/cudart/test_every_call tests/sim/cudart/test_messages tests/sim/cudart/test_graph_api tests/sim/cudart/test_graph_corners tests/sim/cudart/test_texture_kinds tests/sim/cudart/test_refused_calls tests/sim/cufft/test_cufft tests/sim/curand/test_curand tests/sim/nvrtc/test_nvrtc tests/sim/cudart/test_capture_api tests/sim/cudart/test_pool_api tests/sim/cudart/test_nvcc_kernels tests/sim/cudart/test_driver_boxes tests/sim/cudart/test_last_values tests/sim/cudart/test_lenient tests/sim/cudart/test_waits
set -u
. tests/lib.sh
plants_in planted_cudart
plant sim/cudart/fatbin.c sim/cudart/test_fatbin test_choice \
    'the lowest architecture is chosen' 's/arch > than : than/arch < than : than/'
plant sim/cudart/fatbin.c sim/cudart/test_fatbin test_packings \
    'a payload begins behind 64 bytes' 's/(bytes){ at + header, packed/(bytes){ at + ENTRY_HEADER, packed/'
plant sim/cudart/fatbin.c sim/cudart/test_fatbin test_packings \
    'what zstd does not say is no room' 's/ZSTD_CONTENTSIZE_UNKNOWN ? e->expanded : said/ZSTD_CONTENTSIZE_UNKNOWN ? 0 : said/'
plant sim/cudart/fatbin.c sim/cudart/test_fatbin test_damaged_headers \
    'a payload may be longer than the image' 's/ || padded > rest->size - header//'
plant sim/cudart/fatbin.c sim/cudart/test_fatbin test_damaged_headers \
    'fewer bytes than said are enough' 's/ || (e->expanded \&\& (size_t)length != room)//'
plant sim/cudart/fatbin.c sim/cudart/test_fatbin test_cut_and_changed \
    'a container that is cut is read' 's/header > image.size || size > image.size - header/false/'
plant sim/cudart/fatbin.c sim/cudart/test_fatbin test_without_ptx \
    'binary data are handed on as a text' 's/    if (text \&\& !is_text(/    if (false \&\& !is_text(/'
nvccs=sim/cudart/test_nvcc_kernels
plant sim/cudart/modules.c $nvccs test_heap \
    'kernels of nvcc get no heap' 's/        return add_heap(text);/        return text;/'
plant sim/cudart/modules.c $nvccs test_barrier_of_a_grid \
    'a barrier keeps what the launch before has left' 's/    cudaError_t error = grid_barrier ? cudaSuccess :/    if (grid_barrier \&\& (*address = grid_barrier)) return cudaSuccess;\n&/'
plant sim/cudart/launches.c $nvccs test_what_a_kernel_is \
    'every kernel is for the same GPU' 's/kernel_target(k) > CUDART_ARCH ?/false ?/'
plant sim/cudart/runtime_cuda13.c $nvccs test_attributes_of_launches \
    'a cluster of several CTAs is launched' 's/ \&\& v->clusterDim.y <= 1//'
plant sim/cudart/runtime_memory.c $nvccs test_places \
    'a place that is none is the host' 's/is_place(location) \&\& !flags ? address : NULL/flags ? NULL : address/'
plant sim/frontend/types.c $nvccs test_barrier_of_a_grid \
    'the halves of the barrier are taken for each other' "s/== '1' ? SPECIAL_envreg1 : SPECIAL_envreg2/== '1' ? SPECIAL_envreg2 : SPECIAL_envreg1/"
plant sim/cudart/memory.c sim/cudart/test_device_memory test_directions \
    'a copy may go the other way' 's/ || !direction_holds(to, from, kind)//'
plant sim/cudart/memory.c sim/cudart/test_device_memory test_boxes \
    'planes lie as many rows apart as are copied' 's/(plane \* p->rows + row) \* p->pitch/(plane + row) * p->pitch/'
plant sim/frontend/device_memory.c sim/cudart/test_device_memory test_random_allocations \
    'a gap is as long as up to the buffer behind the next' 's/i < m->n_buffers ? m->buffers\[i\].start/i + 1 < m->n_buffers ? m->buffers[i + 1].start/'
plant sim/frontend/device_memory.c sim/cudart/test_device_memory test_freed_is_used_again \
    'what is used again is not cleared' 's/memset(m->bytes + (start - DEVICE_BASE), 0, room)/(void)room/'
plant sim/frontend/device_memory.c sim/cudart/test_device_memory test_out_of_memory \
    'the limit is no limit' 's/room > m->limit - m->taken || //'
plant sim/cudart/runtime_arrays.c sim/cudart/test_device_memory test_arrays \
    'bytes of an array begin at its first row' 's/at = size_sum(size_product(y, plane.pitch), x)/at = x/'
plant sim/cudart/work.c sim/cudart/test_device_memory test_symbols \
    'a symbol is read from its beginning' 's/(address + offset)/(address)/'
plant sim/cudart/work.c sim/cudart/test_device_memory test_symbols \
    'a copy to a symbol goes on behind it' 's/    if (!size_within(offset, bytes, size))/    if (false)/'
plant sim/cudart/modules.c sim/cudart/test_device_memory test_symbols \
    'a reset leaves variables where they were' 's/        m->placed = false;/        ;/'
plant sim/cudart/device.c sim/cudart/test_launches test_faults \
    'a call of no function is a failure like any other' 's/\[FAULT_PC\] = cudaErrorInvalidPc, //'
plant sim/cudart/launches.c sim/cudart/test_launches test_parameters_lie_at_their_alignment \
    'parameters lie one behind the other' 's/return (at + align - 1) . align \* align;/return at + 0 * align;/'
plant sim/cudart/launches.c sim/cudart/test_launches test_a_cooperative_launch_has_room_at_once \
    'a cooperative launch has one CTA too many' 's/wanted > (uint64_t)ctas \* cudart_machine()->gpu.sms/wanted > (uint64_t)ctas * cudart_machine()->gpu.sms + 1/'
plant sim/cudart/core.c sim/cudart/test_launches test_shapes \
    'an error is kept for ever' 's/    if (forget)/    if (false)/'
plant sim/cudart/launches.c sim/cudart/test_launches test_shapes \
    'a block may have 2,048 threads' 's/threads > launch_threads_max()/threads > 2048/'
plant sim/cudart/device.c sim/cudart/test_launches test_faults \
    'a fault is over with the launch' 's/    device.fault = status == STATUS_LIMIT ? cudaErrorLaunchTimeout : errors\[kind\];/    device.fault = cudaSuccess;/'
plant sim/cudart/device.c sim/cudart/test_launches test_faults \
    'a fault lasts behind a reset' 's/^    device.fault = cudaSuccess;$/    ;/'
plant sim/frontend/exec_memory.c sim/cudart/test_launches test_faults \
    'a misaligned access is an address outside' 's/FAULT_ALIGNMENT, "misaligned"/FAULT_ADDRESS, "misaligned"/'
plant sim/cudart/device.c sim/cudart/test_launches test_printing \
    'what kernels print is lost' 's/    if (!device.n_printed)/    if (true)/'
plant sim/cudart/streams.c sim/cudart/test_launches test_events \
    'an event that was not recorded has a time' 's/ || !from->recorded || !to->recorded//'
plant sim/cudart/memory.c sim/cudart/test_memory_api test_registered_where_the_device_is \
    'free addresses of the device can be registered' 's/    if (address < DEVICE_END \&\& end > DEVICE_BASE)/    if (false)/'
plant sim/cudart/memory.c sim/cudart/test_memory_api test_registered_and_unmapped \
    'what was registered stays so in new pages' \
    's/a->kind == MEMORY_REGISTERED \&\& a->address < address + bytes/false \&\& a->address < address + bytes/'
plant sim/cudart/textures.c sim/cudart/test_texture_api test_objects_that_cannot_be \
    '264 bits are 8' 's/bits\[t->channels\] != t->bits)/bits[t->channels] != f->x)/'
plant sim/cudart/runtime_textures.c sim/cudart/test_texture_api test_objects_that_cannot_be \
    'address mode 257 is clamp' 's/edges\[1\] <= cudaAddressModeBorder/true/'
plant sim/cudart/arrays.c sim/cudart/test_copy_api test_what_an_array_is \
    'an array has any flags' 's/!f || flags > FLAGS || /!f || /'
plant sim/cudart/memory.c sim/cudart/test_copy_api test_parts_of_arrays \
    'rows to an array may be longer than they lie apart' 's/size\[0\] > to->pitch || size\[0\] > from->pitch/size[0] > to->pitch/'
plant sim/cudart/copies.c sim/cudart/test_copy_api test_arrays_of_three_dimensions \
    'arrays of two sizes of elements are copied' 's/ \&\& to_element != from_element/ \&\& false/'
plant sim/cudart/reset.c sim/cudart/test_device test_limits \
    'limits last behind a reset' 's/^    limits_forget();//'
plant sim/cudart/capture.c sim/cudart/test_stream_api test_streams \
    'a stream waits with any flags' 's/flags > cudaEventWaitExternal/flags == 3/'
plant sim/cudart/work.c sim/cudart/test_launches test_driver \
    'packed arguments may be short' 's/work_launch_packed(w, function, k, shape, packed, size)/work_launch_packed(w, function, k, shape, packed, 4096)/'
plant sim/cudart/lenient.c sim/cudart/test_launches test_refused_kernels \
    'braces of comments count' 's/if (behind != at)/if (false)/'
plant sim/frontend/launch.c sim/cudart/test_stack frames_add_up \
    'any frame has room' 's/l->local_bytes \/ 4 \* l->face.local_stride > LOCAL_LIMIT - EXEC_LOCAL_BASE/false/'
plant sim/frontend/exec_memory.c sim/cudart/test_stack beyond_the_frame \
    'a frame ends later' 's/x->local, 0, x->local_bytes, x->local_bytes }/x->local, 0, x->local_bytes + 64, x->local_bytes }/'
plant sim/cudart/arrays.c sim/cudart/test_array_api test_shapes_of_arrays \
    'a cube has any sides' 's/e.width == e.height \&\& e.depth/e.depth/'
plant sim/cudart/arrays.c sim/cudart/test_array_api test_levels \
    'layers are halved, too' 's/        if (!(flags . (cudaArrayLayered | cudaArrayCubemap)))$/        if (true)/'
plant sim/cudart/arrays.c sim/cudart/test_array_api test_levels \
    'a level is freed by itself' 's/ \&\& !array->is_level//'
plant sim/cudart/runtime_surfaces.c sim/cudart/test_array_api test_what_an_object_is \
    'a texture is closed as a surface' 's/return t \&\& t->surface;/return t;/'
plant sim/cudart/memory.c sim/cudart/test_random_streams test_streams_agree_with_a_model \
    'a fill leaves out its last byte' 's/memset(target, \*(const unsigned char \*)element, count);/memset(target, *(const unsigned char *)element, count - 1);/'
plant sim/cudart/streams.c sim/cudart/test_random_streams test_streams_agree_with_a_model \
    'the newest stream is closed' 's/        if (\*at == s \&\& !s->is_thread) {/        if (s) {/'
plant sim/cudart/driver_memory.c sim/cudart/test_random_streams test_streams_agree_with_a_model \
    'a copy on the device goes the other way' 's/copy(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice/copy(pointer(from), pointer(to), bytes, cudaMemcpyDeviceToDevice/'
plant sim/cudart/driver_launch.c sim/cudart/test_random_streams test_streams_agree_with_a_model \
    'a launch by the driver has no dynamic shared memory' 's/{ block_x, block_y, block_z }, shared, false }/{ block_x, block_y, block_z }, 0, false }/'
plant sim/cudart/properties.c sim/cudart/test_device test_attributes \
    'an SM has a CTA for each warp' 's/(int)m->core.max_ctas/(int)m->core.warps/'
plant sim/cudart/properties.c sim/cudart/test_device test_properties \
    'the sizes of surfaces have no last one' 's/offsetof(cudaDeviceProp, surfaceAlignment)/offsetof(cudaDeviceProp, maxSurfaceCubemapLayered)/'
plant sim/cudart/core.c sim/cudart/test_device test_last_error \
    'what succeeds forgets the last error' 's/^    if (error != cudaSuccess \&\& error != cudaErrorNotReady \&\& !keeps_none)$/    if (error != cudaErrorNotReady)/'
plant sim/cudart/sizes.c sim/cudart/test_memory_api test_sizes_that_no_memory_has \
    'rows times a pitch are what 64 bits hold of it' 's/return __builtin_mul_overflow(a, b, &product) . SIZE_MAX : product/return product = a * b/'
plant sim/cudart/memory.c sim/cudart/test_memory_api test_registered_memory \
    'what is registered twice is so twice' 's/            if (a->address < end \&\& .*/            if (false)/'
plant sim/cudart/copies.c sim/cudart/test_copy_api test_arrays_of_three_dimensions \
    'nothing is copied to a plane that is not there' 's/ || !lies_in(at->z, size\[2\], all.depth)//'
plant sim/cudart/sizes.c sim/cudart/test_memory_api test_sums_that_no_size_is \
    'a sum is what 64 bits hold of it' 's/return __builtin_add_overflow(a, b, &sum) . SIZE_MAX : sum/return a + b + 0 * sizeof sum/'
plant sim/cudart/host_pages.c sim/cudart/test_memory_api test_memory_that_the_host_has_not \
    'no memory of the host is some' 's/pages == MAP_FAILED . NULL : pages/pages/'
plant sim/cudart/memory.c sim/cudart/test_memory_api test_sums_that_no_size_is \
    'planes may lie on each other' 's/(size\[2\] > 1 \&\& size\[1\] > to->rows) || !box_is_there/!box_is_there/'
plant sim/cudart/runtime_memory.c sim/cudart/test_every_call test_alone \
    'memory is freed in any stream' 's/stream_release(stream, address)/stream_release(NULL, address)/'
plant sim/cudart/driver_launch.c sim/cudart/test_every_call test_alone \
    'any function has a preference of caches' '/^CUresult cuFuncSetCacheConfig/,/^}/s/check_function(function, cudaErrorInvalidValue)/cudaSuccess/'
plant sim/cudart/core.c sim/cudart/test_every_call test_children \
    'a child has the lock as it was' 's/pthread_atfork(lock_for_fork, unlock_behind_fork, make_lock)/(void)lock_for_fork, (void)unlock_behind_fork/'
plant sim/cudart/launches.c sim/cudart/test_launch_api test_what_a_function_is \
    'shared memory is counted in 32 bits' 's/size_sum(kernel_shared_bytes(k), shape->shared) > /(uint32_t)shape->shared > /'
plant sim/cudart/textures.c sim/cudart/test_texture_api test_objects_that_cannot_be \
    'rows of memory that is not there are a texture' 's/    if (!width || !height ||/    if (false \&\&/'
plant sim/cudart/launches.c sim/cudart/test_driver_api test_what_a_function_is \
    'a kernel has the threads of the machine' 's/limit < launch_threads_max() . limit : launch_threads_max()/launch_threads_max() + 0 * limit/'
plant sim/cudart/driver_arrays.c sim/cudart/test_driver_api test_arrays \
    'a place in an array counts bytes' 's/    s->at.x .= s->element;//'
plant sim/cudart/driver_arrays.c sim/cudart/test_driver_api test_arrays \
    'an element begins anywhere' 's/return at\[0\] % s->element || width % s->element ? /return width % s->element ? /'
plant sim/cudart/driver_device.c sim/cudart/test_driver_api test_faults_last \
    'a stream is made behind a fault' 's/driver_leave(error ? error : stream_open(stream, flags))/driver_leave(stream_open(stream, flags))/'
plant sim/cudart/textures.c sim/cudart/test_texture_api test_objects_of_memory \
    'a line of texels goes on to the end of its memory' 's/(bytes < most ? bytes : most)/most/'
plant sim/cudart/textures.c sim/cudart/test_texture_api test_references \
    'what is unbound is read on' 's/^        device_texture_bind(cudart_memory(), module_program(v->module), v->name, 0);$//; s/^        device_texture_free(cudart_memory(), v->handle);$//'
plant sim/cudart/runtime_launch.c sim/cudart/test_launch_api test_stack_of_configurations \
    'a launch forgets its shared memory' 's/\*shared = calls\[n_calls\].shared/*shared = 0/'
plant sim/cudart/modules.c sim/cudart/test_launch_api test_managed_variables \
    'what the host wrote does not reach a kernel' 's/^    modules_mirror(true);$//; s/to_device ? device : (void \*)(uintptr_t)n->host, to_device ? n->host : device/(void *)(uintptr_t)n->host, device/'
plant sim/cudart/launch_choice.c sim/cudart/test_choices test_launches_with_timing \
    'the launch before the named one has timing' 's/choice.rows\[i\].wanted == choice.rows\[i\].seen + 1/choice.rows[i].wanted == choice.rows[i].seen/'
plant sim/cudart/environment.c sim/cudart/test_choices test_variables_are_options \
    'a variable that is empty is an option' 's/ \&\& value \&\& \*value \&\& / \&\& value \&\& /'
plant sim/cudart/launches.c sim/cudart/test_messages test_launches \
    'a message has the grid for the block' 's/^                        s->block\[0\], s->block\[1\], s->block\[2\], grid_most/                        s->grid[0], s->block[1], s->block[2], grid_most/'
plant sim/cudart/memory.c sim/cudart/test_copy_api "*" \
    "a row that was not copied is passed by" '/^cudaError_t memory_copy_box/,/^}/s/if (error)$/if (0 * error)/'
plant sim/cudart/graphs.c sim/cudart/test_graph_api test_order \
    'the node that was made last is next' 's/heap->at\[below\]->id < heap->at\[least\]->id/heap->at[below]->id > heap->at[least]->id/'
plant sim/cudart/graphs.c sim/cudart/test_graph_api test_edges_that_cannot_be \
    'nodes that wait for each other are left out' 's/return inner \&\& g->order.n == g->nodes.n/return inner/'
plant sim/cudart/graphs.c sim/cudart/test_graph_api test_levels \
    'graphs in nodes of graphs have any number of levels' 's/return levels <= GRAPH_LEVELS/return true/'
plant sim/cudart/graph_exec.c sim/cudart/test_graph_api test_updates \
    'a graph with other edges is an update' 's/    if (a->n != b->n)/    if (false)/'
plant sim/cudart/graph_exec.c sim/cudart/test_graph_api test_an_edge_from_elsewhere "where an edge comes from is not looked at" "/^static bool same_edges/,/^}/s/k < b->n; k++/k < 0 * b->n; k++/"
plant sim/cudart/graph_exec.c sim/cudart/test_graph_api test_ends_within \
    'a reset stops no graph' 's/!e->stops \&\& //'
plant sim/cudart/graph_exec.c sim/cudart/test_graph_api test_kernels \
    'what was left out runs' 's/node->disabled ? cudaSuccess :/false ? cudaSuccess :/'
plant sim/cudart/work.c sim/cudart/test_graph_api test_kernels \
    'a copy of a launch has no arguments' 's/memcpy(made.launch.packed, w->launch.packed, w->launch.bytes)/memset(made.launch.packed, 0, w->launch.bytes)/'
plant sim/cudart/work.c sim/cudart/test_capture_api test_what_is_captured \
    'arguments are all the first one' 's/    launch_pack(k, arguments, w->launch.packed);/    (void)launch_pack;/'
plant sim/cudart/graph_nodes.c sim/cudart/test_graph_api test_memory \
    'memory is taken that a node beside may use' 's/node->visit == visit \&\& /node->visit + visit \&\& /'
plant sim/cudart/graph_memory.c sim/cudart/test_graph_api test_freed_memory \
    'kernels write to memory that is freed' 's/device_set_open(cudart_memory(), address, false)/(void)0/'
plant sim/frontend/device_memory.c sim/cudart/test_graph_api test_freed_memory \
    'closed memory is open' 's/b->bytes = open . bytes : 0;/b->bytes = bytes;/'
plant sim/cudart/capture.c sim/cudart/test_capture_api test_fork_and_join \
    'an edge is made twice' 's/if (!nodes_has(&s->last, nodes->at\[i\]))/if (true)/'
plant sim/cudart/capture.c sim/cudart/test_capture_api test_fork_and_join \
    'a stream waits for the first node alone' 's/    s->last.n = 0;/    if (s->last.n) return;/'
plant sim/cudart/capture.c sim/cudart/test_capture_api test_unjoined \
    'what a fork has put in need not be joined' 's/if (s->last.at\[i\]->visit != visit)/if (visit == 0)/'
plant sim/cudart/capture.c sim/cudart/test_capture_api test_threads \
    'another thread ends a capture' 's/if (c->thread != &this_thread \&\& c->mode != cudaStreamCaptureModeRelaxed)/if (false)/'
plant sim/cudart/capture.c sim/cudart/test_capture_api test_forbidden \
    'a stream that does not block forbids the legacy one' 's/ \&\& !(s->flags & cudaStreamNonBlocking)//'
plant sim/cudart/capture.c sim/cudart/test_capture_api test_events \
    'captures are merged' 's/if (own ? own != of_event : !of_event)/if (own ? !of_event : !of_event)/'
plant sim/cudart/streams.c sim/cudart/test_capture_api test_events \
    'an event of a capture has a time' 's/(from->captured || to->captured)/false/'
plant sim/cudart/driver_graphs.c sim/cudart/test_graph_api test_driver \
    'the driver keeps the errors of the runtime' 's/cudart_keep_errors(false), done(call)/(void)0, done(call)/'
plant sim/cudart/driver_graphs.c sim/cudart/test_graph_api test_driver \
    'a copy begins at the first byte' 's/box.srcPos = (cudaPos){ p->srcXInBytes,/box.srcPos = (cudaPos){ 0,/'
plant sim/cudart/runtime_graphs.c sim/cudart/test_graph_api test_order \
    'a list ends with what was in it' 's/        list_add(l, NULL, NULL);/        l->n++;/'
plant sim/cudart/pools.c sim/cudart/test_pool_api test_counts \
    'a pool gives what is longer' 's/(\*at)->bytes != bytes/(*at)->bytes < bytes/'
plant sim/cudart/pools.c sim/cudart/test_pool_api test_counts \
    'what a pool keeps may be freed again' 's/    if (!b || !b->is_used)/    if (b \&\& !b->is_used) return cudaSuccess;\n&/'
plant sim/cudart/pools.c sim/cudart/test_pool_api test_counts \
    'what a pool keeps is open' 's/device_set_open(cudart_memory(), address, false)/(void)0/'
plant sim/cudart/pools.c sim/cudart/test_pool_api test_threshold \
    'a pool keeps what is beyond its threshold' 's/p->value\[cudaMemPoolAttrReservedMemCurrent\] > p->value/p->value[cudaMemPoolAttrUsedMemCurrent] > p->value/'
plant sim/cudart/memory.c sim/cudart/test_pool_api test_threshold \
    'what pools keep is in the way' 's/while (!\*address \&\& pools_give_back())/while (0)/'
plant sim/cudart/pools.c sim/cudart/test_pool_api test_pools \
    'a pool that is destroyed keeps what is freed' 's/    if (pool->is_destroyed)$/    if (false)/'
plant sim/cudart/pools.c sim/cudart/test_pool_api test_mistakes \
    'the highest values may be any' 's/ || \*(const uint64_t \*)value)/)/'
plant sim/cudart/reset.c sim/cudart/test_pool_api test_mistakes \
    'pools last behind a reset' 's/^    pools_forget();//'
plant sim/cudart/capture.c sim/cudart/test_pool_api test_captured \
    'a capture allocates at once' 's/    if (!stream_captures(stream)) {/    if (pool) {/'
plant sim/cudart/tables/attributes.def sim/cudart/test_device test_attributes \
    'a surface is as wide as it is high' 's/56, p->maxSurface2D\[0\]/56, p->maxSurface2D[1]/'
plant sim/cudart/graph_exec.c sim/cudart/test_graph_corners test_memory_left_open \
    'what the last launch left open stays so' 's/^        graph_memory_close(w->memory.address);$//'
plant sim/cudart/graph_exec.c sim/cudart/test_graph_corners test_updates_that_are_refused \
    'an update makes a launch a cooperative one' 's/return cudaGraphExecUpdateErrorAttributesChanged;/return cudaGraphExecUpdateSuccess;/'
plant sim/cudart/graph_exec.c sim/cudart/test_graph_corners test_updates_that_are_refused \
    'an update moves memory' 's/return cudaGraphExecUpdateErrorNotSupported;/return cudaGraphExecUpdateSuccess;/'
plant sim/cudart/graphs.c sim/cudart/test_graph_corners test_a_node_of_a_graph_in_a_node \
    'a node of a graph in a node is not found' 's/found = graph_find(g->nodes.at\[i\]->work.graph, origin);/found = NULL;/'
plant sim/cudart/graph_memory.c sim/cudart/test_graph_corners test_a_launch_in_a_launch \
    'what is open is opened' 's/if (!r || r->open)$/if (!r)/'
plant sim/cudart/textures.c sim/cudart/test_texture_kinds test_layers_and_cubes \
    'layers are faces of cubes' 's/(t->cube ? CUBE_FACES : 1)/CUBE_FACES/'
plant sim/cudart/arrays.c sim/cudart/test_texture_kinds test_levels \
    'the depth is no side' 's/^        longest = e.depth;$/        ;/'
plant sim/cudart/driver_arrays.c sim/cudart/test_texture_kinds test_lines_of_the_driver \
    'integers are read as parts of 1 whatever is asked' 's/ \&\& !(d->flags \& CU_TRSF_READ_AS_INTEGER)//'
plant sim/cudart/modules.c sim/cudart/test_nvcc_kernels test_names_like_malloc \
    'whatever has malloc in its name wants a heap' 's/if (!is_in_name(found\[-1\]) \&\& /if (/'
plant sim/cudart/shared/refusals.c sim/cudart/test_refused_calls test_each_by_name \
    'what is refused has no name' 's/__cudaRefuse(#name)/__cudaRefuse("a function")/'
plant sim/cufft/plan.c sim/cufft/test_cufft test_no_room \
    'a plan keeps the memory of one that could not be made' 's/^        give_back(p);.*//; s/if (cudaMalloc(&p->work\[i\]/if (!p->work[i] \&\& cudaMalloc(\&p->work[i]/'
plant sim/curand/generator.c sim/curand/test_curand test_states \
    'numbers that were not made are passed over' 's/    if (status == CURAND_STATUS_SUCCESS)$/    if (true)/; s/        if (status != CURAND_STATUS_SUCCESS)$/        if (false)/'
plant sim/curand/generator.c sim/curand/test_curand test_a_turn_that_is_left \
    'the rest of a turn is of another kind' 's/if (g->within \&\& results_of_philox\[g->kind\] != results_of_philox\[kind\])/if (false)/'
plant sim/nvrtc/program.c sim/nvrtc/test_nvrtc test_compilers \
    'a program that ignores its children is told nothing' 's/            return 0; .*/            return CANNOT_RUN;/'
plant sim/nvrtc/program.c sim/nvrtc/test_nvrtc test_programs_that_are_none \
    'a header lies anywhere' 's/if (strncmp(at, "..", 2) == 0 \&\& /if (false \&\& /'
plant sim/cudart/driver_arrays.c sim/cudart/test_driver_boxes test_boxes \
    'an element is as long as one of its channels and their number' 's,/ 8 \* d.NumChannels,/ 8 + d.NumChannels,'
plant sim/cudart/driver_arrays.c sim/cudart/test_driver_boxes test_every_format \
    'what has half a float is a signed number' 's/format >= CU_AD_FORMAT_HALF/format > CU_AD_FORMAT_HALF/'
plant sim/cudart/driver_graphs.c sim/cudart/test_driver_boxes test_boxes \
    'a node takes rows for planes' 's/p->dstPitch, p->dstHeight/p->dstHeight, p->dstPitch/'
plant sim/cudart/graph_nodes.c sim/cudart/test_last_values test_arguments_of_a_node \
    'all arguments of a node are the first' 's/launch.packed + at;/launch.packed;/'
plant sim/cudart/streams.c sim/cudart/test_last_values test_flags_and_kinds \
    'not all flags of an event together' 's/flags > (cuda/flags >= (cuda/'
plant sim/cudart/lenient.c sim/cudart/test_lenient test_layouts \
    'a function that ends in the line of its mistake is not left out' 's/line <= 1 + lines_between(text, at)/line < 1 + lines_between(text, at)/'
plant sim/cudart/driver_memory.c sim/cudart/test_waits test_waits \
    'what is given back by the driver waits for nothing' '/^static CUresult release/,/^}/s/    cudart_synchronize();/    ;/'
plant sim/cudart/runtime_arrays.c sim/cudart/test_waits test_memory_in_a_capture \
    'levels go in the middle of a capture' '/^cudaError_t cudaFreeMipmappedArray/,/^}/s/error = capture_allows_unsafe();/;/'
plant sim/cudart/lenient.c sim/cudart/test_lenient test_layouts \
    'the first function is called by its target' 's/^            word = NULL;/            ;/'
plant sim/cudart/lenient.c sim/cudart/test_lenient test_layouts \
    'comments in front of a name have names' 's/        while ((begin = behind_comment(at)) != at)/        while ((begin = at) != at)/'
plants_end
