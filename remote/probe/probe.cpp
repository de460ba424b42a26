#include "remote/probe/probe.h"

#include "remote/probe/examine.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace motley {

namespace {

constexpr std::int64_t kibibyte = 1024;
constexpr int mostProcessors = 1 << 16;

std::optional<std::int64_t> bytes(std::optional<std::int64_t> kibibytes)
{
    if (!kibibytes || *kibibytes < 0 || *kibibytes > (std::int64_t(1) << 50))
        return std::nullopt;
    return *kibibytes * kibibyte;
}

// "200000 100000", "max 100000" or, in the older version, "-1 100000": microseconds of each period; the least counts.
std::optional<double> quotaOf(const ProbeOutput &output)
{
    std::optional<double> least;
    for (const auto &line : output.values("cpumax")) {
        const auto words = split(line, " ");
        const auto quota = wholeNumber(words.front());
        const auto period = words.size() == 2 ? wholeNumber(words[1]) : std::nullopt;
        if (!quota || !period || *quota <= 0 || *period <= 0)
            continue;
        const double processors = static_cast<double>(*quota) / static_cast<double>(*period);
        least = std::min(least.value_or(processors), processors);
    }
    return least;
}

std::optional<std::string> glibcOf(const std::string &words)
{
    constexpr std::string_view name = "glibc ";
    if (!words.starts_with(name) || !decimalNumber(words.substr(name.size())))
        return std::nullopt;
    return words.substr(name.size());
}

// "boot-id pid:[4026531836] net:[4026531840]": with less, containers of one kernel could not be told apart.
std::optional<std::string> systemOf(const std::string &line)
{
    auto words = split(line, " ");
    std::erase(words, std::string());
    const bool isWhole = words.size() == 3 && words[1].starts_with("pid:") && words[2].starts_with("net:");
    return isWhole ? std::optional(words[0] + ' ' + words[1] + ' ' + words[2]) : std::nullopt;
}

ProbeReport reportOf(const ProbeOutput &output)
{
    ProbeReport report;
    report.hostName = output.value("host");
    report.operatingSystem = output.value("os");
    report.kernel = output.value("kernel");
    report.architecture = output.value("arch");
    report.glibc = glibcOf(output.value("glibc"));
    report.cpuModel = output.value("cpu");
    report.cpuCount = static_cast<int>(std::clamp<std::int64_t>(output.number("cpus").value_or(1), 1, mostProcessors));
    if (const auto quota = quotaOf(output); quota && *quota < report.cpuCount)
        report.cpuQuota = quota;
    readMemory(output, report);
    report.runningSystem = systemOf(output.value("system"));
    report.home = output.value("home");
    report.installRoot = output.value("root");
    report.diskFreeBytes = bytes(output.number("disk"));
    const auto connection = split(output.value("ssh"), " "); // client, its port, server, its port
    if (connection.size() == 4) {
        report.sshClientAddress = connection[0];
        report.sshServerAddress = connection[2];
    }
    report.interfaces = readInterfaces(output);
    readGpus(output, report);
    return report;
}

double now()
{
    using Seconds = std::chrono::duration<double>;
    return Seconds(std::chrono::system_clock::now().time_since_epoch()).count();
}

// A clock without fractions is half a second behind on average. Anything beyond a century is not a clock.
std::optional<double> clockOffset(const std::string &clock, double heardAt)
{
    const auto dot = clock.find('.');
    const auto whole = wholeNumber(clock.substr(0, dot));
    if (!whole)
        return std::nullopt;
    const auto exact = decimalNumber(clock);
    const double offset = exact.value_or(static_cast<double>(*whole) + 0.5) - heardAt;
    return std::abs(offset) < 3.2e9 ? std::optional(offset) : std::nullopt;
}

} // namespace

// "limit used", in bytes, of each control group above the login.
void readMemory(const ProbeOutput &output, ProbeReport &report)
{
    report.memoryTotalBytes = bytes(output.number("memtotal"));
    report.memoryAvailableBytes = bytes(output.number("memavailable"));
    for (const auto &line : output.values("memmax")) {
        const auto words = split(line, " ");
        const auto limit = wholeNumber(words.front());
        const auto used = words.size() == 2 ? wholeNumber(words[1]) : std::nullopt;
        if (!limit || *limit <= 0)
            continue;
        if (report.memoryTotalBytes)
            report.memoryTotalBytes = std::min(*report.memoryTotalBytes, *limit);
        if (report.memoryAvailableBytes && used)
            report.memoryAvailableBytes
                = std::min(*report.memoryAvailableBytes, std::max<std::int64_t>(0, *limit - *used));
    }
}

Result<ProbeReport> parseProbeOutput(std::string_view output)
{
    return ProbeOutput::parse(output).map(reportOf);
}

Result<ProbeReport> probe(Session &session, std::stop_token stop)
{
    std::optional<double> clockHeardAt;
    const auto output = examine(session, probeScript(), std::move(stop), [&](const std::string &soFar) {
        if (!clockHeardAt && soFar.find("\nclock=") != std::string::npos)
            clockHeardAt = now();
    });
    if (!output)
        return tl::unexpected(output.error());
    auto report = reportOf(*output);
    if (clockHeardAt)
        report.clockOffsetSeconds = clockOffset(output->value("clock"), *clockHeardAt);
    return report;
}

} // namespace motley
