// What is kept of measured links: both directions, the latest of each.
#include "remote/history/linkstore.h"
#include "remote/history/profilestore.h"

#include <QFile>
#include <QLockFile>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class LinkStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_then = QDateTime::fromSecsSinceEpoch(1'795'000'000);
    }

    void keepsBothDirectionsByTheFastestAddress()
    {
        CandidateMachine a{"a", {}, {}};
        a.links
            = {{"b", "192.168.1.2", true, 0.001, 1e6}, {"b", "10.0.0.2", true, 0.0002, 1e8}, {"b", "fd00::2", false}};
        CandidateMachine b{"b", {}, {}};
        b.links = {{"a", "192.168.1.1", false}, {"a", "10.0.0.1", true, 0.0003, 5e7}};
        QVERIFY(store().store({a, b}, m_then));
        const std::vector<KnownLink> expected{
            {"a", "b", "10.0.0.2", true, 0.0002, 1e8, m_then}, {"b", "a", "10.0.0.1", true, 0.0003, 5e7, m_then}};
        QVERIFY(store().all() == expected);
    }

    void whatIsMeasuredAnewTakesThePlaceOfTheOld()
    {
        QVERIFY(store().store({machine("a", "b", 1e8), machine("c", "b", 3e8)}, m_then));
        const QDateTime later = m_then.addSecs(60);
        CandidateMachine silent{"a", {}, {}};
        silent.links = {{"b", "10.0.0.2", false}};
        QVERIFY(store().store({silent}, later));
        const std::vector<KnownLink> expected{
            {"c", "b", "10.0.0.2", true, 0.0002, 3e8, m_then}, {"a", "b", "10.0.0.2", false, 0, 0, later}};
        QVERIFY(store().all() == expected);
        QVERIFY(store().store({CandidateMachine{"a", {}, {}}}, later)); // alone, so that nothing was measured
        QCOMPARE(store().all().size(), std::size_t(2));
    }

    void beginsAnewWhereTheFileIsBroken()
    {
        QVERIFY(store().all().empty());
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"version\": 1, \"links\": [{\"from\": 3, \"bytesPerSecond\": -1e999");
        file.close();
        QVERIFY(store().all().empty());
        QVERIFY(store().store({machine("a", "b", 1e8)}, m_then));
        QCOMPARE(store().all().size(), std::size_t(1));
    }

    void keepsAsManyAsTwoTimes64MachinesHave()
    {
        std::vector<CandidateMachine> machines(64);
        for (int round = 0; round < 3; ++round) { // under other names each time
            for (int i = 0; i < 64; ++i) {
                machines[std::size_t(i)] = {"m" + std::to_string(100 * round + i), {}, {}};
                for (int j = 0; j < 64; ++j)
                    if (i != j)
                        machines[std::size_t(i)].links.push_back(
                            {"m" + std::to_string(100 * round + j), "10.0.0.1", true, 0.001, 1e8});
            }
            QVERIFY(store().store(machines, m_then.addSecs(round)));
        }
        const auto links = store().all();
        QCOMPARE(links.size(), std::size_t(8192));
        QCOMPARE(std::size_t(std::count_if(links.begin(), links.end(),
                     [&](const KnownLink &link) { return link.measured == m_then.addSecs(2); })),
            std::size_t(64 * 63));
    }

    void speedsBringTheirLinks()
    {
        const ProfileStore speeds(m_folder->filePath(QStringLiteral("speeds.json")));
        speeds.store(JobSpec(), {machine("a", "b", 1e8)});
        QCOMPARE(store().all().size(), std::size_t(1));
    }

    void saysThatAnotherProgramWrites()
    {
        QLockFile lock(path() + QStringLiteral(".lock"));
        QVERIFY(lock.tryLock());
        const auto stored = store().store({machine("a", "b", 1e8)}, m_then);
        QVERIFY(!stored);
        QVERIFY(stored.error().message.find(path().toStdString()) != std::string::npos);
    }

private:
    static CandidateMachine machine(const std::string &name, const std::string &to, double bytesPerSecond)
    {
        CandidateMachine made{name, {}, {}};
        made.links = {{to, "10.0.0.2", true, 0.0002, bytesPerSecond}};
        return made;
    }
    QString path() const { return linksFile(m_folder->path()); }
    LinkStore store() const { return LinkStore(path()); }

    std::unique_ptr<QTemporaryDir> m_folder;
    QDateTime m_then;
};

QTEST_GUILESS_MAIN(LinkStoreTest)
#include "tst_linkstore.moc"
