#include "engine/run/tensorboard.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>
#include <vector>

namespace motley {

namespace {

template <typename Number>
std::string littleEndian(Number value)
{
    std::string bytes;
    for (std::size_t i = 0; i < sizeof value; ++i)
        bytes += char(value >> (8 * i) & 0xff);
    return bytes;
}

template <typename Bits, typename Number>
std::string bitsOf(Number value)
{
    static_assert(sizeof(Bits) == sizeof(Number));
    Bits bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return littleEndian(bits);
}

// Protocol buffers: a field is its number with the kind of its value, then the value.
enum WireKind { Varint = 0, Fixed64 = 1, Delimited = 2, Fixed32 = 5 };

std::string varint(std::uint64_t value)
{
    std::string bytes;
    for (; value >= 0x80; value >>= 7)
        bytes += char(value | 0x80);
    return bytes + char(value);
}

std::string key(int field, WireKind kind)
{
    return varint(std::uint64_t(field) << 3 | kind);
}

std::string delimited(int field, const std::string &bytes)
{
    return key(field, Delimited) + varint(bytes.size()) + bytes;
}

std::string eventMessage(double time, std::int64_t step, int field, const std::string &content)
{
    return key(1, Fixed64) + bitsOf<std::uint64_t>(time) + key(2, Varint) + varint(std::uint64_t(step))
        + delimited(field, content);
}

std::string versionMessage(double time)
{
    return eventMessage(time, 0, 3, "brain.Event:2");
}

struct Scalar {
    std::string tag;
    double value;
};
using Scalars = std::vector<Scalar>;

std::string summaryMessage(double time, std::int64_t step, const Scalars &scalars)
{
    std::string summary;
    for (const Scalar &scalar : scalars)
        summary += delimited(
            1, delimited(1, scalar.tag) + key(2, Fixed32) + bitsOf<std::uint32_t>(static_cast<float>(scalar.value)));
    return eventMessage(time, step, 5, summary);
}

// TFRecord masks its checksums, so that data which itself holds checksums is still checked well.
std::string maskedCheck(std::string_view bytes)
{
    const std::uint32_t check = crc32c(bytes);
    return littleEndian((check >> 15 | check << 17) + 0xa282ead8U);
}

std::string frame(const std::string &message)
{
    const std::string length = littleEndian(std::uint64_t(message.size()));
    return length + maskedCheck(length) + message + maskedCheck(message);
}

template <typename Number>
void addIfKnown(Scalars &scalars, const std::string &tag, const std::optional<Number> &value)
{
    if (value)
        scalars.push_back({tag, double(*value)});
}

Scalars scalarsOf(const StepDone &step, const std::vector<std::string> &)
{
    Scalars scalars{{"train/loss", step.loss}, {"train/learningRate", step.learningRate},
        {"train/gradientNorm", step.gradientNorm}, {"train/samplesPerSecond", step.samplesPerSecond},
        {"train/epoch", double(step.epoch)}};
    addIfKnown(scalars, "train/lossScale", step.lossScale);
    addIfKnown(scalars, "train/noiseScale", step.noiseScale);
    return scalars;
}

Scalars scalarsOf(const Evaluation &evaluation, const std::vector<std::string> &)
{
    Scalars scalars{{"test/loss", evaluation.loss}};
    for (const Metric &metric : evaluation.metrics)
        scalars.push_back({"test/" + metric.name, metric.value});
    return scalars;
}

// The group of a machine's curves: TensorBoard cuts their names at the slash.
std::string groupOf(int machine, const std::vector<std::string> &names)
{
    const bool isNamed = machine >= 0 && std::size_t(machine) < names.size() && !names[std::size_t(machine)].empty();
    std::string name = isNamed ? names[std::size_t(machine)] : std::to_string(machine);
    std::replace(name.begin(), name.end(), '/', '_');
    return "machine " + name + "/";
}

Scalars scalarsOf(const Telemetry &telemetry, const std::vector<std::string> &machines)
{
    const std::string machine = groupOf(telemetry.machine, machines);
    Scalars scalars;
    addIfKnown(scalars, machine + "cpuPercent", telemetry.cpuPercent);
    addIfKnown(scalars, machine + "memoryUsedBytes", telemetry.memoryUsedBytes);
    for (std::size_t i = 0; i < telemetry.gpus.size(); ++i) {
        const GpuTelemetry &gpu = telemetry.gpus[i];
        const std::string device = machine + "gpu " + std::to_string(i) + " ";
        addIfKnown(scalars, device + "utilizationPercent", gpu.utilizationPercent);
        addIfKnown(scalars, device + "memoryUsedBytes", gpu.memoryUsedBytes);
        addIfKnown(scalars, device + "powerWatts", gpu.powerWatts);
        addIfKnown(scalars, device + "temperatureCelsius", gpu.temperatureCelsius);
    }
    return scalars;
}

Scalars scalarsOf(int generation, std::size_t ranks)
{
    return {{"run/ranks", double(ranks)}, {"run/generation", double(generation)}};
}

Scalars scalarsOf(const PlanChosen &chosen, const std::vector<std::string> &)
{
    return scalarsOf(1, chosen.plan.ranks.size());
}

Scalars scalarsOf(const MembershipChanged &changed, const std::vector<std::string> &)
{
    return scalarsOf(changed.generation, changed.ranks.size());
}

template <typename Body>
Scalars scalarsOf(const Body &, const std::vector<std::string> &)
{
    return {}; // nothing to draw
}

std::int64_t stepOf(const EventBody &body, std::int64_t otherwise)
{
    if (const auto *step = std::get_if<StepDone>(&body))
        return step->step;
    if (const auto *evaluation = std::get_if<Evaluation>(&body))
        return evaluation->step;
    if (const auto *changed = std::get_if<MembershipChanged>(&body))
        return changed->step;
    return otherwise;
}

constexpr std::uint32_t reversedCastagnoli = 0x82f63b78;

std::array<std::uint32_t, 256> makeTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit)
            rest = rest >> 1 ^ (rest & 1 ? reversedCastagnoli : 0);
        table[byte] = rest;
    }
    return table;
}

} // namespace

std::uint32_t crc32c(std::string_view bytes)
{
    static const auto table = makeTable();
    std::uint32_t check = 0xffffffff;
    for (const char byte : bytes)
        check = check >> 8 ^ table[(check ^ static_cast<unsigned char>(byte)) & 0xff];
    return ~check;
}

TensorBoardLog::TensorBoardLog(Descriptor file, std::vector<std::string> machines)
    : m_file(std::move(file)), m_machines(std::move(machines))
{
}

Result<TensorBoardLog> TensorBoardLog::create(const std::string &folder, std::vector<std::string> machines)
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    const std::string seconds = std::to_string(milliseconds / 1000);
    // TensorBoard finds such files by "tfevents" and reads them in the order of their names.
    const std::string path = folder + "/events.out.tfevents." + seconds + ".motley-"
        + std::to_string(milliseconds % 1000) + "-" + std::to_string(getpid());
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600));
    if (!file)
        return fail("Could not create " + path + ": " + systemReason(errno) + ".");
    TensorBoardLog log(std::move(file), std::move(machines));
    log.append(versionMessage(double(milliseconds) / 1000));
    return log;
}

void TensorBoardLog::add(const Event &event)
{
    m_step = stepOf(event.body, m_step);
    const Scalars scalars = std::visit([this](const auto &body) { return scalarsOf(body, m_machines); }, event.body);
    if (!scalars.empty())
        append(summaryMessage(event.time, m_step, scalars));
}

void TensorBoardLog::append(const std::string &message)
{
    const std::string bytes = frame(message);
    if (m_size + std::int64_t(bytes.size()) > largestFile)
        return;
    if (writeAll(m_file.get(), bytes))
        m_size += std::int64_t(bytes.size());
    else if (ftruncate(m_file.get(), m_size) != 0) // half a frame would hide all that follow
        m_size = largestFile;
}

} // namespace motley
