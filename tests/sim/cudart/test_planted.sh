#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of the runtime's sources; the case of a unit test that the plant names notices it
# (tests/lib.sh).
# needs: warplock tests/sim/cudart/test_fatbin tests/sim/cudart/test_launches tests/sim/cudart/test_device_memory tests/sim/cudart/test_random_streams
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
    'bytes of an array begin at its first row' 's/at = y \* plane.pitch + x/at = x/'
plant sim/cudart/runtime_copies.c sim/cudart/test_device_memory test_symbols \
    'a symbol is read from its beginning' 's/(address + offset)/(address)/'
plant sim/cudart/modules.c sim/cudart/test_device_memory test_symbols \
    'a reset leaves variables where they were' 's/        m->placed = false;/        ;/'
plant sim/cudart/launches.c sim/cudart/test_launches test_parameters_lie_at_their_alignment \
    'parameters lie one behind the other' 's/at = (at + align - 1) . align \* align;//'
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
plant sim/cudart/driver_launch.c sim/cudart/test_launches test_driver \
    'packed arguments may be short' 's/launch_packed(k, shape, packed, size)/launch_packed(k, shape, packed, 4096)/'
plant sim/cudart/lenient.c sim/cudart/test_launches test_refused_kernels \
    'braces of comments count' 's/if (behind != at)/if (false)/'
plant sim/cudart/lenient.c sim/cudart/test_launches test_refused_kernels \
    'a function is called by a word before its name' 's/word = directive . word : begin/word = word ? word : begin/'
plant sim/frontend/launch.c sim/cudart/test_stack frames_add_up \
    'any frame has room' 's/l->local_bytes \/ 4 \* l->local_stride > LOCAL_LIMIT - LOCAL_BASE/false/'
plant sim/frontend/exec_memory.c sim/cudart/test_stack beyond_the_frame \
    'a frame ends later' 's/x->local, 0, x->local_bytes, x->local_bytes }/x->local, 0, x->local_bytes + 64, x->local_bytes }/'
plant sim/cudart/runtime_textures.c sim/cudart/test_launches test_unsupported \
    'of an array of layers the first is a texture' 's/    if (extent.depth) {/    if (false) {/'
plant sim/cudart/memory.c sim/cudart/test_random_streams test_streams_agree_with_a_model \
    'a fill leaves out its last byte' 's/memset(target, \*(const unsigned char \*)element, count);/memset(target, *(const unsigned char *)element, count - 1);/'
plant sim/cudart/streams.c sim/cudart/test_random_streams test_streams_agree_with_a_model \
    'the newest stream is closed' 's/        if (\*at == s) {/        if (s) {/'
plant sim/cudart/driver_memory.c sim/cudart/test_random_streams test_streams_agree_with_a_model \
    'a copy on the device goes the other way' 's/copy(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice/copy(pointer(from), pointer(to), bytes, cudaMemcpyDeviceToDevice/'
plant sim/cudart/driver_launch.c sim/cudart/test_random_streams test_streams_agree_with_a_model \
    'a launch by the driver has no dynamic shared memory' 's/{ block_x, block_y, block_z }, shared, false }/{ block_x, block_y, block_z }, 0, false }/'
plants_end
