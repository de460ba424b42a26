// The events of a run in which the others wait for one machine, until shares follow; later a machine is lost.
#pragma once

#include "engine/protocol/event.h"
#include "remote/history/eventlogcopy.h"
#include "remote/history/runrecord.h"
#include "tests/remote/linesof.h"

#include <QDateTime>
#include <QTest>

#include <cmath>

namespace motley {

inline Plan planOfBoxes(int machines)
{
    Plan plan;
    plan.shareRule = ShareRule::Measured;
    for (int i = 0; i < machines; ++i) {
        plan.machines.push_back({"box" + std::to_string(i + 1), "10.0.0." + std::to_string(i + 1)});
        plan.ranks.push_back({i, {}, 240 / machines, 0, 2, 2000, 0.001, 0.0005});
    }
    plan.predicted = {0.05, 0.006, 0.05};
    return plan;
}

// Each rank computes for its units at its speed; whoever is early waits for the last.
inline StepDone stepOfBoxes(std::int64_t number, const std::vector<std::int64_t> &shares, int slow, double slowness)
{
    StepDone done;
    done.step = number;
    done.epoch = 1 + number / 100;
    done.loss = 0.3 + 2 * std::exp(-double(number) / 90);
    done.learningRate = 0.05;
    done.gradientNorm = 1.1;
    double longest = 0;
    for (std::size_t rank = 0; rank < shares.size(); ++rank) {
        if (shares[rank] < 0)
            continue; // it is lost
        const double noise = 1 + 0.06 * std::sin(double(number) * (3.1 + double(rank)));
        const double compute = 0.0005 * double(shares[rank]) * noise * (int(rank) == slow ? slowness : 1);
        done.ranks.push_back({int(rank), shares[rank], double(shares[rank]), 0.001 + 0.002 * double(number % 40 == 0),
            compute * 0.35, compute * 0.65, 0, 0.003});
        done.samples += shares[rank];
        longest = std::max(longest, done.ranks.back().ownSeconds());
    }
    for (RankStep &rank : done.ranks)
        rank.exchangeSeconds = longest - rank.ownSeconds() + 0.006;
    done.seconds = longest + 0.006 + 0.002 + (number == 1 ? 0.4 : 0);
    done.samplesPerSecond = double(done.samples) / done.seconds;
    return done;
}

inline std::vector<Event> straggledRun(int machines, int steps, bool isOver)
{
    std::vector<Event> events;
    double time = double(QDateTime::currentSecsSinceEpoch()) - steps * 0.1;
    const auto add = [&](EventBody body) {
        events.push_back({std::int64_t(events.size()) + 1, time, std::move(body)});
    };
    const Plan plan = planOfBoxes(machines);
    std::vector<std::int64_t> shares;
    for (const PlannedRank &rank : plan.ranks)
        shares.push_back(rank.share);
    add(PlanChosen{plan});
    add(RunStarted{"r", "Straggled", "image-classification", "small-cnn", 98282, 60000, 240, steps * 2, 1, "0.1.0"});
    const int slow = machines - 1;
    for (int number = 1; number <= steps; ++number) {
        const double part = double(number) / steps;
        if (number == steps * 3 / 10)
            add(Slowdown{Slowdown::Stage::Begun, number, number - 12, slow, -1, Slowdown::Part::Compute,
                Slowdown::Cause::OtherProcesses, 71, 0.12, 0.04, 0.13, true});
        if (number == steps * 6 / 10 && machines > 2) {
            const std::int64_t moved = shares[std::size_t(slow)] / 4;
            shares[std::size_t(slow)] -= 2 * moved;
            shares[0] += moved;
            shares[1] += moved;
            add(SharesChanged{number, shares, slow, 2.2, 0.13, 0.09});
        }
        if (number == steps * 17 / 20 && machines > 2) {
            shares[0] += shares[1];
            std::vector<int> left;
            for (int rank = 0; rank < machines; ++rank)
                if (rank != 1)
                    left.push_back(rank);
            shares[1] = 0;
            add(MembershipChanged{
                2, number - 1, left, shares, {{1, 1, "killed by signal 9 (Killed)", {}, RankFailed::Kind::Killed}}});
            shares[1] = -1;
        }
        time += 0.1;
        add(stepOfBoxes(number, shares, slow, part < 0.28 ? 1.05 : 2.4));
        if (number % std::max(1, steps / 5) == 0)
            add(Evaluation{number, 1, 0.5, {{"accuracy", 0.8 + 0.02 * part, Metric::Unit::Fraction}}, 100, 1});
        if (number % std::max(1, steps / 4) == 0)
            add(CheckpointSaved{number, "checkpoints/step", 812345, 0.2});
    }
    if (isOver)
        add(RunFinished{RunFinished::Outcome::Completed, steps, steps * 0.1, "", "model"});
    return events;
}

inline void writeStraggledRun(RunHistory &history, const char *name, const std::vector<Event> &events, int machines)
{
    JobSpec job;
    job.name = name;
    std::vector<Machine> list;
    for (int i = 0; i < machines; ++i)
        list.push_back({Machine::Kind::Ssh, QStringLiteral("box%1").arg(i + 1), QStringLiteral("ada@127.0.0.1:9"), {}});
    auto record = history.create(job, list);
    QVERIFY(record);
    EventLogCopy copy(record->eventsFile());
    QVERIFY(copy.load());
    QVERIFY(copy.append(linesOf(events)));
    record->remoteRuns.assign(list.size(), {"engine", "run"});
    const bool isOver = std::holds_alternative<RunFinished>(events.back().body);
    record->outcome = isOver ? RunRecord::Outcome::Completed : RunRecord::Outcome::Running;
    QVERIFY(history.update(*record));
}

} // namespace motley
