#include "engine/commands/terminal/finalreport.h"

#include "engine/commands/terminal/membershipwords.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/commands/terminal/plaintext.h"
#include "engine/commands/terminal/slowdownwords.h"
#include "engine/plan/diagnosis/noticefilter.h"
#include "engine/plan/forecast/guidelines.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace motley {

namespace {

constexpr int labelWidth = 16;
constexpr int columnWidth = 11;
constexpr std::size_t mostFindings = 12;
constexpr std::size_t mostLosses = 12;

std::string outcomeText(const RunFinished &finished)
{
    const std::string where = " after step " + grouped(double(finished.step)) + ", " + duration(finished.seconds);
    switch (finished.outcome) {
    case RunFinished::Outcome::Completed:
        return "Completed" + where;
    case RunFinished::Outcome::Stopped:
        return "Stopped" + where;
    case RunFinished::Outcome::Paused:
        return "Paused" + where;
    case RunFinished::Outcome::Failed:
        break;
    }
    return "Failed" + where;
}

void row(std::ostream &table, const std::string &label, const std::string &value)
{
    table << "  " << std::left << std::setw(labelWidth) << label << value << "\n";
}

void cells(std::ostream &table, const std::vector<std::string> &values)
{
    table << "  ";
    for (std::size_t i = 0; i + 1 < values.size(); ++i)
        table << std::left << std::setw(columnWidth) << values[i];
    table << values.back() << "\n";
}

std::string against(double measured, double predicted)
{
    std::string text = fixed(1000 * measured, 1) + " ms";
    if (predicted <= 0)
        return text;
    text += "; " + fixed(1000 * predicted, 1) + " ms were predicted";
    const double error = predicted / measured - 1;
    return measured > 0 ? text + " (" + (error < 0 ? "" : "+") + percent(error, 1) + ")" : text;
}

} // namespace

void FinalReport::add(const Event &event)
{
    m_members.add(event.body);
    if (const auto *started = std::get_if<RunStarted>(&event.body)) {
        m_name = started->name;
        m_batch = started->batch;
    } else if (const auto *chosen = std::get_if<PlanChosen>(&event.body)) {
        m_plan = chosen->plan;
        m_ranks.assign(m_plan.ranks.size(), {});
    } else if (const auto *step = std::get_if<StepDone>(&event.body))
        add(*step);
    else if (const auto *evaluation = std::get_if<Evaluation>(&event.body))
        m_evaluation = *evaluation;
    else if (const auto *changed = std::get_if<SharesChanged>(&event.body))
        add(*changed);
    else if (const auto *slowdown = std::get_if<Slowdown>(&event.body))
        add(*slowdown);
}

void FinalReport::add(const StepDone &step)
{
    m_samples += step.samples;
    m_seconds += step.seconds;
    m_parts.add(step);
    if (step.noiseScale)
        m_noiseScale = step.noiseScale;
    for (const RankStep &part : step.ranks) {
        if (part.rank < 0 || std::size_t(part.rank) >= m_ranks.size())
            continue;
        RankTotal &total = m_ranks[std::size_t(part.rank)];
        total.samples += part.samples;
        total.computingSeconds += part.forwardSeconds + part.backwardSeconds + part.optimizerSeconds;
        total.dataSeconds += part.dataSeconds;
        total.exchangeSeconds += part.exchangeSeconds;
    }
}

void FinalReport::add(const SharesChanged &changed)
{
    if (changed.shares.size() != m_plan.ranks.size())
        return;
    m_sharesSince = changed.step;
    ++m_changes;
}

void FinalReport::add(const Slowdown &slowdown)
{
    const auto known = std::find_if(
        m_found.begin(), m_found.end(), [&](const Slowdown &other) { return isSameSlowdown(other, slowdown); });
    if (known == m_found.end())
        m_found.push_back(slowdown);
    else
        *known = slowdown;
}

std::string FinalReport::parts() const
{
    const PredictedStep &predicted = m_plan.predicted;
    std::ostringstream table;
    row(table, "step time", against(m_parts.stepSeconds(), predicted.seconds()));
    row(table, "  computing", against(m_parts.computeSeconds(), predicted.computeSeconds));
    if (m_ranks.size() > 1)
        row(table, "  exchange", against(m_parts.exchangeSeconds(), predicted.exchangeSeconds));
    row(table, "  for data", against(m_parts.dataSeconds(), 0));
    return table.str();
}

std::string FinalReport::noise() const
{
    std::string text = grouped(*m_noiseScale) + ", with a batch of " + grouped(double(m_batch));
    switch (fitOf(double(m_batch), *m_noiseScale)) {
    case BatchFit::Small:
        return text + ": a larger one would save steps at little cost";
    case BatchFit::Large:
        return text + ": a smaller one would learn as much";
    case BatchFit::Good:
        break;
    }
    return text;
}

void FinalReport::addRanks(std::ostream &table) const
{
    cells(table, {"rank", "device", "threads", "share", "samples/s", "computing", "for data", "for others"});
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
        const RankTotal &total = m_ranks[rank];
        const PlannedRank &planned = m_members.plan()->ranks[rank];
        const auto part
            = [&](double seconds) { return total.seconds() > 0 ? percent(seconds / total.seconds(), 0) : "n/a"; };
        cells(table,
            {std::to_string(rank), planned.device.kind == Device::Kind::Cpu ? "cpu" : "cuda",
                std::to_string(planned.threads), m_members.trains(int(rank)) ? std::to_string(planned.share) : "lost",
                grouped(double(total.samples) / m_seconds), part(total.computingSeconds), part(total.dataSeconds),
                part(total.exchangeSeconds)});
    }
}

void FinalReport::addLosses(std::ostream &table) const
{
    const auto &losses = m_members.losses();
    for (std::size_t i = 0; i < std::min(losses.size(), mostLosses); ++i)
        row(table, i == 0 ? "lost" : "", toText(losses[i], m_plan.machines));
}

std::string FinalReport::text(const RunFinished &finished, const RunFolder &folder) const
{
    std::ostringstream table;
    table << m_name << (m_name.empty() ? "" : ": ") << outcomeText(finished) << "\n";
    if (m_evaluation) {
        std::string measured;
        for (const Metric &metric : m_evaluation->metrics)
            measured += toText(metric) + ", ";
        row(table, "test",
            measured + "loss " + fixed(m_evaluation->loss, 4) + "  (" + grouped(double(m_evaluation->samples))
                + " samples, after step " + grouped(double(m_evaluation->step)) + ")");
    }
    if (m_seconds > 0) {
        row(table, "throughput", grouped(double(m_samples) / m_seconds) + " samples/s");
        table << parts();
        addRanks(table);
        if (m_noiseScale && m_batch > 0)
            row(table, "noise scale", noise());
        if (m_sharesSince > 0)
            row(table, "shares",
                "since step " + grouped(double(m_sharesSince)) + "; changed " + std::to_string(m_changes)
                    + (m_changes == 1 ? " time" : " times"));
        for (std::size_t i = 0; i < std::min(m_found.size(), mostFindings); ++i)
            row(table, i == 0 ? "found" : "", toPastText(m_found[i], m_plan));
    }
    addLosses(table);
    row(table, "model", finished.model.empty() ? "none was written" : folder.path + "/" + finished.model);
    row(table, "run folder", folder.path);
    return plainText(table.str());
}

} // namespace motley
