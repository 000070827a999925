// SPDX-License-Identifier: BSD-3-Clause
// The interconnect's keys, from the options of GPGPU-Sim's own crossbar, or from the interconnect's file.
#include <inttypes.h>
#include <string.h>

#include "sim/machine/import_internal.h"

// An option of GPGPU-Sim's own crossbar that can have only one value here.
static void only_with(import *im, const char *name, const char *expected, const char *words)
{
    if (strcmp(import_value(im, name), expected) == 0) {
        import_list(im, name, words);
        return;
    }
    import_refuse(im, name, NULL, "%s: %s", expected, words);
    import_instead(im, "as with %s", expected);
}

static void make_local(import *im)
{
    const char *arbiter = "-icnt_arbiter_algo", *algorithm = import_value(im, arbiter);

    import_put_word(im, "icnt.kind", "local", "-network_mode", NULL);
    import_put(im, "icnt.packets_in", import_number(im, "-icnt_in_buffer_limit", 64), "-icnt_in_buffer_limit", NULL);
    import_put(im, "icnt.packets_out", import_number(im, "-icnt_out_buffer_limit", 64), "-icnt_out_buffer_limit", NULL);
    import_put_word(im, "icnt.arbiter", strcmp(algorithm, "0") == 0 ? "round" : "islip", arbiter, NULL);
    if (strcmp(algorithm, "0") != 0 && strcmp(algorithm, "1") != 0) {
        import_refuse(im, arbiter, NULL, "0: round robin, or 1: iSLIP");
        import_instead(im, "as with 1");
    }
    only_with(im, "-icnt_subnets", "2", "a network for requests and one for replies");
    only_with(im, "-icnt_grant_cycles", "1", "a pointer moves with each packet");
    import_list(im, "-icnt_flit_size", "a packet of any size is one unit");
    import_list(im, "-icnt_verbose", "statistics are the report's");
    import_list(im, "-inter_config_file", "not read with another -network_mode");
}

void make_network(import *im)
{
    static const char *const of_local[] = { "-icnt_in_buffer_limit", "-icnt_out_buffer_limit", "-icnt_arbiter_algo", "-icnt_subnets",
                                            "-icnt_grant_cycles", "-icnt_verbose" };
    const char *mode = "-network_mode", *file = "-inter_config_file", *flit = "-icnt_flit_size";

    if (strcmp(import_value(im, mode), "2") == 0) {
        make_local(im);
        return;
    }
    for (unsigned i = 0; i < sizeof of_local / sizeof of_local[0]; i++)
        import_list(im, of_local[i], "goes with -network_mode 2, GPGPU-Sim's own crossbar");
    if (strcmp(import_value(im, mode), "1") != 0) {
        import_refuse(im, mode, NULL, "1: the network that -inter_config_file describes, or 2: GPGPU-Sim's own crossbar");
        import_instead(im, "a crossbar with gtx480's buffers");
        import_list(im, file, "not read with another -network_mode");
        import_put(im, "icnt.flit_bytes", import_number(im, flit, 32), flit, NULL);
        return;
    }
    import_list(im, mode, "the network is that of the interconnect's file");
    import_list(im, flit, "flit_size of the interconnect's file counts");
    if (im->network) {
        import_list(im, file, "read, line by line");
        return;
    }
    import_refuse(im, file, import_value(im, file), "the interconnect's file");
    import_instead(im, "the crossbar of gtx480");
}

void make_crossbar(import *im)
{
    import_put_word(im, "icnt.kind", "crossbar", "topology", NULL);
    if (strcmp(import_value(im, "topology"), "fly") != 0) {
        import_refuse(im, "topology", NULL, "fly: a crossbar; for a mesh set icnt.kind and [mesh], docs/mesh.md");
        import_instead(im, "a crossbar");
        import_list(im, "n", "goes with topology fly");
        return;
    }
    if (strcmp(import_value(im, "n"), "1") != 0) {
        import_refuse(im, "n", NULL, "1: a crossbar has one stage");
        import_instead(im, "one stage");
    } else {
        import_list(im, "n", "a crossbar has one stage");
    }
}

void make_buffers(import *im)
{
    uint64_t injection = import_number(im, "input_buffer_size", 0), ejection = import_number(im, "ejection_buffer_size", 0);
    uint64_t delay = import_number(im, "st_prepare_delay", 0) + import_number(im, "st_final_delay", 1);

    import_put(im, "icnt.injection_buffer", injection ? injection : 9, "input_buffer_size", NULL);      // intersim2: 9 for 0
    if (ejection) {
        import_put(im, "icnt.ejection_buffer", ejection, "ejection_buffer_size", NULL);
    } else {                            // like vc_buf_size
        import_put(im, "icnt.ejection_buffer", import_number(im, "vc_buf_size", 8), "vc_buf_size", NULL);
        import_source_both(im, "icnt.ejection_buffer", "ejection_buffer_size", "vc_buf_size");
    }
    import_put(im, "icnt.router_latency", delay, "st_final_delay", NULL);
    import_source_both(im, "icnt.router_latency", "st_prepare_delay", "st_final_delay");
}
