#include "app/cli/devicechoice.h"

#include "remote/session/sentence.h"

#include <QCoreApplication>

#include <algorithm>

namespace motley {

namespace {

struct Choice {
    Q_DECLARE_TR_FUNCTIONS(motley::DeviceChoice)
};

Result<Device> parseDevice(const QString &word)
{
    if (word == QLatin1String("cpu"))
        return Device{};
    if (word == QLatin1String("gpu"))
        return Device{Device::Kind::Cuda, {}};
    if (word.startsWith(QLatin1String("GPU-")) || word.startsWith(QLatin1String("MIG-")))
        return Device{Device::Kind::Cuda, word.toStdString()};
    return sentence(Choice::tr("“%1” is not a device; write cpu, gpu (all of them) or the UUID of a GPU.").arg(word));
}

} // namespace

Result<std::vector<DeviceChoice>> parseDeviceChoices(const QString &text)
{
    std::vector<DeviceChoice> choices;
    for (const QString &part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        DeviceChoice choice;
        choice.machine = part.section(QLatin1Char(':'), 0, 0).trimmed();
        for (const QString &word : part.section(QLatin1Char(':'), 1).split(QLatin1Char('+'), Qt::SkipEmptyParts)) {
            const auto device = parseDevice(word.trimmed());
            if (!device)
                return tl::unexpected(device.error());
            choice.devices.push_back(*device);
        }
        const bool twice = std::any_of(
            choices.begin(), choices.end(), [&](const DeviceChoice &other) { return other.machine == choice.machine; });
        if (twice)
            return sentence(
                Choice::tr("%1 is named twice; join its devices with a plus sign: %1:cpu+gpu").arg(choice.machine));
        choices.push_back(std::move(choice));
    }
    if (choices.empty())
        return sentence(Choice::tr("No machine is named; write for example --machines local,box"));
    return choices;
}

Result<std::vector<Machine>> findMachines(const std::vector<Machine> &known, const std::vector<DeviceChoice> &choices)
{
    std::vector<Machine> machines;
    for (const auto &choice : choices) {
        const auto found = std::find_if(
            known.begin(), known.end(), [&](const Machine &machine) { return machine.name == choice.machine; });
        if (found != known.end())
            machines.push_back(*found);
        else if (choice.machine == QLatin1String("local"))
            machines.push_back({Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}});
        else
            return sentence(
                Choice::tr("There is no machine “%1”; “motley machines” lists them, “motley machines add” adds one.")
                    .arg(choice.machine));
    }
    return machines;
}

} // namespace motley
