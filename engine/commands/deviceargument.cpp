#include "engine/commands/deviceargument.h"

#include "engine/machine/machineprobe.h"

namespace motley {

namespace {

Error noGpu(const ProbeReport &machine, const std::string &wish)
{
    std::string known;
    for (const auto &gpu : machine.gpus)
        known += (known.empty() ? "" : ", ") + gpu.uuid;
    if (known.empty())
        known = "no GPU";
    return Error{"This machine has " + known + ", but the wish was " + wish + ". Try --device cpu.", machine.gpuDetail};
}

} // namespace

Result<std::vector<Device>> findDevices(const std::string &text, int count)
{
    if (text == "cpu")
        return std::vector<Device>(std::size_t(count));
    if (text != "cuda" && text.rfind("cuda:", 0) != 0)
        return fail("\"" + text + "\" is not a device; say cpu, cuda, or cuda: and the UUID of a GPU.");
    const ProbeReport machine = probeMachine();
    std::vector<Device> devices;
    for (const auto &gpu : machine.gpus)
        if ((text == "cuda" && !gpu.mig) || text == "cuda:" + gpu.uuid)
            devices.push_back({Device::Kind::Cuda, gpu.uuid});
    if (int(devices.size()) < count)
        return tl::unexpected(noGpu(machine, text + (count > 1 ? " for " + std::to_string(count) + " workers" : "")));
    devices.resize(std::size_t(count));
    return devices;
}

} // namespace motley
