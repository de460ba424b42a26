#include "engine/commands/models/computeoptions.h"

#include "engine/commands/deviceargument.h"
#include "engine/device/computedevice.h"
#include "engine/machine/machineprobe.h"

namespace motley {

void addComputeOptions(CLI::App &command, ComputeOptions &options)
{
    command.add_option("--device", options.device, "cpu, cuda, or cuda:UUID")->capture_default_str();
    command.add_option("--threads", options.threads, "Processors to use (default: all)")->check(CLI::Range(1, 4096));
}

Result<c10::Device> openCompute(const ComputeOptions &options)
{
    const auto found = findDevices(options.device, 1);
    if (!found)
        return tl::unexpected(found.error());
    return openDevice(found->front(), options.threads > 0 ? options.threads : usableProcessors());
}

} // namespace motley
