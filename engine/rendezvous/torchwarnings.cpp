#include "engine/rendezvous/torchwarnings.h"

#include <c10/util/Logging.h>

#include <cstdlib>

namespace motley {

void hideTorchWarnings()
{
    setenv("TORCH_CPP_LOG_LEVEL", "ERROR", 0);
    c10::initLogging(); // nothing else in LibTorch reads the variable
}

} // namespace motley
