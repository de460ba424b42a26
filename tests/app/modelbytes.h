// All that is known of an open run, to the last bit, to compare two ways of coming to know it.
#pragma once

#include "app/models/runnotice.h"
#include "app/models/runprogress.h"

#include <QByteArray>

namespace motley {

class ModelBytes {
public:
    static QByteArray of(const OpenRun &run)
    {
        ModelBytes all;
        all.addSteps(run.series());
        for (const MachineSeries &machine : run.series().machines())
            all.add(machine, run.series());
        all.addState(run.series());
        for (const LogLine &line : run.log())
            all.add(line);
        all.add(titleOf(run), run.name(), progressWords(run), int(run.state()), int(run.record().outcome));
        all.add(run.record().lastLoss.value_or(-1), run.record().best ? run.record().best->value : -1);
        if (const auto notice = noticeOf(run))
            all.add(notice->sentence, notice->detail, int(notice->kind), int(notice->actions.size()));
        return all.m_bytes;
    }

private:
    template <typename... Values>
    void add(const Values &...values)
    {
        (addOne(values), ...);
    }

    template <typename Value>
    void addOne(const Value &value)
    {
        static_assert(std::is_trivially_copyable_v<Value>);
        m_bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    void addOne(const QString &value) { m_bytes += value.toUtf8() + '\n'; }
    void addOne(const std::string &value) { m_bytes += QByteArray::fromStdString(value) + '\n'; }
    void addOne(const EventBody &value) { addOne(toLine({0, 0, value})); }
    template <typename Value>
    void addOne(const std::optional<Value> &value)
    {
        add(value.has_value());
        if (value)
            addOne(*value);
    }
    template <typename Value>
    void addOne(const std::vector<Value> &values)
    {
        add(values.size());
        for (const Value &value : values)
            addOne(value);
    }

    void addSteps(const MetricSeries &series)
    {
        add(series.steps(), series.loss(), series.learningRate(), series.gradientNorm(), series.samplesPerSecond(),
            series.stepSeconds(), series.stepTimes(), series.samplesSeen(), series.evaluationSteps(),
            series.evaluationLoss(), series.pastSteps());
        for (const MetricColumn &metric : series.metrics())
            add(metric.latest.name, metric.shown);
        for (const TestAnswers &test : series.answers()) {
            add(test.step, test.loss);
            for (const PromptAnswer &answer : test.answers)
                add(answer.prompt, answer.answer);
        }
        for (const TestExamples &test : series.examples().tests()) {
            add(EventBody(test));
            for (const TestExample &example : test.examples)
                add(series.examples().picturesOf(example.id).shown, series.examples().picturesOf(example.id).expected);
        }
    }

    void add(const MachineSeries &machine, const MetricSeries &series)
    {
        add(machine.name, machine.share, machine.ranks, machine.samplesPerSecond, machine.ownSamplesPerSecond,
            machine.readings.size(), series.rateOf(machine));
        for (std::size_t step = 0; step < machine.split.size(); ++step)
            addParts(machine.split[step]);
        addParts(series.recentSplit(machine));
        for (const ShareSpan &span : machine.shares)
            add(span.first, span.share);
        for (const LifeSpan &span : machine.life)
            add(span.first, span.last, span.ranks);
        if (machine.telemetry)
            add(EventBody(*machine.telemetry));
        for (std::size_t reading = 0; reading < telemetryReadings; ++reading)
            add(machine.readings.latest(TelemetryReading(reading), machine.readings.size()),
                machine.readings.mean(TelemetryReading(reading), 100, 900));
    }

    void addParts(const TimeSplit &split)
    {
        add(split.data, split.forward, split.backward, split.waiting, split.exchange, split.optimizer);
    }

    void addState(const MetricSeries &series)
    {
        if (series.started())
            add(EventBody(*series.started()));
        if (series.plan())
            add(EventBody(PlanChosen{*series.plan()}));
        if (series.finished())
            add(EventBody(*series.finished()));
        if (series.failure())
            add(EventBody(*series.failure()));
        if (series.lastCheckpoint())
            add(EventBody(*series.lastCheckpoint()));
        for (const Slowdown &slowdown : series.slowdowns())
            add(EventBody(slowdown));
        for (const StepDone &step : series.latestSteps())
            add(EventBody(step));
        for (const RunMembers::Loss &loss : series.members().losses())
            add(EventBody(loss.failure), loss.step, loss.back);
        const StepParts &parts = series.stepParts();
        add(parts.stepSeconds(), parts.computeSeconds(), parts.exchangeSeconds(), parts.dataSeconds());
        add(series.startTime(), series.lastTime(), series.noiseScale(), series.secondsLeft(), series.rate(),
            series.members().generation(), series.members().ranks());
        if (const auto outcomes = series.outcomes())
            add(outcomes->least, outcomes->most);
    }

    void add(const LogLine &line)
    {
        add(line.time, int(line.level), line.machine, line.body, line.leftOut, line.gain.has_value());
    }

    QByteArray m_bytes;
};

} // namespace motley
