// Runs in the history of a data folder, so that the window reads them the way it reads any run.
#pragma once

#include "engine/protocol/event.h"
#include "remote/history/eventlogcopy.h"
#include "remote/history/runrecord.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <cmath>

namespace motley {

inline Event at(std::int64_t sequence, double time, EventBody body)
{
    return {sequence, time, std::move(body)};
}

// A run that failed by its second machine and has a checkpoint on this computer.
inline void writeFailedRun(const QString &dataFolder)
{
    RunHistory history(dataFolder);
    QVERIFY(history.open());
    JobSpec job;
    job.name = "Fashion-MNIST";
    job.task = ImageSpec{{}, {"/nowhere"}};
    auto record = history.create(job,
        {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}},
            {Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("ada@127.0.0.1:9"), {}}});
    QVERIFY(record);
    Plan plan;
    plan.machines = {{"local", "10.0.0.1"}, {"gpu1", "10.0.0.2"}};
    plan.ranks = {{0, {}, 71, 0, 2}, {1, {}, 185, 0, 8}};
    StepDone step;
    step.step = 1;
    step.seconds = 0.1;
    step.samples = 256;
    step.ranks = {{0, 71, 71, 0.002, 0.021, 0.049, 0.024, 0.004}, {1, 185, 185, 0.003, 0.026, 0.062, 0.006, 0.004}};
    EventLogCopy copy(record->eventsFile());
    QVERIFY(copy.load());
    QVERIFY(copy.append({at(1, 1, PlanChosen{plan}), at(2, 2, step), at(3, 3, CheckpointSaved{1, "step-1", 9, 0.1}),
        at(4, 4, RankFailed{1, 1, "killed by signal 9 (Killed)", {}}),
        at(5, 4, RunFinished{RunFinished::Outcome::Failed, 1, 3, "Rank 1 on gpu1 ended.", {}})}));
    QVERIFY(QDir().mkpath(record->folder + QStringLiteral("/checkpoints/step-1")));
    record->remoteRuns = {{"engine", "run"}, {"engine", "run"}};
    record->outcome = RunRecord::Outcome::Failed;
    QVERIFY(history.update(*record));
}

// A run of five epochs on two machines, trained to its end.
inline void writeCompletedRun(const QString &dataFolder)
{
    RunHistory history(dataFolder);
    QVERIFY(history.open());
    JobSpec job;
    job.name = "Fashion-MNIST";
    auto record = history.create(job,
        {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}},
            {Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("gpu1"), {}}});
    QVERIFY(record);
    Plan plan;
    plan.machines = {{"local", "10.0.0.1"}, {"gpu1", "10.0.0.2"}};
    plan.ranks = {{0, {}, 71, 0, 2}, {1, {}, 185, 0, 8}};
    const double begin = static_cast<double>(QDateTime::currentSecsSinceEpoch()) - 700;
    std::vector<Event> events;
    std::int64_t sequence = 0;
    const auto add
        = [&](double time, EventBody body) { events.push_back(at(++sequence, begin + time, std::move(body))); };
    add(0, PlanChosen{plan});
    add(0.1,
        RunStarted{"r", "Fashion-MNIST", "image-classification", "small-cnn", 98282, 60000, 256, 1175, 1, "0.1.0"});
    for (int step = 1; step <= 1175; ++step) {
        const double noise = std::sin(step * 12.9898) * 0.5 + std::sin(step * 78.233) * 0.5;
        StepDone done;
        done.step = step;
        done.epoch = 1 + (step - 1) / 235;
        done.loss = 0.24 + 2.06 * std::exp(-step / 90.0) + 0.35 * std::exp(-step / 600.0) * (1 + noise * 0.5);
        done.learningRate = 0.05 * 0.5 * (1 + std::cos(3.14159 * step / 1175));
        done.gradientNorm = 1.2 + noise * 0.4;
        done.samples = 256;
        done.seconds = 0.102 + noise * 0.006;
        done.samplesPerSecond = 256 / done.seconds;
        done.sampleHash = "0123456789abcdef";
        done.ranks = {{0, 71, 71, 0.002, 0.021, 0.049, 0.024, 0.004}, {1, 185, 185, 0.003, 0.026, 0.062, 0.006, 0.004}};
        if (step % 5 == 0)
            done.noiseScale = 600 + step;
        add(step * 0.102, done);
        if (step % 235 == 0)
            add(step * 0.102,
                Evaluation{step, done.epoch, 0.42 - step / 235 * 0.03,
                    {{"accuracy", 0.842 + step / 235 * 0.011, Metric::Unit::Fraction}}, 10000, 1.2});
        if (step % 500 == 0)
            add(step * 0.102, CheckpointSaved{step, "checkpoints/step", 812345, 0.2});
        if (step == 640)
            add(step * 0.102, Warning{1, "The clock of this machine was set while the run went on."});
        if (step % 200 == 0)
            for (int machine = 0; machine < 2; ++machine)
                add(step * 0.102,
                    Telemetry{machine, 82.0 + machine * 9, std::int64_t(6) << 30, std::int64_t(16) << 30,
                        machine == 1 ? std::vector<GpuTelemetry>{{"GPU-1", 97.0, std::int64_t(9) << 30, 212.0, 64.0}}
                                     : std::vector<GpuTelemetry>{}});
    }
    add(121, RunFinished{RunFinished::Outcome::Completed, 1175, 121, "", "model"});
    QFile file(record->eventsFile());
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (const Event &event : events)
        file.write(QByteArray::fromStdString(toLine(event)) + '\n');
    QVERIFY(QDir().mkpath(record->modelFolder()));
    record->remoteRuns = {{"engine", "run"}, {"engine", "run"}};
    record->outcome = RunRecord::Outcome::Completed;
    record->finished = record->started.addSecs(121);
    record->best = Metric{"accuracy", 0.897, Metric::Unit::Fraction};
    record->lastLoss = 0.27;
    QVERIFY(history.update(*record));
}

} // namespace motley
