// A run with a real agent for each machine, at loopback addresses, whose ranks are scripted.
#pragma once

#include "engine/protocol/event.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/runfolder.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <unistd.h>

#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace motley {

class ScriptedAgents {
public:
    // `ranks`: how many each machine has. All ranks follow the same script, unless another is set.
    ScriptedAgents(const std::vector<int> &ranks, const std::string &script) : m_agents(ranks.size())
    {
        m_launch.runId = "scripted";
        m_launch.token = std::string(64, 'a');
        const int all = std::accumulate(ranks.begin(), ranks.end(), 0);
        m_launch.job.name = "scripted";
        m_launch.job.batch = 12 * all;
        std::get<ImageSpec>(m_launch.job.task).data.folder = "/nowhere";
        for (int machine = 0; machine < int(ranks.size()); ++machine) {
            const std::string number = std::to_string(machine + 1);
            m_launch.plan.machines.push_back({"box-" + number, "127.0.0." + number});
            QDir(m_root.path()).mkdir(QStringLiteral("machine-%1").arg(machine));
            for (int rank = 0; rank < ranks[std::size_t(machine)]; ++rank) {
                m_launch.plan.ranks.push_back({machine, {}, 12});
                setScript(int(m_launch.plan.ranks.size()) - 1, script);
            }
        }
    }
    ~ScriptedAgents()
    {
        for (const auto &agent : m_agents)
            if (agent) {
                agent->kill();
                agent->waitForFinished();
            }
    }
    ScriptedAgents(const ScriptedAgents &) = delete;
    ScriptedAgents &operator=(const ScriptedAgents &) = delete;

    void setScript(int rank, const std::string &script) const
    {
        const int machine = m_launch.plan.ranks[std::size_t(rank)].machine;
        write(folder(machine) + "/rank-" + std::to_string(rank) + ".script", script);
    }
    void cutConnectionOf(int rank) const { write(m_root.path().toStdString() + "/cut-" + std::to_string(rank), ""); }
    void endTraining() const { write(m_root.path().toStdString() + "/end", ""); } // after the last step, so to speak
    void endTrainingOf(int rank) const // and has it go on in its script
    {
        write(m_root.path().toStdString() + "/leave-" + std::to_string(rank), "");
    }

    // `group`: a control group that agents and ranks are in.
    void start(const std::string &group = {})
    {
        for (int machine = 0; machine < int(m_agents.size()); ++machine) {
            m_launch.machine = machine;
            write(RunFolder{folder(machine)}.launch(), toJson(m_launch));
            auto &agent = m_agents[std::size_t(machine)] = std::make_unique<QProcess>();
            if (!group.empty())
                agent->setChildProcessModifier([path = group + "/cgroup.procs"] {
                    const int processes = open(path.c_str(), O_WRONLY);
                    (void)!::write(processes, "0", 1); // itself
                    close(processes);
                });
            agent->start(QStringLiteral(MOTLEY_SCRIPTED_AGENT),
                {QString::fromStdString(folder(machine)), QStringLiteral(MOTLEY_SCRIPTED_RANK)});
            QVERIFY2(agent->waitForReadyRead(20000), agent->readAllStandardError() + qPrintable(agent->errorString()));
            const auto ready = parseAgentReady(agent->readLine().trimmed().toStdString());
            QVERIFY2(ready.has_value(), agent->readAllStandardError());
            m_launch.controlPort = ready->controlPort;
        }
        QTRY_VERIFY_WITH_TIMEOUT(steps() > 5, 20000);
    }

    int agent(int machine) const { return int(m_agents[std::size_t(machine)]->processId()); }
    bool hasEnded(int machine) const { return m_agents[std::size_t(machine)]->state() == QProcess::NotRunning; }
    int exitCode(int machine) const { return m_agents[std::size_t(machine)]->exitCode(); }
    QByteArray lastWords(int machine) const { return m_agents[std::size_t(machine)]->readAllStandardError(); }

    int process(int rank) const // while it trains
    {
        QFile file(m_root.filePath(QStringLiteral("process-%1").arg(rank)));
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
    }

    template <typename Body>
    std::vector<Body> all() const
    {
        QFile file(QString::fromStdString(RunFolder{folder(0)}.events()));
        const QByteArray log = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        std::vector<Body> found;
        for (const QByteArray &line : log.left(log.lastIndexOf('\n') + 1).split('\n'))
            if (const auto event = parseEvent(line.toStdString()))
                if (const auto *body = std::get_if<Body>(&event->body))
                    found.push_back(*body);
        return found;
    }
    std::size_t steps() const { return all<StepDone>().size(); }

private:
    std::string folder(int machine) const
    {
        return m_root.path().toStdString() + "/machine-" + std::to_string(machine);
    }
    static void write(const std::string &path, const std::string &text)
    {
        QFile file(QString::fromStdString(path));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.c_str()) < 0)
            qFatal("A file of the run could not be written.");
    }

    QTemporaryDir m_root;
    LaunchSpec m_launch;
    std::vector<std::unique_ptr<QProcess>> m_agents;
};

} // namespace motley
