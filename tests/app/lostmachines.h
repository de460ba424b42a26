// The events of a run that goes on without some of its ranks: one on a machine of its own, later one of two on another.
#pragma once

#include "engine/protocol/event.h"
#include "remote/history/runrecord.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTest>

#include <cmath>
#include <vector>

namespace motley {

// Three machines, of which the first has two ranks.
inline Plan fourRanks()
{
    Plan plan;
    plan.machines = {{"local", "10.0.0.1"}, {"gpu1", "10.0.0.2"}, {"gpu2", "10.0.0.3"}};
    plan.ranks = {{0, {}, 32, 0, 2}, {0, {}, 32, 0, 2}, {1, {}, 96, 0, 8}, {2, {}, 96, 0, 8}};
    return plan;
}

inline MembershipChanged withoutGpu1(std::int64_t step)
{
    return {2, step, {0, 1, 3}, {52, 52, 0, 152},
        {{2, 1, "killed by signal 9 (Killed)", {"its last words"}, RankFailed::Kind::Killed}}};
}

inline MembershipChanged withoutTheSecondRank(std::int64_t step)
{
    return {3, step, {0, 3}, {65, 0, 0, 191}, {{1, 0, "out of memory", {}, RankFailed::Kind::OutOfMemory}}};
}

inline StepDone stepOf(std::int64_t number, const std::vector<int> &ranks)
{
    StepDone done;
    done.step = number;
    done.epoch = 1;
    done.loss = 0.3 + 2 * std::exp(-double(number) / 60);
    done.learningRate = 0.05;
    done.gradientNorm = 1.2;
    done.samples = 256;
    done.seconds = 0.1 * 4 / double(ranks.size());
    done.samplesPerSecond = double(done.samples) / done.seconds;
    done.sampleHash = "0123456789abcdef";
    for (const int rank : ranks)
        done.ranks.push_back({rank, 256 / std::int64_t(ranks.size()), 256 / double(ranks.size()), 0.002, 0.02, 0.04,
            rank == 3 ? 0.01 : 0.02, 0.004});
    return done;
}

// 300 steps, of which 120 are of all ranks, 80 of three and 100 of two.
inline std::vector<Event> runThatLostTwo(double begin, const RunFinished &finished)
{
    std::vector<Event> events;
    double time = begin;
    const auto add = [&](EventBody body) {
        events.push_back({std::int64_t(events.size()) + 1, time, std::move(body)});
    };
    const auto addSteps = [&](std::int64_t from, std::int64_t to, const std::vector<int> &ranks) {
        for (auto number = from; number <= to; ++number) {
            add(stepOf(number, ranks));
            time += 0.1;
        }
    };
    add(PlanChosen{fourRanks()});
    add(RunStarted{"r", "Fashion-MNIST", "image-classification", "small-cnn", 98282, 60000, 256, 300, 1, "0.1.0"});
    addSteps(1, 120, {0, 1, 2, 3});
    add(withoutGpu1(120));
    add(GenerationFormed{2, 120, 0.21, 0.05});
    addSteps(121, 200, {0, 1, 3});
    add(withoutTheSecondRank(200));
    add(GenerationFormed{3, 200, 0.18, 0.04});
    addSteps(201, finished.step, {0, 3});
    add(finished);
    return events;
}

// Into a history, trained to its end.
inline void writeRunThatLostTwo(const QString &dataFolder)
{
    RunHistory history(dataFolder);
    QVERIFY(history.open());
    JobSpec job;
    job.name = "Lost two";
    std::get<ImageSpec>(job.task).data.folder = dataFolder.toStdString();
    auto record = history.create(job,
        {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}},
            {Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("gpu1"), {}},
            {Machine::Kind::Ssh, QStringLiteral("gpu2"), QStringLiteral("gpu2"), {}}});
    QVERIFY(record);
    const double begin = double(QDateTime::currentSecsSinceEpoch()) - 700;
    QFile file(record->eventsFile());
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (const Event &event : runThatLostTwo(begin, {RunFinished::Outcome::Completed, 300, 60, "", "model"}))
        file.write(QByteArray::fromStdString(toLine(event)) + '\n');
    QVERIFY(QDir().mkpath(record->modelFolder()));
    QVERIFY(QFile(record->modelFolder() + QStringLiteral("/model.safetensors")).open(QIODevice::WriteOnly));
    record->remoteRuns = {{"engine", "run"}, {"engine", "run"}, {"engine", "run"}};
    record->outcome = RunRecord::Outcome::Completed;
    record->finished = record->started.addSecs(60);
    QVERIFY(history.update(*record));
}

} // namespace motley
