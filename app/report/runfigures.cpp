#include "app/report/runfigures.h"

#include "app/words/speedhistory.h"
#include "remote/history/eventlogcopy.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>

#include <algorithm>

namespace motley {

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(motley::RunFigures)
};

void cut(std::vector<double> &column, std::size_t length)
{
    column.resize(std::min(column.size(), length));
}

class Counter {
public:
    explicit Counter(RunFigures &figures) : m_figures(figures) { }

    void add(const Event &event)
    {
        m_first = m_first == 0 ? event.time : m_first;
        m_last = event.time;
        m_figures.members.add(event.body);
        std::visit([this, &event](const auto &body) { count(event, body); }, event.body);
    }

    void finish()
    {
        m_figures.seconds = m_figures.finished ? m_figures.finished->seconds : m_last - m_first;
        m_figures.meanSpeed = m_speed.meanSamplesPerSecond();
    }

private:
    template <typename Other>
    void count(const Event &, const Other &)
    {
    }

    void count(const Event &, const RunStarted &started)
    {
        m_figures.started = started;
        m_figures.unit = batchUnitOf(started.task);
    }

    void count(const Event &, const StepDone &step)
    {
        const auto number = static_cast<double>(step.step);
        auto &steps = m_figures.steps;
        if (!steps.empty() && steps.back() >= number)
            forgetFrom(number);
        steps.push_back(number);
        m_figures.loss.push_back(step.loss);
        m_speed.add(unitsOf(step, m_figures.unit), step.seconds);
        m_figures.speed.push_back(m_speed.samplesPerSecond().value_or(0));
    }

    void count(const Event &, const Evaluation &test)
    {
        const auto number = static_cast<double>(test.step);
        if (!m_figures.testSteps.empty() && m_figures.testSteps.back() >= number)
            forgetTestsFrom(number);
        m_figures.testSteps.push_back(number);
        m_figures.testLoss.push_back(test.loss);
        const Metric main = test.metrics.empty() ? Metric{} : test.metrics.front();
        m_figures.testMetric.push_back(main.value * (main.unit == Metric::Unit::Fraction ? 100 : 1));
        if (test.metrics.empty() || (m_figures.best && !isBetter(main, *m_figures.best)))
            return;
        m_figures.best = main;
        m_figures.bestStep = test.step;
    }

    void count(const Event &event, const MembershipChanged &) { note(event); }
    void count(const Event &event, const Slowdown &) { note(event); }
    void count(const Event &event, const Warning &) { note(event); }
    void count(const Event &event, const RankFailed &) { note(event); }
    void count(const Event &event, const RunFinished &finished)
    {
        m_figures.finished = finished;
        if (!finished.message.empty())
            note(event);
    }

    void note(const Event &event)
    {
        const auto step = m_figures.steps.empty() ? 0 : static_cast<std::int64_t>(m_figures.steps.back());
        if (m_figures.happenings.size() < RunFigures::mostHappenings)
            m_figures.happenings.push_back({event.time, step, event.body});
    }

    void forgetFrom(double step)
    {
        auto &steps = m_figures.steps;
        const auto length
            = static_cast<std::size_t>(std::lower_bound(steps.begin(), steps.end(), step) - steps.begin());
        for (auto *column : {&steps, &m_figures.loss, &m_figures.speed})
            cut(*column, length);
        m_speed.forgetFrom(length);
        forgetTestsFrom(step);
    }

    void forgetTestsFrom(double step)
    {
        auto &steps = m_figures.testSteps;
        const auto length
            = static_cast<std::size_t>(std::lower_bound(steps.begin(), steps.end(), step) - steps.begin());
        for (auto *column : {&steps, &m_figures.testLoss, &m_figures.testMetric})
            cut(*column, length);
    }

    RunFigures &m_figures;
    SpeedHistory m_speed;
    double m_first = 0;
    double m_last = 0;
};

} // namespace

Result<RunFigures> figuresOf(const RunRecord &run, const std::stop_token &stop)
{
    RunFigures figures;
    figures.run = run;
    if (auto job = readJob(run.jobFile().toStdString()))
        figures.job = *std::move(job);
    Counter counter(figures);
    const auto read = EventLogCopy(run.eventsFile()).visit([&](EventLine &&line) {
        if (line.event)
            counter.add(*line.event);
        return !stop.stop_requested();
    });
    if (!read)
        return tl::unexpected(read.error());
    if (stop.stop_requested())
        return sentence(Figures::tr("The events were not read to their end."));
    counter.finish();
    return figures;
}

} // namespace motley
