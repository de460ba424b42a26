// Whatever happens to a disk or to the process that writes a checkpoint, a whole one is found, and it is the newest.
#include "tests/engine/training/diskfaults.h"
#include "tests/engine/training/somecheckpoint.h"

#include "engine/base/textfile.h"
#include "engine/formats/safetensorsheader.h"
#include "engine/job/continuefiles.h"
#include "engine/training/checkpoint/asynccheckpointwriter.h"
#include "engine/training/checkpoint/checkpointloader.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>

using namespace motley;

namespace {

namespace fs = std::filesystem;
using Kind = DiskFault::Kind;
using Training = AsyncCheckpointWriter::Training;
constexpr int bitsOfByte = 8;

// The step of the checkpoint that a run would go on from; 0: there is none, or it is not what was written.
std::int64_t stepFound(const std::string &folder, std::vector<std::string> *refusals = nullptr)
{
    const auto loaded = loadCheckpoint(folder + "/checkpoints", Damaged::SetAside);
    if (!loaded)
        return 0;
    if (refusals)
        *refusals = loaded->refusals;
    const std::int64_t step = loaded->state.progress.step;
    const Checkpoint expected = checkpointOf(step);
    const bool isRight
        = areEqual(loaded->state.model, expected.model) && areEqual(loaded->state.optimizer, expected.optimizer);
    return isRight ? step : 0;
}

QStringList namesIn(const std::string &folder)
{
    return QDir(QString::fromStdString(folder)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name);
}

// In a run that has the checkpoints of steps 10 and 20: writes those of steps 30 and 40, the first while it goes on.
// `said` is called with each step that was saved.
void writeTwo(const std::string &folder, const std::function<void(std::int64_t)> &said)
{
    AsyncCheckpointWriter writer({folder}, 0, {.everySteps = 10, .keep = 2}, [&](const EventBody &event) {
        if (const auto *saved = std::get_if<CheckpointSaved>(&event))
            said(saved->step);
    });
    writer.save(checkpointOf(30), Training::GoesOn);
    writer.save(checkpointOf(40), Training::Waits);
}

// The calls that change the disk meanwhile.
std::vector<std::string> callsOfTwo(const std::string &folder)
{
    beginDiskFault(folder, {});
    writeTwo(folder, [](std::int64_t) {});
    std::vector<std::string> calls = diskCalls();
    endDiskFault();
    return calls;
}

struct Ended {
    int status = 0; // of waitpid()
    std::int64_t saved = 0; // the last step that was said to be
};

// Does so in a process that a fault may end.
Ended writeTwoWith(const DiskFault &fault, const std::string &folder)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        qFatal("There is no pipe.");
    const pid_t child = fork();
    if (child == 0) {
        beginDiskFault(folder, fault);
        writeTwo(folder, [&](std::int64_t step) { (void)!write(ends[1], &step, sizeof step); });
        _exit(0);
    }
    close(ends[1]);
    Ended ended;
    while (read(ends[0], &ended.saved, sizeof ended.saved) == sizeof ended.saved) { }
    close(ends[0]);
    waitpid(child, &ended.status, 0);
    return ended;
}

struct Region {
    std::string file;
    std::size_t begin = 0;
    std::size_t end = 0;
};

// The length, the header and each tensor of the two files of tensors; the other files whole.
std::vector<Region> regionsOf(const std::string &checkpoint)
{
    constexpr std::size_t lengthBytes = 8;
    std::vector<Region> regions;
    for (const char *name : {"model.safetensors", "optimizer.safetensors"}) {
        const std::string bytes = readTextFile(checkpoint + "/" + name).value();
        const auto headerBytes = std::size_t(std::uint8_t(bytes[0]) + 256 * std::uint8_t(bytes[1]));
        const std::size_t data = lengthBytes + headerBytes;
        regions.push_back({name, 0, lengthBytes});
        regions.push_back({name, lengthBytes, data});
        const auto entries
            = parseSafetensorsHeader(bytes.substr(lengthBytes, headerBytes), std::int64_t(bytes.size() - data));
        for (const TensorEntry &entry : entries.value())
            regions.push_back({name, data + std::size_t(entry.begin), data + std::size_t(entry.end)});
    }
    for (const char *name : {"state.json", "config.json", "manifest.json"})
        regions.push_back({name, 0, std::size_t(fs::file_size(checkpoint + "/" + name))});
    return regions;
}

void overwrite(const std::string &path, const std::string &bytes)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), qint64(bytes.size())) != qint64(bytes.size()))
        qFatal("%s could not be damaged.", path.c_str());
}

std::string damaged(std::string bytes, const QString &damage, const Region &region, std::size_t place, int bit)
{
    if (damage == "flipped")
        bytes[place] = char(bytes[place] ^ (1 << bit));
    else if (damage == "cut off")
        bytes.resize(place);
    else if (damage == "zeroed")
        bytes.replace(place, region.end - place, region.end - place, '\0');
    else if (damage == "longer")
        bytes += '\0';
    else
        bytes.clear();
    return bytes;
}

bool isAsked(const char *variable)
{
    return qEnvironmentVariableIntValue(variable) > 0;
}

} // namespace

class CheckpointFaultsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void findsOneWhereverWritingEnds_data();
    void findsOneWhereverWritingEnds();
    void losesNothingWhereACheckpointIsWrittenAgain();
    void findsOneWhateverIsDamaged_data();
    void findsOneWhateverIsDamaged();
    void setsAsideAndNamesEach();
    void leavesAllWhereNoneIsWhole();

private:
    std::string freshRun(const std::string &from);

    QTemporaryDir m_folder;
    std::string m_two; // a run with the checkpoints of steps 10 and 20
    std::string m_three; // and of step 30
};

void CheckpointFaultsTest::initTestCase()
{
    m_two = m_folder.filePath("two").toStdString();
    m_three = m_folder.filePath("three").toStdString();
    for (const std::int64_t step : {10, 20})
        QVERIFY(writeCheckpoint({m_two}, checkpointOf(step), 3));
    for (const std::int64_t step : {10, 20, 30})
        QVERIFY(writeCheckpoint({m_three}, checkpointOf(step), 3));
}

std::string CheckpointFaultsTest::freshRun(const std::string &from)
{
    fs::remove_all(m_folder.filePath("run").toStdString());
    const std::string run = m_folder.filePath("run").toStdString();
    fs::copy(from, run, fs::copy_options::recursive);
    return run;
}

void CheckpointFaultsTest::findsOneWhereverWritingEnds_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("error");
    QTest::addRow("the process is killed") << int(Kind::Kill) << 0;
    QTest::addRow("the power fails") << int(Kind::PowerCut) << 0;
    QTest::addRow("EIO, once") << int(Kind::Fail) << EIO;
    QTest::addRow("EIO, from then on") << int(Kind::FailFromThere) << EIO;
    QTest::addRow("ENOSPC, once") << int(Kind::Fail) << ENOSPC;
    QTest::addRow("ENOSPC, from then on") << int(Kind::FailFromThere) << ENOSPC;
    QTest::addRow("writes take half") << int(Kind::Short) << 0;
}

// At each call that changes the disk, from the first to the last of two checkpoints.
void CheckpointFaultsTest::findsOneWhereverWritingEnds()
{
    QFETCH(int, kind);
    QFETCH(int, error);
    const std::vector<std::string> calls = callsOfTwo(freshRun(m_two));
    for (const char *call : {"write", "fsync", "rename", "unlinkat"})
        QVERIFY2(std::count(calls.begin(), calls.end(), call) > 1, call);

    int found = 0;
    std::set<std::int64_t> steps;
    for (int at = 1; at <= int(calls.size()); ++at) {
        const std::string run = freshRun(m_two);
        const Ended ended = writeTwoWith({Kind(kind), at, error}, run);
        const bool isEnded = kind == int(Kind::Kill) || kind == int(Kind::PowerCut);
        const QByteArray where = QByteArray::number(at) + " of " + QByteArray::number(qulonglong(calls.size())) + ", "
            + calls[std::size_t(at - 1)].c_str();
        QVERIFY2(
            isEnded ? WIFSIGNALED(ended.status) : WIFEXITED(ended.status) && WEXITSTATUS(ended.status) == 0, where);
        std::vector<std::string> refusals;
        const std::int64_t step = stepFound(run, &refusals);
        QVERIFY2(step >= std::max<std::int64_t>(ended.saved, 20), where);
        QVERIFY2(refusals.empty(), where); // a part of one never has the name of a checkpoint
        if (kind == int(Kind::Short))
            QVERIFY2(step == 40, where);
        ++found;
        steps.insert(step);

        // The next start of the run goes on in this folder.
        beginDiskFault(run, {}); // its syncs take no time
        QVERIFY2(writeCheckpoint({run}, checkpointOf(50), 2), where);
        endDiskFault();
        QVERIFY2(stepFound(run) == 50, where);
        const QStringList names = namesIn(run + "/checkpoints");
        QVERIFY2(names.size() == 2 && names.filter("tmp").isEmpty(), where + ": " + names.join(' ').toUtf8());
    }
    qInfo("%d of %d: a whole one is found", found, int(calls.size()));
    QVERIFY(steps.contains(40));
    QVERIFY(kind == int(Kind::Short) || steps.size() > 1);
}

// As after going back: the only checkpoint there is has the step of the one that is written.
void CheckpointFaultsTest::losesNothingWhereACheckpointIsWrittenAgain()
{
    const std::string once = m_folder.filePath("once").toStdString();
    QVERIFY(writeCheckpoint({once}, checkpointOf(30), 1));
    const int calls = int(callsOfTwo(freshRun(once)).size());
    for (const Kind kind : {Kind::Kill, Kind::PowerCut})
        for (int at = 1; at <= calls; ++at) {
            const std::string run = freshRun(once);
            writeTwoWith({kind, at}, run);
            QVERIFY2(stepFound(run) >= 30, QByteArray::number(at));
        }
    qInfo("%d of %d: a whole one is found", 2 * calls, 2 * calls);
}

void CheckpointFaultsTest::findsOneWhateverIsDamaged_data()
{
    QTest::addColumn<QString>("damage");
    for (const char *damage : {"flipped", "cut off", "zeroed", "missing", "longer"})
        QTest::addRow("%s", damage) << damage;
}

// Of the newest checkpoint in each region: its first, middle and last byte, or with MOTLEY_ALL_FAULTS every byte, and
// then every bit of it.
void CheckpointFaultsTest::findsOneWhateverIsDamaged()
{
    QFETCH(QString, damage);
    const bool all = isAsked("MOTLEY_ALL_FAULTS");
    int cases = 0;
    int intact = 0;
    for (const Region &region : regionsOf(m_three + "/checkpoints/step-30")) {
        std::set<std::size_t> places{region.begin, (region.begin + region.end) / 2, region.end - 1};
        for (std::size_t place = region.begin; all && place < region.end; ++place)
            places.insert(place);
        if (damage == "missing" || damage == "longer")
            places = {region.begin};
        for (const std::size_t place : places)
            for (int bit = 0; bit < (damage == "flipped" && all ? bitsOfByte : 1); ++bit) {
                const std::string run = freshRun(m_three);
                const std::string file = run + "/checkpoints/step-30/" + region.file;
                const std::string before = readTextFile(file).value();
                const std::string bytes = damaged(before, damage, region, place, all ? bit : int(place) % bitsOfByte);
                overwrite(file, bytes);
                if (damage == "missing")
                    fs::remove(file);
                std::vector<std::string> refusals;
                const std::int64_t step = stepFound(run, &refusals);
                const QByteArray where = QByteArray::fromStdString(region.file) + " " + QByteArray::number(int(place));
                ++cases;
                if (step == 30) { // zeroes that were zeroes; white space of the manifest that is other white space
                    QVERIFY2(bytes == before || region.file == "manifest.json", where);
                    ++intact;
                    continue;
                }
                QVERIFY2(step == 20, where);
                QVERIFY2(refusals.size() == 1, where);
                QVERIFY2(refusals.front().find("step-30") != std::string::npos, refusals.front().c_str());
                QVERIFY2(refusals.front().find("corrupt-step-30") != std::string::npos, refusals.front().c_str());
            }
    }
    qInfo("%d of %d: a whole one is found, in %d of them the newest", cases, cases, intact);
    QVERIFY(intact < cases / 2);
}

void CheckpointFaultsTest::setsAsideAndNamesEach()
{
    const std::string run = freshRun(m_three);
    const std::string folder = run + "/checkpoints/";
    fs::create_directories(folder + "corrupt-step-30"); // of an earlier start
    fs::create_directories(folder + "step-40.tmp");
    overwrite(folder + "step-30/model.safetensors", "");
    overwrite(folder + "step-20/manifest.json", "{}");
    std::vector<std::string> refusals;
    QCOMPARE(stepFound(run, &refusals), 10);
    QCOMPARE(refusals.size(), std::size_t(2));
    QVERIFY2(refusals[0].find("step-30/model.safetensors") != std::string::npos, refusals[0].c_str());
    QVERIFY2(refusals[0].find("corrupt-step-30-2.") != std::string::npos, refusals[0].c_str());
    QVERIFY2(refusals[1].find("corrupt-step-20.") != std::string::npos, refusals[1].c_str());
    QVERIFY(fs::exists(folder + "corrupt-step-30-2/optimizer.safetensors")); // nothing is deleted
    QCOMPARE(checkpointSteps(folder), (std::vector<std::int64_t>{10}));
    QVERIFY(writeCheckpoint({run}, checkpointOf(30), 1));
    QCOMPARE(namesIn(folder), (QStringList{"corrupt-step-20", "corrupt-step-30", "corrupt-step-30-2", "step-30"}));
}

// A run that would begin anew without a word must not come of it.
void CheckpointFaultsTest::leavesAllWhereNoneIsWhole()
{
    const std::string run = freshRun(m_two);
    for (const char *step : {"10", "20"})
        overwrite(run + "/checkpoints/step-" + step + "/state.json", "{}");
    for (int i = 0; i < 2; ++i) {
        const auto loaded = loadCheckpoint(run + "/checkpoints", Damaged::SetAside);
        QVERIFY(!loaded);
        QVERIFY2(loaded.error().message.find("state.json") != std::string::npos, loaded.error().message.c_str());
        QVERIFY(!newestWholeCheckpoint(run, Damaged::SetAside));
    }
    QCOMPARE(namesIn(run + "/checkpoints"), (QStringList{"step-10", "step-20"}));
}

QTEST_APPLESS_MAIN(CheckpointFaultsTest)
#include "tst_checkpointfaults.moc"
