#include "engine/protocol/joinrequest.h"

#include "engine/job/jobchanges.h"
#include "engine/json/jsonfields.h"

#include <algorithm>
#include <map>

namespace motley {

namespace {

constexpr std::size_t longestRequest = 4 << 20; // bytes
constexpr std::size_t mostDevices = 1024;

// Every part is a text that has a parser of its own.
struct JoiningDeviceFields {
    std::string uuid; // empty: the CPU
    int threads = 1;
    std::string speed;
};

struct JoinRequestFields {
    std::string engine;
    std::string report;
    std::string job;
    std::vector<JoiningDeviceFields> devices;
    bool comparesSizes = false;
    std::vector<JoiningFile> files;
    std::string echoEndpoint;
};

template <typename Fields>
void describe(Fields &fields, JoiningDeviceFields &device)
{
    fields("uuid", device.uuid);
    fields("threads", device.threads);
    fields("speed", device.speed);
}

} // namespace

template <typename Fields>
void describe(Fields &fields, JoiningFile &file)
{
    fields("relativePath", file.relativePath);
    fields("bytes", file.bytes);
    fields("sha256", file.sha256);
}

namespace {

template <typename Fields>
void describe(Fields &fields, JoinRequestFields &sent)
{
    fields("engine", sent.engine);
    fields("report", sent.report);
    fields("job", sent.job);
    fields("devices", sent.devices);
    fields("comparesSizes", sent.comparesSizes);
    fields("files", sent.files);
    fields("echoEndpoint", sent.echoEndpoint);
}

Result<std::vector<JoiningDevice>> devicesIn(const JoinRequestFields &sent)
{
    std::vector<JoiningDevice> devices;
    for (const JoiningDeviceFields &device : sent.devices) {
        auto speed = parseSpeedReport(device.speed);
        if (!speed)
            return tl::unexpected(speed.error());
        const auto kind = device.uuid.empty() ? Device::Kind::Cpu : Device::Kind::Cuda;
        devices.push_back({{kind, device.uuid}, std::max(device.threads, 1), *speed});
        if (!(speed->samplesPerSecond > 0 && speed->fixedSeconds >= 0 && speed->secondsPerUnit > 0))
            return fail("Its speed is not one.");
    }
    if (devices.empty() || devices.size() > mostDevices)
        return fail("It must have 1 to 1024 devices.");
    return devices;
}

using FilesByPath = std::map<std::string, const JoiningFile *>;

FilesByPath filesOf(const JoinRequest &request)
{
    FilesByPath files;
    for (const JoiningFile &file : request.files)
        files[file.relativePath] = &file;
    return files;
}

std::string sizeOf(const FilesByPath &files, const std::string &path)
{
    const auto found = files.find(path);
    return found == files.end() ? "not there" : std::to_string(found->second->bytes) + " bytes";
}

// Describes the first file that only one of the two machines has or that is not the same on both; empty: there is none.
std::string differenceOfFiles(
    const JoinRequest &first, const std::string &firstName, const JoinRequest &other, const std::string &otherName)
{
    const FilesByPath ours = filesOf(first);
    const FilesByPath theirs = filesOf(other);
    for (const FilesByPath *files : {&ours, &theirs})
        for (const auto &[path, file] : *files) {
            const std::string here = sizeOf(ours, path);
            const std::string there = sizeOf(theirs, path);
            if (here != there)
                return path + " is " + there + " on " + otherName + " and " + here + " on " + firstName;
            if (ours.at(path)->sha256 != theirs.at(path)->sha256)
                return path + " is as long on both, but holds something else on " + otherName;
        }
    return {};
}

} // namespace

std::string toJson(const JoinRequest &request)
{
    JoinRequestFields sent{request.engineVersion, toJson(request.report), toJson(request.job), {},
        request.comparesSizes, request.files, toJson(request.echoEndpoint)};
    for (const JoiningDevice &device : request.devices)
        sent.devices.push_back({device.device.uuid, device.threads, toJson(device.speed)});
    return dumpLine(FieldWriter::toJsonValue(sent));
}

Result<JoinRequest> parseJoinRequest(std::string_view json)
{
    const auto parsed = parseJson(json, longestRequest, "join request");
    if (!parsed)
        return tl::unexpected(parsed.error());
    JoinRequestFields sent;
    if (const auto error = FieldReader::readObject(*parsed, {}, sent))
        return tl::unexpected(*error);
    auto report = parseProbeReport(sent.report);
    auto job = parseJob(sent.job);
    auto devices = devicesIn(sent);
    auto echoEndpoint = parseEchoEndpoint(sent.echoEndpoint);
    if (!report)
        return tl::unexpected(report.error());
    if (!job)
        return tl::unexpected(job.error());
    if (!devices)
        return tl::unexpected(devices.error());
    if (!echoEndpoint)
        return tl::unexpected(echoEndpoint.error());
    return JoinRequest{sent.engine, *report, *job, *devices, sent.comparesSizes, sent.files, *echoEndpoint};
}

Result<void> checkAgreement(const std::vector<JoinRequest> &requests, const std::vector<std::string> &names)
{
    const JoinRequest &first = requests.front();
    for (std::size_t i = 1; i < requests.size(); ++i) {
        const std::string both = names[i] + " and " + names.front();
        if (requests[i].engineVersion != first.engineVersion)
            return fail(both + " have different engines: " + requests[i].engineVersion + " and " + first.engineVersion
                + ". Start the same one on all machines.");
        if (const auto changes = changesBetween(first.job, requests[i].job); !changes.empty())
            return fail("The job of " + names[i] + " differs from that of " + names.front() + ": " + changes.front()
                + ". Give all machines the same job; only paths may differ.");
        if (requests[i].comparesSizes != first.comparesSizes)
            return fail(
                both + " do not compare the same of their data. Give --sizes-only to all machines, or to none.");
        const std::string difference = differenceOfFiles(first, names.front(), requests[i], names[i]);
        if (!difference.empty())
            return fail(both + " have different data: " + difference + ".");
    }
    return {};
}

} // namespace motley
