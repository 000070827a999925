// <nvtx3/nvToolsExt.h>
#include <nvToolsExt.h>
