// Machines that were started by hand: threads at one real rendezvous store, and `join` with stores that do not exist.
#include "engine/base/tcp.h"
#include "engine/rendezvous/rendezvous.h"
#include "tests/engine/agent/loopbackrun.h"

#include <atomic>
#include <QDir>
#include <QTest>

#include <future>
#include <sys/stat.h>
#include <unistd.h>

using namespace motley;
using namespace std::chrono_literals;

namespace {

// A real store with a short heartbeat limit.
class HastyStore : public RendezvousStore {
public:
    explicit HastyStore(std::unique_ptr<RendezvousStore> store) : m_store(std::move(store)) { }

    int number() const override { return m_store->number(); }
    std::chrono::seconds heartbeatLimit() const override { return 2s; }
    Result<void> post(const std::string &name, const std::string &text) override { return m_store->post(name, text); }
    Result<std::optional<std::string>> read(const std::string &name) override
    {
        ++m_reads;
        return m_store->read(name);
    }
    int reads() const { return m_reads; }
    void leave() override { m_store->leave(); }

private:
    std::unique_ptr<RendezvousStore> m_store;
    std::atomic<int> m_reads = 0;
};

const std::string secret(32, 's'); // of machines that meet over TLS

int freePort()
{
    return portOf(boundTo(*socketAddress("127.0.0.1", 0)));
}

} // namespace

class RendezvousTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handsOnTextsAndOrders_data() { bothKinds(); }
    void handsOnTextsAndOrders();
    void takesNoMoreThanThereAre_data() { bothKinds(); }
    void takesNoMoreThanThereAre();
    void missesWhoIsGone();
    void doesNotTakeLeftOversForMachines();
    void knowsAFolderOfAnEarlierStart();
    void leavesNothingBehindButWhatIsNotItsOwn();
    void passesOnWhyThereWillBeNoRun();
    void tellsTheOthersThatItWasStopped();
    void livesUntilTheCoordinatorRefuses();
    void saysThatTheStoreIsGone();
    void saysWhatIsWrongWithTheEndpoint_data();
    void saysWhatIsWrongWithTheEndpoint();
    void refusesAFolderThatIsNotItsOwn_data();
    void refusesAFolderThatIsNotItsOwn();
    void writesAndReadsThroughNoLinks();
    void saysThatNobodyCame();

private:
    static void bothKinds()
    {
        QTest::addColumn<bool>("overTcp");
        QTest::addRow("tcp") << true;
        QTest::addRow("folder") << false;
    }

    MeetingPlace newPlace(bool overTcp = false)
    {
        if (overTcp)
            return {"tcp://127.0.0.1:" + std::to_string(freePort()), secret};
        return {"file://" + m_folder.filePath(QStringLiteral("meet-%1").arg(m_endpoints++)).toStdString()};
    }

    static std::unique_ptr<RendezvousStore> open(const MeetingPlace &place, int machines = 3)
    {
        auto store = openRendezvousStore(place, machines, 10s);
        return store ? std::move(*store) : nullptr;
    }

    QTemporaryDir m_folder;
    int m_endpoints = 0;
};

void RendezvousTest::handsOnTextsAndOrders()
{
    QFETCH(bool, overTcp);
    const MeetingPlace place = newPlace(overTcp);
    std::vector<std::unique_ptr<RendezvousStore>> stores;
    for (int machine = 0; machine < 3; ++machine)
        stores.push_back(open(place));
    std::vector<std::future<QStringList>> machines;
    for (auto &store : stores) {
        QVERIFY(store);
        machines.push_back(std::async(std::launch::async, [&store] {
            Rendezvous rendezvous(*store, 3, 20s, {});
            QStringList heard;
            for (const char *name : {"first", "second"})
                for (const std::string &text : rendezvous.allGather(name, name + std::to_string(store->number()))
                                                   .value_or(std::vector<std::string>()))
                    heard << QString::fromStdString(text);
            if (store->number() > 0)
                return heard << QString::fromStdString(rendezvous.awaitReply().value_or("nothing"));
            for (const int machine : {1, 2})
                if (!rendezvous.reply(machine, "order" + std::to_string(machine)))
                    heard << "could not tell";
            rendezvous.awaitRepliesRead(10s);
            return heard;
        }));
    }
    const QStringList all{"first0", "first1", "first2", "second0", "second1", "second2"};
    QCOMPARE(machines[0].get(), all);
    QCOMPARE(machines[1].get(), all + QStringList{"order1"});
    QCOMPARE(machines[2].get(), all + QStringList{"order2"});
}

void RendezvousTest::takesNoMoreThanThereAre()
{
    QFETCH(bool, overTcp);
    const MeetingPlace place = newPlace(overTcp);
    const auto first = open(place, 2);
    const auto second = open(place, 2);
    QVERIFY(first);
    QVERIFY(second);
    QCOMPARE(first->number(), 0);
    QCOMPARE(second->number(), 1);
    const auto third = openRendezvousStore(place, 2, 5s);
    QVERIFY(!third);
    QVERIFY2(third.error().message.find("2 machines") != std::string::npos, third.error().message.c_str());
}

void RendezvousTest::missesWhoIsGone()
{
    const MeetingPlace place = newPlace();
    HastyStore first(open(place));
    HastyStore second(open(place));
    HastyStore third(open(place));
    std::promise<void> thirdIsHere;
    Rendezvous rendezvous(first, 3, 30s, [&](int here) {
        if (here == 2)
            thirdIsHere.set_value();
    });
    Rendezvous stays(second, 3, 30s, {});
    auto leaves = std::make_optional<Rendezvous>(third, 3, 30s, std::function<void(int)>());
    QVERIFY(third.post("join-request-2", "here"));
    auto answer = std::async(std::launch::async, [&] { return rendezvous.allGather("join-request", "here"); });
    QVERIFY(thirdIsHere.get_future().wait_for(20s) == std::future_status::ready);
    leaves.reset();
    const auto missed = answer.get();
    QVERIFY(!missed);
    QVERIFY2(missed.error().message.find("Machine 3 of 3 does not answer") == 0, missed.error().message.c_str());
}

void RendezvousTest::doesNotTakeLeftOversForMachines()
{
    const MeetingPlace place = newPlace();
    {
        const auto before = open(place);
        QVERIFY(before->post("heartbeat-0", "7"));
        QVERIFY(before->post("join-request-0", "of yesterday"));
    }
    HastyStore late(open(place));
    QCOMPARE(late.number(), 1);
    Rendezvous rendezvous(late, 2, 30s, {});
    const auto missed = rendezvous.allGather("join-request", "here");
    QVERIFY(!missed);
    QVERIFY2(missed.error().message.find("earlier start") != std::string::npos, missed.error().message.c_str());
}

void RendezvousTest::knowsAFolderOfAnEarlierStart()
{
    const MeetingPlace place = newPlace();
    QVERIFY(open(place)->post("heartbeat-0", "7"));
    const QDir folder(m_folder.filePath(QStringLiteral("meet-%1").arg(m_endpoints - 1)));
    const QStringList left = folder.entryList(QDir::Files);
    for (const QString &name : left) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-300), QFileDevice::FileModificationTime));
    }
    const auto late = openRendezvousStore(place, 3, 10s);
    QVERIFY(!late);
    QVERIFY2(
        late.error().message.find("left from an earlier start") != std::string::npos, late.error().message.c_str());
    QCOMPARE(folder.entryList(QDir::Files), left);
}

void RendezvousTest::leavesNothingBehindButWhatIsNotItsOwn()
{
    const auto store = open(newPlace());
    QDir folder(m_folder.filePath(QStringLiteral("meet-%1").arg(m_endpoints - 1)));
    QVERIFY(store->post("heartbeat-0", "1"));
    QVERIFY(store->post("refusal", "none"));
    QFile own(folder.filePath("thesis.txt"));
    QVERIFY(own.open(QIODevice::WriteOnly));
    own.close();
    store->leave();
    QCOMPARE(folder.entryList(QDir::Files), QStringList{"thesis.txt"});
    QVERIFY(own.remove());
    store->leave();
    QVERIFY(!folder.exists());
}

void RendezvousTest::passesOnWhyThereWillBeNoRun()
{
    const MeetingPlace place = newPlace();
    const auto first = open(place, 2);
    const auto second = open(place, 2);
    Rendezvous refuses(*first, 2, 30s, {});
    Rendezvous joining(*second, 2, 30s, {});
    refuses.refuse("The jobs differ.");
    const auto told = joining.awaitReply();
    QVERIFY(!told);
    QCOMPARE(told.error().message, std::string("The jobs differ."));
}

void RendezvousTest::tellsTheOthersThatItWasStopped()
{
    const MeetingPlace place = newPlace();
    const auto first = open(place, 3);
    const auto second = open(place, 3);
    Rendezvous waits(*first, 3, 30s, {});
    Rendezvous stopped(*second, 3, 30s, {}, [] { return true; });
    const auto ended = stopped.allGather("join-request", "here");
    QVERIFY(!ended);
    QCOMPARE(ended.error().message, std::string("Machine 2 of 3 was stopped before the run began."));
    stopped.refuse(ended.error().message);
    const auto told = waits.allGather("join-request", "here");
    QVERIFY(!told);
    QCOMPARE(told.error().message, ended.error().message);
}

void RendezvousTest::livesUntilTheCoordinatorRefuses()
{
    const MeetingPlace place = newPlace();
    const auto first = open(place, 2);
    HastyStore second(open(place, 2));
    Rendezvous refuses(*first, 2, 30s, {});
    Rendezvous joining(second, 2, 30s, {});
    std::atomic<bool> isOver{false};
    const std::jthread waiting([&] {
        joining.awaitRefusal(30s);
        isOver = true;
    });
    QTRY_VERIFY_WITH_TIMEOUT(second.reads() > 3, 10000);
    QVERIFY(!isOver);
    refuses.refuse("The jobs differ.");
    QTRY_VERIFY_WITH_TIMEOUT(isOver, 10000);
}

void RendezvousTest::saysThatTheStoreIsGone()
{
    const auto store = open(newPlace(), 1);
    QVERIFY(store->post("join-request-0", "here"));
    QVERIFY(store->read("reply-0"));
    store->leave();
    const auto read = store->read("reply-0");
    QVERIFY(!read);
    QVERIFY(read.error().message.find("is gone") != std::string::npos);
}

void RendezvousTest::saysWhatIsWrongWithTheEndpoint_data()
{
    QTest::addColumn<QString>("store");
    QTest::addColumn<QByteArray>("words");
    QTest::addRow("no kind") << "10.0.0.5:29400" << QByteArray("tcp://");
    QTest::addRow("no port") << "tcp://10.0.0.5" << QByteArray("port between 1 and 65535");
    QTest::addRow("no such port") << "tcp://10.0.0.5:65536" << QByteArray("port between 1 and 65535");
    QTest::addRow("no machine") << "tcp://no-such-machine.invalid:29400" << QByteArray("no-such-machine.invalid");
    QTest::addRow("no full path") << "file://shared" << QByteArray("file:///shared");
    QTest::addRow("no such folder") << "file:///nowhere/at/all" << QByteArray("/nowhere/at/all");
    QTest::addRow("a file") << "file:///etc/hostname" << QByteArray("/etc/hostname");
}

void RendezvousTest::saysWhatIsWrongWithTheEndpoint()
{
    QFETCH(QString, store);
    QFETCH(QByteArray, words);
    const std::string url = store.toStdString();
    const auto opened = openRendezvousStore({url, url.starts_with("tcp://") ? secret : std::string()}, 2, 1s);
    QVERIFY(!opened);
    QVERIFY2(opened.error().message.find(words.toStdString()) != std::string::npos, opened.error().message.c_str());
}

void RendezvousTest::refusesAFolderThatIsNotItsOwn_data()
{
    QTest::addColumn<QString>("kind");
    for (const auto *kind : {"of another account", "that others can write to", "that a group can write to", "a link"})
        QTest::addRow("%s", kind) << kind;
}

void RendezvousTest::refusesAFolderThatIsNotItsOwn()
{
    QFETCH(QString, kind);
    const auto path = m_folder.filePath("foreign").toUtf8();
    QVERIFY(QDir().mkpath(path));
    const auto removes = qScopeGuard([&] { QVERIFY(::remove(path) == 0); });
    if (kind == "of another account" && ::chown(path, 12345, 12345) != 0)
        QSKIP("needs root, to make a folder of another account");
    if (kind == "that others can write to")
        QCOMPARE(::chmod(path, 0707), 0);
    if (kind == "that a group can write to")
        QCOMPARE(::chmod(path, 0770), 0);
    if (kind == "a link") {
        QVERIFY(::rmdir(path) == 0);
        QVERIFY(::symlink(m_folder.path().toUtf8(), path) == 0);
    }
    const auto opened = openRendezvousStore({"file://" + path.toStdString()}, 2, 1s);
    QVERIFY(!opened);
    QVERIFY2(opened.error().message.find(path.toStdString()) != std::string::npos, opened.error().message.c_str());
}

// Somebody else may have prepared links under names that can be guessed.
void RendezvousTest::writesAndReadsThroughNoLinks()
{
    const auto store = open(newPlace());
    const QDir place(m_folder.filePath(QStringLiteral("meet-%1").arg(m_endpoints - 1)));
    QFile victim(m_folder.filePath("thesis.txt"));
    QVERIFY(victim.open(QIODevice::ReadWrite));
    QVERIFY(victim.write("all of it") > 0);
    QVERIFY(victim.flush());
    const auto draft = place.filePath("arrival-0.tmp-" + QString::number(QCoreApplication::applicationPid()));
    for (const auto &name : {draft, place.filePath("join-request-0"), place.filePath("arrival-1")})
        QVERIFY(QFile::link(victim.fileName(), name));
    QVERIFY(!store->read("arrival-1"));
    QVERIFY(store->post("join-request-0", "here"));
    QCOMPARE(store->read("join-request-0")->value_or("nothing"), std::string("here"));
    QVERIFY(victim.seek(0));
    QCOMPARE(victim.readAll(), QByteArray("all of it"));
}

void RendezvousTest::saysThatNobodyCame()
{
    LoopbackRun run(1);
    QFile job(m_folder.filePath("job.json"));
    QVERIFY(job.open(QIODevice::WriteOnly));
    job.write(QByteArray::fromStdString(toJson(run.job())));
    job.close();
    const auto answer = runEngine({"join", job.fileName(), "--machines", "2", "--device", "cpu", "--threads", "1",
        "--wait", "0.02", "--meet", QString::fromStdString(newPlace().url)});
    QCOMPARE(answer.exitCode, 1);
    QVERIFY2(answer.errors.contains("Not all of the 2 machines came in time"), answer.errors);
    QVERIFY2(answer.output.contains("1 of 2 machines are here"), answer.output);
    QVERIFY(!QDir(m_folder.filePath(QStringLiteral("meet-%1").arg(m_endpoints - 1))).exists());
}

QTEST_GUILESS_MAIN(RendezvousTest)
#include "tst_rendezvous.moc"
