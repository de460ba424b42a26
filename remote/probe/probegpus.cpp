// Reads the output of nvidia-smi. Its words differ between driver generations: a value may be "[N/A]",
// "[Not Supported]", "[Unknown Error]", "[GPU is lost]" or "ERR!", all of which mean that the value is not known.
#include "remote/probe/probeoutput.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace motley {

namespace {

constexpr std::size_t commonFields = 10;
constexpr std::size_t mostGpus = 64;
constexpr int timedOut = 124;

std::optional<std::int64_t> bytesOf(const std::string &mebibytes)
{
    const auto number = wholeNumber(mebibytes);
    if (!number || *number < 0 || *number > (std::int64_t(1) << 40))
        return std::nullopt;
    return *number * mebibyte;
}

bool isUuid(const std::string &text)
{
    return text.starts_with("GPU-") || text.starts_with("MIG-");
}

// uuid, name, pci, driver, total, free, utilization, draw, limit, temperature[, mig mode[, compute capability]]
std::optional<GpuReport> gpuOf(const std::string &line)
{
    const auto fields = split(line, ", ");
    if (fields.size() < commonFields || !isUuid(fields[0]))
        return std::nullopt;
    GpuReport gpu;
    gpu.uuid = fields[0];
    gpu.name = fields[1];
    gpu.pciBusId = fields[2];
    gpu.driverVersion = fields[3];
    gpu.memoryTotalBytes = bytesOf(fields[4]);
    gpu.memoryFreeBytes = bytesOf(fields[5]);
    gpu.utilizationPercent = decimalNumber(fields[6]);
    gpu.powerWatts = decimalNumber(fields[7]);
    gpu.powerLimitWatts = decimalNumber(fields[8]);
    gpu.temperatureCelsius = decimalNumber(fields[9]);
    gpu.mig = fields.size() > commonFields && fields[10] == "Enabled";
    if (fields.size() > commonFields + 1 && decimalNumber(fields[11]))
        gpu.computeCapability = fields[11];
    return gpu;
}

GpuProblem problemOf(std::int64_t code, const std::string &words)
{
    const auto says = [&](std::string_view text) { return words.find(text) != std::string::npos; };
    if (code == timedOut)
        return GpuProblem::TimedOut;
    if (says("version mismatch"))
        return GpuProblem::DriverMismatch;
    if (says("couldn't communicate with the NVIDIA driver") || says("Driver Not Loaded"))
        return GpuProblem::NoDriver;
    if (says("No devices were found"))
        return GpuProblem::None;
    return GpuProblem::Unreadable;
}

void countProcesses(const ProbeOutput &output, std::vector<GpuReport> &gpus)
{
    if (output.value("gpuapps") != "known")
        return;
    const auto users = output.values("gpuapp");
    for (auto &gpu : gpus)
        gpu.processes = static_cast<int>(std::count(users.begin(), users.end(), gpu.uuid));
}

// nvidia-smi -L lists the instances of a split GPU below it:  MIG 1g.5gb  Device  0: (UUID: MIG-...)
void addInstances(const ProbeOutput &output, std::vector<GpuReport> &gpus)
{
    static const QRegularExpression parentLine(QStringLiteral("^GPU [0-9]+: .*\\(UUID: (GPU-[^)]+)\\)"));
    static const QRegularExpression instanceLine(
        QStringLiteral("^(MIG \\S+)\\s+Device\\s+[0-9]+: \\(UUID: (MIG-[^)]+)\\)"));
    auto parent = gpus.end();
    std::vector<GpuReport> result = gpus;
    for (const auto &line : output.values("gpulist")) {
        const auto text = QString::fromStdString(line).trimmed();
        if (const auto match = parentLine.match(text); match.hasMatch()) {
            parent = std::find_if(gpus.begin(), gpus.end(),
                [&](const GpuReport &gpu) { return gpu.uuid == match.captured(1).toStdString(); });
        } else if (const auto instance = instanceLine.match(text); instance.hasMatch() && parent != gpus.end()) {
            GpuReport gpu;
            gpu.uuid = instance.captured(2).toStdString();
            gpu.name = parent->name + ' ' + instance.captured(1).toStdString();
            gpu.pciBusId = parent->pciBusId;
            gpu.driverVersion = parent->driverVersion;
            gpu.computeCapability = parent->computeCapability;
            parent->mig = true;
            result.push_back(std::move(gpu));
        }
    }
    for (std::size_t index = 0; index < gpus.size(); ++index)
        result[index].mig = gpus[index].mig;
    gpus = std::move(result);
}

std::string joined(const std::vector<std::string> &lines)
{
    std::string text;
    for (std::size_t index = 0; index < std::min<std::size_t>(lines.size(), 5); ++index)
        text += (index == 0 ? "" : "\n") + lines[index];
    return text;
}

} // namespace

void readGpus(const ProbeOutput &output, ProbeReport &report)
{
    const auto code = output.number("gpucode");
    if (!code) {
        const auto driver = output.value("nvidiadriver");
        if (!driver.empty()) {
            report.gpuProblem = GpuProblem::Unreadable;
            report.gpuDetail = "nvidia-smi was not found; " + driver;
        } else if (const auto devices = output.values("nvidiapci"); !devices.empty()) {
            report.gpuProblem = GpuProblem::NoDriver;
            report.gpuDetail = "PCI " + joined(devices);
        }
        return;
    }
    const auto lines = output.values("gpu");
    for (const auto &line : lines) {
        if (auto gpu = gpuOf(line); gpu && report.gpus.size() < mostGpus)
            report.gpus.push_back(std::move(*gpu));
    }
    if (*code != 0 || report.gpus.empty()) {
        report.gpuProblem = problemOf(*code, joined(lines));
        report.gpuDetail = report.gpuProblem == GpuProblem::None ? std::string() : joined(lines);
    }
    countProcesses(output, report.gpus);
    addInstances(output, report.gpus);
}

} // namespace motley
