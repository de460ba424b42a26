#include "engine/plan/simulation/measuredruns.h"

#include "engine/json/jsonfields.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, MeasuredRank &rank)
{
    fields("device", rank.device);
    fields("capability", rank.capability);
    fields("units", rank.units);
    fields("ownSeconds", rank.ownSeconds);
}

template <typename Fields>
void describe(Fields &fields, MeasuredRun &run)
{
    fields("task", run.task);
    fields("operationsPerUnit", run.operationsPerUnit);
    fields("gradientBytes", run.gradientBytes);
    fields("ranks", run.ranks);
    fields("stepSeconds", run.stepSeconds);
}

template <typename Fields>
void describe(Fields &fields, MeasuredRuns &all)
{
    fields("computer", all.computer);
    fields("day", all.day);
    fields("steps", all.steps);
    fields("runs", all.runs);
}

namespace {

constexpr std::size_t longestRunsFile = 4 << 20; // bytes

bool isPositive(double value)
{
    return std::isfinite(value) && value > 0;
}

Result<void> validate(const MeasuredRun &run, const std::string &where)
{
    if (run.ranks.empty())
        return fail("The field " + where + ".ranks must name at least one rank.");
    if (!isPositive(run.stepSeconds) || !isPositive(run.operationsPerUnit) || !(run.gradientBytes >= 0))
        return fail("The fields stepSeconds and operationsPerUnit of " + where
            + " must be above 0, and gradientBytes at least 0.");
    for (const MeasuredRank &rank : run.ranks)
        if (!isPositive(rank.capability) || !isPositive(rank.units) || !isPositive(rank.ownSeconds))
            return fail("The fields capability, units and ownSeconds in " + where + ".ranks must be above 0.");
    return {};
}

} // namespace

std::string toJson(const MeasuredRuns &runs)
{
    MeasuredRuns head = runs;
    head.runs.clear();
    const std::string before = dumpLine(versionedJsonOf(head));
    std::string text = before.substr(0, before.rfind(']'));
    for (const MeasuredRun &run : runs.runs)
        text += (text.back() == '[' ? "\n" : ",\n") + dumpLine(jsonOf(run));
    return text + "\n" + before.substr(before.rfind(']')) + "\n";
}

Result<MeasuredRuns> parseMeasuredRuns(std::string_view json)
{
    return fromVersionedText<MeasuredRuns>(json, longestRunsFile, "file of measured runs")
        .and_then([](const MeasuredRuns &all) -> Result<MeasuredRuns> {
            for (std::size_t i = 0; i < all.runs.size(); ++i)
                if (const auto good = validate(all.runs[i], "runs[" + std::to_string(i) + "]"); !good)
                    return tl::unexpected(good.error());
            return all;
        });
}

} // namespace motley
