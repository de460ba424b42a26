// Counts a run's numbers again from the lines of its events.jsonl, by plain arithmetic over JSON and with no code of
// the app, so that what the app shows can be held against it.
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <vector>

namespace recount {

using Column = std::vector<double>;

struct Machine {
    Column samples; // of each step
    Column parts[6]; // of each step: data, forward, backward, waiting, exchange, optimizer, in seconds
    double share = 0; // of the batch, now
    QJsonObject telemetry; // the latest
};

struct Run {
    explicit Run(const QByteArray &lines);

    Column steps, loss, rate, norm, samples, seconds;
    Column testSteps, testLoss;
    std::vector<Column> tests; // a column for each metric, one value a test
    std::vector<Machine> machines;
    Column compute, exchange, data; // of each step, of the rank that waited least
    double noise = -1;
    QJsonObject started, plan, checkpoint, finished;
    std::vector<QJsonObject> changes; // of shares
    double firstTime = 0;
    double lastTime = 0;
};

inline double mean(const Column &column, std::size_t from, std::size_t to)
{
    double sum = 0;
    for (std::size_t i = from; i < to; ++i)
        sum += column[i];
    return sum / double(to - from);
}

inline double mean(const Column &column)
{
    return mean(column, 0, column.size());
}

// After step `i` of the run, from 0: the samples of the last 50 steps over their seconds.
inline double speed(const Column &samples, const Column &seconds, std::size_t i)
{
    const std::size_t from = i < 49 ? 0 : i - 49;
    return mean(samples, from, i + 1) / mean(seconds, from, i + 1);
}

inline Column speeds(const Column &samples, const Column &seconds)
{
    Column column;
    for (std::size_t i = 0; i < samples.size(); ++i)
        column.push_back(speed(samples, seconds, i));
    return column;
}

// Of every 20 steps: their mean time over that of the up to 50 steps before them, the least and the most so far.
struct Outcomes {
    double least = 1, most = 1;
};

inline Outcomes outcomes(const Column &seconds)
{
    Outcomes found;
    for (std::size_t made = 20; made + 20 <= seconds.size(); ++made) {
        const double outcome = mean(seconds, made, made + 20) / mean(seconds, made < 50 ? 0 : made - 50, made);
        found = {std::min(found.least, outcome), std::max(found.most, outcome)};
    }
    return found;
}

inline Column ownSeconds(const Machine &machine)
{
    Column own;
    for (std::size_t i = 0; i < machine.samples.size(); ++i)
        own.push_back(machine.parts[0][i] + machine.parts[1][i] + machine.parts[2][i] + machine.parts[5][i]);
    return own;
}

// The percentages of the last 50 steps, as shown beside the bars: the parts, and what is left of the steps.
inline Column splitOf(const Machine &machine, const Column &seconds)
{
    const std::size_t count = machine.samples.size();
    Column split;
    double total = 0;
    for (const Column &part : machine.parts)
        total += split.emplace_back(mean(part, count < 50 ? 0 : count - 50, count));
    total += split.emplace_back(std::max(0.0, mean(seconds, count < 50 ? 0 : count - 50, count) - total));
    for (double &part : split)
        part *= 100 / total;
    return split;
}

inline void takeStep(Run &run, const QJsonObject &line)
{
    const auto append = [&](Column &column, const char *name) { column.push_back(line[name].toDouble(NAN)); };
    append(run.steps, "step");
    append(run.loss, "loss");
    append(run.rate, "learningRate");
    append(run.norm, "gradientNorm");
    append(run.samples, "samples");
    append(run.seconds, "seconds");
    run.noise = line["noiseScale"].toDouble(run.noise);

    const QJsonArray ranks = line["ranks"].toArray();
    QJsonObject waitsLeast = ranks[0].toObject();
    for (const auto &rank : ranks)
        if (rank.toObject()["exchangeSeconds"].toDouble() < waitsLeast["exchangeSeconds"].toDouble())
            waitsLeast = rank.toObject();
    const double least = waitsLeast["exchangeSeconds"].toDouble();
    run.exchange.push_back(least);
    run.data.push_back(waitsLeast["dataSeconds"].toDouble());
    run.compute.push_back(waitsLeast["forwardSeconds"].toDouble() + waitsLeast["backwardSeconds"].toDouble()
        + waitsLeast["optimizerSeconds"].toDouble());
    for (int i = 0; i < ranks.size(); ++i) { // each recorded machine has one rank
        const QJsonObject rank = ranks[i].toObject();
        Machine &machine = run.machines[std::size_t(i)];
        machine.samples.push_back(rank["samples"].toDouble());
        int part = 0;
        for (const double value :
            {rank["dataSeconds"].toDouble(), rank["forwardSeconds"].toDouble(), rank["backwardSeconds"].toDouble(),
                rank["exchangeSeconds"].toDouble() - least, least, rank["optimizerSeconds"].toDouble()})
            machine.parts[part++].push_back(value);
    }
}

inline Run::Run(const QByteArray &lines)
{
    for (const QByteArray &text : lines.trimmed().split('\n')) {
        const QJsonObject line = QJsonDocument::fromJson(text).object();
        const QString type = line["type"].toString();
        lastTime = line["time"].toDouble();
        firstTime = firstTime == 0 ? lastTime : firstTime;
        if (type == "started") {
            started = line;
        } else if (type == "plan") {
            plan = line["plan"].toObject();
            for (const auto &rank : plan["ranks"].toArray())
                machines.push_back({{}, {}, rank.toObject()["share"].toDouble(), {}});
        } else if (type == "shares") {
            changes.push_back(line);
            for (std::size_t i = 0; i < machines.size(); ++i)
                machines[i].share = line["shares"].toArray()[int(i)].toDouble();
        } else if (type == "step") {
            takeStep(*this, line);
        } else if (type == "evaluation") {
            testSteps.push_back(line["step"].toDouble());
            testLoss.push_back(line["loss"].toDouble());
            const QJsonArray metrics = line["metrics"].toArray();
            tests.resize(std::size_t(metrics.size()));
            for (int i = 0; i < metrics.size(); ++i) // all recorded metrics are fractions
                tests[std::size_t(i)].push_back(100 * metrics[i].toObject()["value"].toDouble());
        } else if (type == "telemetry") {
            if (!machines.empty()) // what comes before the plan is of machines that have no rows yet
                machines[std::size_t(line["machine"].toInt())].telemetry = line;
        } else if (type == "checkpoint") {
            checkpoint = line;
        } else if (type == "finished") {
            finished = line;
        }
    }
}

} // namespace recount
