#include "engine/commands/finalreport.h"

#include "engine/commands/numbers.h"

#include <iomanip>
#include <sstream>

namespace motley {

namespace {

constexpr int labelWidth = 16;
constexpr int columnWidth = 11;

std::string verdict(const RunFinished &finished)
{
    const std::string where = " after step " + grouped(double(finished.step)) + ", " + duration(finished.seconds);
    switch (finished.outcome) {
    case RunFinished::Outcome::Completed:
        return "Completed" + where;
    case RunFinished::Outcome::Stopped:
        return "Stopped" + where;
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

} // namespace

void FinalReport::add(const Event &event)
{
    if (const auto *started = std::get_if<RunStarted>(&event.body))
        m_name = started->name;
    else if (const auto *step = std::get_if<StepDone>(&event.body))
        add(*step);
    else if (const auto *evaluation = std::get_if<Evaluation>(&event.body))
        m_evaluation = *evaluation;
}

void FinalReport::add(const StepDone &step)
{
    m_samples += step.samples;
    m_seconds += step.seconds;
    for (const RankStep &part : step.ranks) {
        if (part.rank < 0 || std::size_t(part.rank) >= m_ranks.size())
            continue;
        RankTotal &total = m_ranks[std::size_t(part.rank)];
        total.samples += part.samples;
        total.busySeconds += part.dataSeconds + part.forwardSeconds + part.backwardSeconds + part.optimizerSeconds;
        total.waitingSeconds += part.exchangeSeconds;
    }
}

std::string FinalReport::text(const RunFinished &finished, const RunFolder &folder) const
{
    std::ostringstream table;
    table << m_name << (m_name.empty() ? "" : ": ") << verdict(finished) << "\n";
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
        cells(table, {"rank", "device", "threads", "share", "samples/s", "waiting"});
        for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
            const RankTotal &total = m_ranks[rank];
            const PlannedRank &planned = m_plan.ranks[rank];
            const double all = total.busySeconds + total.waitingSeconds;
            cells(table,
                {std::to_string(rank), planned.device.kind == Device::Kind::Cpu ? "cpu" : "cuda",
                    std::to_string(planned.threads), std::to_string(planned.share),
                    grouped(double(total.samples) / m_seconds),
                    all > 0 ? percent(total.waitingSeconds / all, 0) : "n/a"});
        }
    }
    row(table, "model", finished.model.empty() ? "none was written" : folder.path + "/" + finished.model);
    row(table, "run folder", folder.path);
    return table.str();
}

} // namespace motley
