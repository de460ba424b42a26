#include "app/cli/screen/machinelines.h"

#include "app/cli/screen/textcharts.h"
#include "app/cli/terminal/columns.h"
#include "app/models/runmachinemodel.h"
#include "app/words/format.h"
#include "app/words/planwords.h"

#include <algorithm>
#include <array>

namespace motley {

namespace {

constexpr int gap = 2; // columns
constexpr int widestName = 28;
constexpr std::size_t loadValues = 12; // of a sparkline

struct MachineColumn {
    QString title;
    std::vector<ScreenPiece> cells{}; // one a machine
    int importance = 0; // the least important columns are left out first

    int width() const
    {
        int widest = columnsOf(title);
        for (const ScreenPiece &cell : cells)
            widest = std::max(widest, columnsOf(cell.text));
        return widest;
    }
};

Tone toneOf(MachineState::Kind kind)
{
    constexpr std::array tones{Tone::Plain, Tone::Good, Tone::Warning, Tone::Bad};
    return tones[std::size_t(kind)];
}

QString waitingWords(const WholeSplit &split)
{
    return split.seconds() > 0 ? formatPercent(100 * split.waiting / split.seconds()) : notKnown();
}

QString memoryWords(const std::optional<Telemetry> &telemetry)
{
    return formatBytes(telemetry ? telemetry->memoryUsedBytes : std::nullopt);
}

// Of the GPUs where the machine has some, else of the processors.
QString loadWords(const MachineSeries &machine)
{
    const bool hasGpus = machine.readings.has(TelemetryReading::Gpus);
    const auto reading = hasGpus ? TelemetryReading::Gpus : TelemetryReading::Processors;
    if (!machine.telemetry || !machine.readings.has(reading))
        return notKnown();
    std::vector<double> parts = machine.readings.latest(reading, loadValues);
    const double latest = parts.empty() ? 0 : parts.back();
    for (double &part : parts)
        part /= 100;
    return sparkline(parts, int(loadValues)) + QLatin1Char(' ') + formatPercent(latest);
}

std::vector<MachineColumn> machineColumns(const MetricSeries &series, std::size_t machines)
{
    MachineColumn name{MachineLines::tr("Machine"), {}, 7};
    MachineColumn state{MachineLines::tr("State"), {}, 6};
    MachineColumn share{MachineLines::tr("Share"), {}, 3};
    MachineColumn rate{series.finished() ? MachineLines::tr("Speed") : MachineLines::tr("Speed now"), {}, 5};
    MachineColumn waiting{MachineLines::tr("Waiting"), {}, 4};
    MachineColumn load{MachineLines::tr("Load"), {}, 2};
    MachineColumn memory{MachineLines::tr("Memory"), {}, 1};
    const std::int64_t batch = series.started() ? series.started()->batch : 0;
    for (std::size_t i = 0; i < machines; ++i) {
        const MachineSeries &machine = series.machines()[i];
        const bool isLost = series.members().isLost(int(i));
        const MachineState now = machineStateOf(series, i);
        name.cells.push_back({cutToColumns(machineWord(machine.name), widestName)});
        state.cells.push_back({now.word, toneOf(now.kind)});
        share.cells.push_back({isLost ? notKnown()
                : batch > 0           ? shareWords(machine.share, batch, series.unit())
                                      : formatCount(machine.share)});
        rate.cells.push_back({isLost ? notKnown() : rateWords(series.rateOf(machine), series.unit())});
        waiting.cells.push_back({isLost ? notKnown() : waitingWords(series.recentSplit(machine))});
        load.cells.push_back({isLost || series.finished() ? notKnown() : loadWords(machine)});
        memory.cells.push_back({isLost ? notKnown() : memoryWords(machine.telemetry)});
    }
    return {name, state, share, rate, waiting, load, memory};
}

void leaveOutWhatDoesNotFit(std::vector<MachineColumn> &shown, int columns)
{
    const auto total = [&] {
        int width = -gap;
        for (const MachineColumn &column : shown)
            width += column.width() + gap;
        return width;
    };
    while (shown.size() > 1 && total() > columns)
        shown.erase(std::min_element(shown.begin(), shown.end(),
            [](const MachineColumn &a, const MachineColumn &b) { return a.importance < b.importance; }));
}

} // namespace

std::vector<ScreenLine> machineLines(const MetricSeries &series, int columns, std::size_t most)
{
    const std::size_t all = series.machines().size();
    if (all == 0)
        return {};
    const std::size_t machines = all > most ? std::max<std::size_t>(1, most - 1) : all;
    std::vector<MachineColumn> shown = machineColumns(series, machines);
    leaveOutWhatDoesNotFit(shown, columns);
    std::vector<ScreenLine> lines(machines + 1);
    for (const MachineColumn &column : shown) {
        const int width = column.width() + gap;
        lines[0].push_back({padded(column.title, width), Tone::Muted});
        for (std::size_t i = 0; i < machines; ++i)
            lines[i + 1].push_back({padded(column.cells[i].text, width), column.cells[i].tone});
    }
    if (machines < all)
        lines.push_back({{MachineLines::tr("and %Ln more", nullptr, int(all - machines)), Tone::Muted}});
    for (ScreenLine &line : lines)
        line = cutToColumns(line, columns);
    return lines;
}

} // namespace motley
