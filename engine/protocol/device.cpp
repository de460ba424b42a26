#include "engine/protocol/device.h"

namespace motley {

std::string toText(const Device &device)
{
    return device.kind == Device::Kind::Cpu ? "cpu" : "cuda:" + device.uuid;
}

} // namespace motley
