#include "remote/prepare/preparation.h"

#include "remote/deploy/elffile.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

struct MachineCheck {
    Q_DECLARE_TR_FUNCTIONS(motley::MachineCheck)
    MOTLEY_PHRASES(motley::MachineCheck)
};

} // namespace

Result<void> checkMachine(const QString &machine, const ProbeReport &report, const EngineNeeds &needs)
{
    const auto text = [](const std::string &bytes) { return QString::fromStdString(bytes); };
    if (report.architecture != needs.architecture)
        return sentence(MachineCheck::phrase(
            "%1 has a processor of the kind %2, but this engine is built for %3. Train without it.")
                            .arg(machine, text(report.architecture), text(needs.architecture)));
    const Sentence system = report.operatingSystem.empty() ? MachineCheck::phrase("an unknown system")
                                                           : verbatim(text(report.operatingSystem));
    if (!report.glibc)
        return sentence(
            MachineCheck::phrase("%1 runs %2, whose C library is not glibc; the engine needs glibc %3 or newer. "
                                 "Train without it.")
                .arg(machine, system, text(needs.glibc)));
    if (compareVersions(*report.glibc, needs.glibc) < 0)
        return sentence(
            MachineCheck::phrase("%1 runs %2 with glibc %3; the engine needs glibc %4 or newer. Train without it.")
                .arg(machine, system, text(*report.glibc), text(needs.glibc)));
    if (report.installRoot.empty())
        return sentence(MachineCheck::phrase(
            "%1 has no folder that this account can write to and run programs from. Give it an install folder.")
                            .arg(machine));
    return {};
}

int threadsPerRank(const ProbeReport &report, int ranks)
{
    return std::max(1, report.cpuCount / std::max(1, ranks));
}

} // namespace motley
