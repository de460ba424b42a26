// Parses "--machines a,b:cpu,c:gpu" into the fields of a RunRequest.
#pragma once

#include "remote/fleet/machine.h"

#include "engine/protocol/device.h"

#include <QString>

namespace motley {

struct DeviceChoice {
    QString machine;
    std::vector<Device> devices; // empty: the machine's GPUs, or the CPU if it has no GPU

    bool operator==(const DeviceChoice &) const = default;
};

Result<std::vector<DeviceChoice>> parseDeviceChoices(const QString &text);

// The machines of these names, in this order. Errors name the one that is not in the list.
Result<std::vector<Machine>> findMachines(const std::vector<Machine> &known, const std::vector<DeviceChoice> &choices);

} // namespace motley
