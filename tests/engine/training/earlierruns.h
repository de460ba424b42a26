// Runs that others begin with: their jobs, their folders and how well they learnt.
#pragma once

#include "engine/base/textfile.h"
#include "fixturerun.h"
#include "taskdata.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <functional>
#include <string>

namespace motley {

inline std::string textOf(const std::string &path)
{
    return readTextFile(path, 1 << 24).value_or("no " + path);
}

inline void changeFile(const std::string &path, const std::function<std::string(std::string)> &change)
{
    const std::string changed = change(textOf(path));
    std::ofstream(path, std::ios::binary) << changed;
}

inline std::string replaced(std::string text, const std::string &from, const std::string &to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

template <typename Config>
Config configIn(const std::string &file, Result<Config> (*parse)(std::string_view))
{
    return parse(textOf(file)).value_or(Config());
}

class EarlierRuns {
public:
    struct Earlier {
        JobSpec job;
        std::string run; // its folder
        std::string data; // folder of the job's files
        double loss = 0; // of its last test
    };

    Earlier train(const char *task, std::int64_t steps, double peak, const std::function<void(JobSpec &)> &change = {})
    {
        Earlier earlier;
        earlier.data = freshFolder();
        earlier.job = makeTaskJob(task, earlier.data).job;
        earlier.job.maxSteps = steps;
        earlier.job.schedule.peak = peak;
        if (change)
            change(earlier.job);
        earlier.run = freshFolder();
        const RunResult run = runRanks({earlier.job, {earlier.job.batch}, earlier.run});
        QTest::qVerify(bool(run.outcomes[0]), task, run.problem().constData(), __FILE__, __LINE__);
        if (run.outcomes[0])
            earlier.loss = run.lastEvaluation()->loss;
        return earlier;
    }

    // Goes on with the weights of `earlier` for two steps that hardly change them, on two ranks.
    RunResult goOn(const Earlier &earlier, JobSpec job)
    {
        job.maxSteps = 2;
        job.schedule.peak = 1e-8;
        job.continueFrom = {earlier.run, true};
        return runRanks({job, {job.batch / 2, job.batch - job.batch / 2}, freshFolder()});
    }

    std::string freshFolder() { return m_folder.filePath(QString("%1").arg(++m_folders)).toStdString(); }

private:
    QTemporaryDir m_folder;
    int m_folders = 0;
};

inline bool isNear(double loss, double before)
{
    if (std::abs(loss - before) < 1e-3)
        return true;
    qWarning("%.4f, not %.4f", loss, before);
    return false;
}

} // namespace motley
