#include "app/bench/madehistory.h"

#include <QDir>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>

namespace motley {

namespace {

constexpr double begin = 1'795'600'000; // seconds since 1970
constexpr const char *liveLog = "/remote.jsonl"; // in the folder of the live run

// Stands in for the engine of the live run's first machine, and passes on what this program writes.
constexpr const char *liveEngine = R"sh(#!/bin/sh
[ "$1" = follow ] || exit 1
exec tail -n "+$(($5 + 1))" -f "$2/remote.jsonl"
)sh";

Error unwritten(const QFile &file)
{
    return {"Could not write " + file.fileName().toStdString() + ".", file.errorString().toStdString()};
}

Plan planOf(int machines, int devices)
{
    Plan plan;
    for (int machine = 0; machine < machines; ++machine) {
        plan.machines.push_back({"node" + std::to_string(machine) + ".cluster.example.org", "10.0.0.1"});
        for (int device = 0; device < devices; ++device)
            plan.ranks.push_back({machine, {}, 8, 0, 1});
    }
    return plan;
}

StepDone stepOf(std::int64_t number, std::size_t ranks)
{
    const auto noise = std::sin(double(number) * 12.9898);
    StepDone done;
    done.step = number;
    done.epoch = 1 + number / 1000;
    done.loss = 0.24 + 2.06 * std::exp(-double(number) / 9000) + 0.1 * noise;
    done.learningRate = 0.05;
    done.gradientNorm = 1.2 + 0.4 * noise;
    done.samples = 8 * std::int64_t(ranks);
    done.seconds = 0.1 + 0.006 * noise;
    done.samplesPerSecond = double(done.samples) / done.seconds;
    done.sampleHash = "0123456789abcdef";
    for (std::size_t rank = 0; rank < ranks; ++rank)
        done.ranks.push_back({int(rank), 8, 8, 0.002, 0.021, 0.049, 0.02 + 0.004 * noise, 0.004});
    return done;
}

Telemetry telemetryOf(int machine, int devices, double load)
{
    Telemetry sample{machine, 40 + load, std::int64_t(6) << 30, std::int64_t(16) << 30, {}};
    for (int device = 0; device < devices; ++device)
        sample.gpus.push_back({"GPU-" + std::to_string(machine) + "-" + std::to_string(device), 90 + load / 10,
            std::int64_t(9) << 30, 212 + load, 64 + load / 10});
    return sample;
}

class EventWriter {
public:
    explicit EventWriter(QFile &file) : m_file(file) { }

    bool add(double time, EventBody body)
    {
        const auto line = QByteArray::fromStdString(toLine({++m_sequence, begin + time, std::move(body)})) + '\n';
        return m_file.write(line) == line.size();
    }

private:
    QFile &m_file;
    std::int64_t m_sequence = 0;
};

Result<void> writeLongRun(const QString &path, std::int64_t steps)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return tl::unexpected(unwritten(file));
    EventWriter events(file);
    bool good = events.add(0, PlanChosen{planOf(2, 2)});
    for (std::int64_t step = 1; good && step <= steps; ++step) {
        const double time = 0.1 * double(step);
        good = events.add(time, stepOf(step, 4));
        if (step % 1000 == 0)
            good = good
                && events.add(time,
                    Evaluation{step, 1 + step / 1000, 0.4, {{"accuracy", 0.9, Metric::Unit::Fraction}}, 10000, 1.2});
        if (step % 50 == 0)
            for (int machine = 0; machine < 2; ++machine)
                good = good && events.add(time, telemetryOf(machine, 2, double(step % 97)));
    }
    good = good && events.add(0.1 * double(steps), RunFinished{RunFinished::Outcome::Completed, steps, 1, "", ""});
    if (!good || !file.flush())
        return tl::unexpected(unwritten(file));
    return {};
}

Result<void> writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return tl::unexpected(unwritten(file));
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return {};
}

Result<RunRecord> addRun(RunHistory &history, const std::string &name, RunRecord::Outcome outcome)
{
    JobSpec job;
    job.name = name;
    job.task = ImageSpec{{}, {"/data"}};
    auto record = history.create(job, {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}});
    if (!record)
        return record;
    record->outcome = outcome;
    record->finished = record->started.addSecs(100);
    record->lastLoss = 0.3;
    record->best = Metric{"accuracy", 0.9, Metric::Unit::Fraction};
    const auto folder = record->folder.toStdString();
    record->remoteRuns = {{folder + "/engine", folder}};
    if (const auto updated = history.update(*record); !updated)
        return tl::unexpected(updated.error());
    return record;
}

} // namespace

Result<MadeHistory> makeHistory(const QString &dataFolder, const MadeSizes &sizes)
{
    RunHistory history(dataFolder);
    if (const auto opened = history.open(); !opened)
        return tl::unexpected(opened.error());
    for (int i = 0; i < sizes.runs; ++i)
        if (const auto run = addRun(history, "run " + std::to_string(i), RunRecord::Outcome::Completed); !run)
            return tl::unexpected(run.error());
    const auto longRun = addRun(history, "long", RunRecord::Outcome::Completed);
    const auto liveRun = addRun(history, "live", RunRecord::Outcome::Running);
    for (const auto *run : {&longRun, &liveRun})
        if (!*run)
            return tl::unexpected(run->error());
    if (const auto written = writeLongRun(longRun->eventsFile(), sizes.steps); !written)
        return tl::unexpected(written.error());
    for (const auto &written : {writeFile(liveRun->folder + QStringLiteral("/engine"), liveEngine),
             writeFile(liveRun->folder + QLatin1String(liveLog), {})})
        if (!written)
            return tl::unexpected(written.error());
    return MadeHistory{longRun->id, liveRun->id};
}

LiveMachines::LiveMachines(const QString &runFolder, const MadeSizes &sizes)
    : m_log(runFolder + QLatin1String(liveLog)), m_sizes(sizes), m_thread([this](std::stop_token stop) { write(stop); })
{
}

void LiveMachines::write(std::stop_token stop)
{
    if (!m_log.open(QIODevice::WriteOnly))
        return;
    EventWriter events(m_log);
    events.add(0, PlanChosen{planOf(m_sizes.machines, m_sizes.devices)});
    std::mutex mutex;
    std::condition_variable_any pause;
    const auto ranks = static_cast<std::size_t>(m_sizes.machines) * static_cast<std::size_t>(m_sizes.devices);
    for (std::int64_t step = 1; !stop.stop_requested(); ++step) {
        const double time = 0.5 * double(step);
        events.add(time, stepOf(step, ranks));
        if (step % 2 == 0)
            for (int machine = 0; machine < m_sizes.machines; ++machine)
                events.add(time, telemetryOf(machine, m_sizes.devices, double((step + machine) % 50)));
        m_log.flush();
        std::unique_lock lock(mutex);
        pause.wait_for(lock, stop, std::chrono::milliseconds(500), [] { return false; });
    }
}

} // namespace motley
