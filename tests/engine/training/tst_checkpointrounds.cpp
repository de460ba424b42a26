// A run that writes checkpoints, is ended at any time and finds its newest one damaged: one that is whole is always
// found.
#include "tests/engine/training/diskfaults.h"
#include "tests/engine/training/somecheckpoint.h"

#include "engine/base/textfile.h"
#include "engine/formats/verifycheckpoint.h"
#include "engine/job/continuefiles.h"
#include "engine/training/checkpoint/checkpointloader.h"
#include "engine/training/checkpoint/checkpointwriter.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <random>

using namespace motley;

namespace {

namespace fs = std::filesystem;
using Kind = DiskFault::Kind;
constexpr int rounds = 200;
constexpr std::int64_t everySteps = 10;

class Run {
public:
    explicit Run(unsigned seed) : m_random(seed), m_folder{m_root.filePath("run").toStdString()} { }

    // Writes up to three more in a process that is killed or loses its power at some call on the way, or lives.
    void writeSome()
    {
        const std::vector<Kind> kinds{Kind::Kill, Kind::PowerCut, Kind::None};
        const DiskFault fault{kinds[between(0, kinds.size() - 1)], int(between(1, 60)), 0};
        const pid_t child = fork();
        if (child == 0) {
            beginDiskFault(m_folder.path, fault);
            for (int i = 0; i < 3; ++i)
                if (writeCheckpoint(m_folder, checkpointOf(m_newest += everySteps), 2))
                    continue;
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (const auto steps = checkpointSteps(m_folder.checkpoints()); !steps.empty())
            m_newest = std::max(m_newest, steps.front());
    }

    // One bit or more of one file of the newest one, or its end.
    void damageTheNewest()
    {
        constexpr std::array files{
            "model.safetensors", "optimizer.safetensors", "state.json", "config.json", "manifest.json"};
        const std::string file
            = m_folder.checkpoint(checkpointSteps(m_folder.checkpoints()).front()) + "/" + files[between(0, 4)];
        std::string bytes = readTextFile(file).value_or("");
        const std::size_t place = between(0, bytes.size() - 1);
        if (between(0, 1) == 0)
            bytes[place] = char(bytes[place] ^ (1 << between(0, 7)));
        else
            bytes.resize(place);
        QFile damaged(QString::fromStdString(file));
        if (!damaged.open(QIODevice::WriteOnly) || damaged.write(bytes.data(), qint64(bytes.size())) < 0)
            qFatal("%s could not be damaged.", file.c_str());
    }

    bool hasTwo() const { return checkpointSteps(m_folder.checkpoints()).size() > 1; }

    // Whether a run would go on from one that was written so.
    bool findsOne()
    {
        const auto loaded = loadCheckpoint(m_folder.checkpoints(), Damaged::SetAside);
        if (!loaded)
            return false;
        const std::int64_t step = loaded->state.progress.step;
        m_newest = step;
        return step > 0 && areEqual(loaded->state.model, checkpointOf(step).model)
            && areEqual(loaded->state.optimizer, checkpointOf(step).optimizer);
    }

    void begin()
    {
        if (!writeCheckpoint(m_folder, checkpointOf(m_newest = everySteps), 2))
            qFatal("There is no first checkpoint.");
    }

private:
    std::size_t between(std::size_t least, std::size_t most)
    {
        return std::uniform_int_distribution<std::size_t>(least, most)(m_random);
    }

    std::mt19937 m_random;
    QTemporaryDir m_root;
    const RunFolder m_folder;
    std::int64_t m_newest = 0;
};

} // namespace

class CheckpointRoundsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void alwaysFindsOne();
};

// MOTLEY_SEED names another course of it. The newest one is damaged only where another is there, as no writer could
// help where the only one is.
void CheckpointRoundsTest::alwaysFindsOne()
{
    const auto seed = unsigned(qEnvironmentVariableIntValue("MOTLEY_SEED"));
    Run run(seed);
    run.begin();
    int found = 0;
    int damaged = 0;
    for (int round = 0; round < rounds; ++round) {
        run.writeSome();
        if (run.hasTwo()) {
            run.damageTheNewest();
            ++damaged;
        }
        QVERIFY2(run.findsOne(), QByteArray::number(round));
        ++found;
    }
    qInfo("Seed %u: %d of %d: a whole one is found; the newest was damaged in %d.", seed, found, rounds, damaged);
    QVERIFY(damaged > rounds / 2);
}

QTEST_APPLESS_MAIN(CheckpointRoundsTest)
#include "tst_checkpointrounds.moc"
