// A second copy of each checkpoint comes to another machine of the run: whole or not at all, no faster than it may, and
// of use where the machine that had written it is gone.
#include "engine/agent/copies/checkpointcopies.h"
#include "engine/base/sha256.h"
#include "engine/base/textfile.h"
#include "engine/formats/verifycheckpoint.h"
#include "engine/job/continuefiles.h"
#include "engine/protocol/copies/checkpointline.h"
#include "tests/engine/agent/loopbackrun.h"
#include "tests/engine/agent/loopbackstatus.h"
#include "tests/fixtures/wholefiles.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <signal.h>

#include <filesystem>
#include <random>

using namespace motley;

namespace {

constexpr int patience = 30'000; // milliseconds
const TlsConnection::Key key{1, 2, 3};

QByteArray randomBytes(std::mt19937 &random, int count)
{
    QByteArray bytes(count, '\0');
    for (char &byte : bytes)
        byte = char(random());
    return bytes;
}

} // namespace

class CheckpointCopiesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void copiesTheNewestOneWhole();
    void copiesNothingThatIsDamaged();
    void aPieceIsALineOfJson();
    void copiesOneThatIsRemovedMeanwhile();
    void takesNoMoreBandwidthThanItMay();
    void answersNobodyWithoutTheKey();
    void leavesNoPartWhereverItEnds();
    void namesTheNextMachine();
    void copiesNothingWhereARankWrites();
    void outlivesTheMachineThatWroteIt();

private:
    RunFolder there() const { return {m_folder->filePath("there").toStdString()}; }
    RunFolder here() const { return {m_folder->filePath("here").toStdString()}; }
    void writeCheckpoint(std::int64_t step, int bytes = 1'000'000);
    bool isCopied(std::int64_t step) const
    {
        return verifyCheckpoint(here().checkpoint(step))
            && contents(QString::fromStdString(here().checkpoint(step) + "/model.safetensors"))
            == contents(QString::fromStdString(there().checkpoint(step) + "/model.safetensors"));
    }
    QStringList namesHere() const
    {
        return QDir(QString::fromStdString(here().checkpoints())).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    }
    CheckpointSource source(std::int64_t step) const { return {"127.0.0.1", m_server->port(), step}; }

    std::mt19937 m_random{7};
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<CheckpointServer> m_server;
};

void CheckpointCopiesTest::init()
{
    m_server.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    auto server = CheckpointServer::at("127.0.0.1", key, there());
    QVERIFY(server);
    m_server = *std::move(server);
}

void CheckpointCopiesTest::writeCheckpoint(std::int64_t step, int bytes)
{
    const QString folder = QString::fromStdString(there().checkpoint(step) + "/");
    CheckpointManifest manifest;
    for (const char *name : {"model.safetensors", "optimizer.safetensors", "state.json"}) {
        const QByteArray random = randomBytes(m_random, bytes);
        write(folder + name, random);
        manifest.files.push_back({name, bytes, sha256Of({random.constData(), std::size_t(bytes)})});
    }
    write(folder + "manifest.json", QByteArray::fromStdString(toJson(manifest)));
}

void CheckpointCopiesTest::copiesTheNewestOneWhole()
{
    CheckpointCopier copier(here(), key, {.machine = 1, .keep = 2, .bytesPerSecond = 1 << 30});
    for (const std::int64_t step : {10, 20, 30}) {
        writeCheckpoint(step);
        copier.copy(source(step));
        QTRY_VERIFY_WITH_TIMEOUT(isCopied(step), patience);
    }
    QTRY_COMPARE_WITH_TIMEOUT(namesHere(), (QStringList{"step-20", "step-30"}), patience);
    const auto news = copier.drainNews(); // once, not after each
    QCOMPARE(news.size(), std::size_t(1));
    QVERIFY(std::holds_alternative<Note>(news.front()));
    writeCheckpoint(15); // the run went back
    copier.copy(source(15));
    QTRY_COMPARE_WITH_TIMEOUT(namesHere(), (QStringList{"step-15"}), patience);
}

void CheckpointCopiesTest::copiesNothingThatIsDamaged()
{
    CheckpointCopier copier(here(), key, {.machine = 1, .keep = 2, .bytesPerSecond = 1 << 30});
    writeCheckpoint(10);
    copier.copy(source(10));
    QTRY_VERIFY_WITH_TIMEOUT(isCopied(10), patience);
    writeCheckpoint(20);
    const QString weights = QString::fromStdString(there().checkpoint(20) + "/model.safetensors");
    QByteArray bytes = contents(weights);
    bytes[bytes.size() / 2] = char(bytes[bytes.size() / 2] ^ 1);
    write(weights, bytes);
    copier.copy(source(20));
    std::vector<Warning> warnings;
    const auto isWarned = [&] {
        for (const EventBody &news : copier.drainNews())
            if (const auto *warning = std::get_if<Warning>(&news))
                warnings.push_back(*warning);
        return !warnings.empty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isWarned(), patience);
    QCOMPARE(warnings.front().machine, 1);
    for (const char *word : {"step 20", "model.safetensors is damaged"})
        QVERIFY2(warnings.front().message.find(word) != std::string::npos, warnings.front().message.c_str());
    QCOMPARE(namesHere(), QStringList{"step-10"});
}

void CheckpointCopiesTest::aPieceIsALineOfJson()
{
    const CheckpointPiece piece{true, std::string("\0\xff\"\n", 4)};
    const std::string line = toLine(piece);
    const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
    QCOMPARE(object["isThere"].toBool(), true);
    QCOMPARE(QByteArray::fromBase64(object["base64"].toString().toLatin1()).toStdString(), piece.bytes);
    QVERIFY(parseCheckpointPiece(line) == piece);
    QVERIFY(parseCheckpointPiece(R"({ "base64": "", "isThere": false })") == CheckpointPiece());
    QVERIFY(!parseCheckpointPiece(R"({"isThere":true,"base64":"!"})"));
    QVERIFY(!parseCheckpointPiece(line + "}"));
}

void CheckpointCopiesTest::copiesOneThatIsRemovedMeanwhile()
{
    CheckpointCopier copier(here(), key, {.machine = 1, .keep = 2, .bytesPerSecond = 2'000'000});
    writeCheckpoint(10);
    const QByteArray weights = contents(QString::fromStdString(there().checkpoint(10) + "/model.safetensors"));
    copier.copy(source(10));
    QVERIFY(QTest::qWaitFor([&] { return namesHere().contains("step-10.part"); }, patience));
    std::filesystem::remove_all(there().checkpoint(10));
    QTRY_VERIFY_WITH_TIMEOUT(verifyCheckpoint(here().checkpoint(10)).has_value(), patience);
    QCOMPARE(contents(QString::fromStdString(here().checkpoint(10) + "/model.safetensors")), weights);
}

void CheckpointCopiesTest::takesNoMoreBandwidthThanItMay()
{
    CheckpointCopier copier(here(), key, {.machine = 1, .keep = 2, .bytesPerSecond = 3'000'000});
    writeCheckpoint(10);
    QElapsedTimer timer;
    timer.start();
    copier.copy(source(10));
    QTRY_VERIFY_WITH_TIMEOUT(isCopied(10), patience);
    QVERIFY2(timer.elapsed() > 900, QByteArray::number(timer.elapsed())); // 3 MB
}

void CheckpointCopiesTest::answersNobodyWithoutTheKey()
{
    writeCheckpoint(10);
    CheckpointCopier stranger(here(), {9}, {.machine = 1, .keep = 2, .bytesPerSecond = 1 << 30});
    stranger.copy(source(10));
    QTest::qWait(500); // nothing comes of it
    QVERIFY(namesHere().isEmpty());
    CheckpointCopier copier(here(), key, {.machine = 1, .keep = 2, .bytesPerSecond = 1 << 30});
    copier.copy(source(10));
    QTRY_VERIFY_WITH_TIMEOUT(isCopied(10), patience);
}

// An agent that ends in the middle of it, at any time; and the next one copies it.
void CheckpointCopiesTest::leavesNoPartWhereverItEnds()
{
    constexpr int rounds = 100;
    writeCheckpoint(10, 300'000);
    int whole = 0;
    for (int round = 0; round < rounds; ++round) {
        std::filesystem::remove_all(here().checkpoints());
        {
            CheckpointCopier copier(here(), key, {.machine = 1, .keep = 2, .bytesPerSecond = 1 << 30});
            copier.copy(source(10));
            std::this_thread::sleep_for(std::chrono::microseconds(m_random() % 200'000));
        }
        const auto steps = checkpointSteps(here().checkpoints());
        QVERIFY(steps.empty() || isCopied(10));
        whole += int(steps.size());
    }
    qInfo("%d of %d copies were whole when they were ended, none was a part", whole, rounds);
    CheckpointCopier copier(here(), key, {.machine = 1, .keep = 2, .bytesPerSecond = 1 << 30});
    copier.copy(source(10));
    QTRY_COMPARE_WITH_TIMEOUT(namesHere(), QStringList{"step-10"}, patience);
}

void CheckpointCopiesTest::namesTheNextMachine()
{
    LaunchSpec launch;
    launch.token = std::string(64, 'a');
    for (int machine = 0; machine < 3; ++machine) {
        launch.plan.machines.push_back({"box", "127.0.0.1"});
        launch.plan.ranks.push_back({machine, {}, 8, 0, 1});
    }
    CheckpointCopies copies(there(), launch);
    QVERIFY(!copies.setMembers(everyRankOf(launch.plan))); // nothing is saved yet
    const auto first = copies.saved(10);
    QVERIFY(first);
    QCOMPARE(first->machine, 1);
    QCOMPARE(first->step, 10);
    Membership members = everyRankOf(launch.plan);
    QVERIFY(!copies.setMembers(members)); // it was told
    members.ranks = {0, 2};
    QCOMPARE(copies.setMembers(members)->machine, 2);
    members.ranks = {0};
    QVERIFY(!copies.setMembers(members));
    QVERIFY(!copies.saved(20));
}

// The machine of the first rank is lost in the middle of a copy, and a rank of the one that copies writes from then on.
void CheckpointCopiesTest::copiesNothingWhereARankWrites()
{
    LaunchSpec launch;
    launch.machine = 1;
    launch.token = std::string(64, 'a');
    for (int machine = 0; machine < 2; ++machine) {
        launch.plan.machines.push_back({"box", "127.0.0.1"});
        launch.plan.ranks.push_back({machine, {}, 8, 0, 1});
    }
    auto writer = CheckpointServer::at("127.0.0.1", *checkpointKeyOf(launch.token), there());
    QVERIFY(writer);
    writeCheckpoint(10, 8'000'000);
    CheckpointCopies copies(here(), launch);
    copies.keep({1, 0, (*writer)->port(), 10});
    QVERIFY(QTest::qWaitFor([&] { return namesHere().contains("step-10.part"); }, patience));
    Membership members = everyRankOf(launch.plan);
    members.ranks = {1};
    QVERIFY(!copies.setMembers(members));
    const QString own = QString::fromStdString(here().checkpoint(20));
    write(own + "/manifest.json", "{}");
    write(QString::fromStdString(here().checkpoint(40)) + unfinishedCheckpoint + "/model.safetensors", "half of it");
    QTRY_COMPARE_WITH_TIMEOUT(namesHere(), (QStringList{"step-20", "step-40.tmp"}), patience);
}

void CheckpointCopiesTest::outlivesTheMachineThatWroteIt()
{
    LoopbackRun run(2);
    run.job().checkpoint.everySteps = 20;
    QVERIFY2(run.start(), run.errors());
    const std::string copies = run.folder(1).checkpoints();
    QTRY_VERIFY_WITH_TIMEOUT(!checkpointSteps(copies).empty(), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<Note>().empty(), patience);
    const auto coordinator = agentOf(run.folder(0)), other = agentOf(run.folder(1));
    QVERIFY(coordinator && other);
    kill(run.rankProcess(0), SIGKILL);
    kill(coordinator->pid, SIGKILL);
    kill(other->pid, SIGKILL); // which would lead the run from here on
    std::filesystem::remove_all(run.folder(0).checkpoints()); // the disk of the one that wrote is gone
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), patience);
    const auto whole = newestWholeCheckpoint(run.folder(1).path);
    QVERIFY2(whole, whole ? "" : whole.error().message.c_str());

    LoopbackRun resumed(1);
    QVERIFY2(resumed.start(whole->folder), resumed.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!resumed.all<StepDone>().empty(), 60'000);
    QCOMPARE(resumed.all<StepDone>().front().step, checkpointSteps(copies).front() + 1);
}

QTEST_GUILESS_MAIN(CheckpointCopiesTest)
#include "tst_checkpointcopies.moc"
