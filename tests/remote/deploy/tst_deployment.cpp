// Deployment: what is sent, what is not sent again, and how each disturbance ends. The real scripts run on this
// computer.
#include "cutsession.h"
#include "deploymentfixture.h"
#include "markedprocesses.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

using namespace motley;

class DeploymentTest : public QObject, private DeploymentFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { prepare(); }

    void putsTheTreeInPlaceAndSendsNothingTwice()
    {
        QCOMPARE(m_manifest.files.size(), std::size_t(2));
        DeploymentProgress seen;
        const auto first = deploy(m_session, root(), m_manifest, [&](const auto &progress) { seen = progress; });
        QVERIFY2(first, why(first));
        QCOMPARE(seen.bytesSent, bigFile + 6);
        QCOMPARE(*first, root() + "/data/" + m_manifest.id());
        QCOMPARE(contentOf(QString::fromStdString(*first) + "/big"), m_big);
        QCOMPARE(contentOf(QString::fromStdString(*first) + "/small"), QByteArray("hello\n"));
        QVERIFY(nothingUnfinished());

        seen = {};
        const auto second = deploy(m_session, root(), m_manifest, [&](const auto &progress) { seen = progress; });
        QVERIFY(second);
        QCOMPARE(seen.bytesSent, 0);
        QCOMPARE(*second, *first);
    }

    void leavesNothingRunning()
    {
        const MarkedProcesses started;
        QVERIFY(deploy(m_session, root(), m_manifest));
        QTRY_VERIFY2_WITH_TIMEOUT(started.alive().isEmpty(), qPrintable(started.alive().join('\n')), 1000);
    }

    void keepsEverythingToTheOwner()
    {
        QVERIFY(deploy(m_session, root(), m_manifest));
        QDirIterator all(m_root, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
        while (all.hasNext()) {
            struct stat status = {};
            QCOMPARE(::lstat(all.next().toUtf8(), &status), 0);
            QCOMPARE(status.st_mode & 077, 0U);
        }
    }

    void sendsOnlyWhatIsNewInTheNextVersion()
    {
        QVERIFY(deploy(m_session, root(), m_manifest));
        write("small", "other\n");
        DeploymentProgress seen;
        QVERIFY(deploy(m_session, root(), manifest({"big", "small"}), [&](const auto &progress) { seen = progress; }));
        QCOMPARE(seen.bytesSent, 6);
        QCOMPARE(seen.bytesAlreadyThere, bigFile);
    }

    void usesWhatLiesInASharedFolder()
    {
        const auto shared = share("big", m_big);
        DeploymentProgress seen;
        const auto observe = [&](const auto &progress) { seen = progress; };
        const auto first = deploy(m_session, root(), m_manifest, observe, {}, shared);
        QVERIFY2(first, why(first));
        QCOMPARE(seen.bytesSent, 6);
        QCOMPARE(seen.bytesAlreadyThere, bigFile);
        const QString big = QString::fromStdString(*first) + "/big";
        QCOMPARE(QFileInfo(big).symLinkTarget(), m_folder->filePath("share/big"));
        QCOMPARE(contentOf(big), m_big);

        seen = {};
        QVERIFY(deploy(m_session, root(), m_manifest, observe, {}, shared));
        QCOMPARE(seen.bytesSent, 0);

        share("big", randomBytes(bigFile)); // another version, of the same size
        const auto changed = deploy(m_session, root(), m_manifest, observe, {}, shared);
        QVERIFY2(changed, why(changed));
        QCOMPARE(seen.bytesSent, bigFile);
        QVERIFY(!QFileInfo(big).isSymLink());
        QCOMPARE(contentOf(big), m_big);
    }

    void sendsWhatIsNotInTheSharedFolder_data()
    {
        QTest::addColumn<QByteArray>("there");
        QTest::addRow("nothing") << QByteArray();
        QTest::addRow("another size") << QByteArray("short");
        QTest::addRow("other bytes") << QByteArray(bigFile, 'x');
    }

    void sendsWhatIsNotInTheSharedFolder()
    {
        QFETCH(QByteArray, there);
        DeploymentProgress seen;
        const auto tree = deploy(
            m_session, root(), m_manifest, [&](const auto &progress) { seen = progress; }, {},
            share(there.isEmpty() ? "other" : "big", there));
        QVERIFY2(tree, why(tree));
        QCOMPARE(seen.bytesSent, bigFile + 6);
        QCOMPARE(contentOf(QString::fromStdString(*tree) + "/big"), m_big);
    }

    void findsTheInnermostSharedFolder()
    {
        const std::vector<SharedFolder> folders{*parseSharedFolder("/data=/mnt/a/"), *parseSharedFolder("/data/x/=/b")};
        QCOMPARE(placeThere(folders, "/data/one"), std::optional<std::string>("/mnt/a/one"));
        QCOMPARE(placeThere(folders, "/data/x/../x/y/one"), std::optional<std::string>("/b/y/one"));
        QCOMPARE(placeThere(folders, "/database/one"), std::nullopt);
        QCOMPARE(placeThere({*parseSharedFolder("/")}, "/one"), std::optional<std::string>("/one"));
        QCOMPARE(toText(*parseSharedFolder(" /data ")), QString("/data"));
        for (const char *wrong : {"", "data", "data=/mnt", "/da\nta=/mnt", "/a=/b\tc"})
            QVERIFY2(!parseSharedFolder(wrong), wrong);
    }

    void goesOnWhereTheConnectionWasCut()
    {
        std::int64_t sent = 0;
        int cuts = 0;
        for (bool done = false; !done; ++cuts) {
            QVERIFY2(cuts < 40, "no progress");
            CutSession cut(m_session, 20'000);
            std::int64_t now = 0;
            const auto result
                = deploy(cut, root(), m_manifest, [&](const auto &progress) { now = progress.bytesSent; });
            sent += now;
            done = result.has_value();
            if (!done)
                QVERIFY(!QDir(m_root + "/data/" + QString::fromStdString(m_manifest.id())).exists());
        }
        QVERIFY(cuts > 10);
        // Bytes in flight when the connection broke may be sent again, but not whole files.
        QVERIFY2(sent < bigFile + bigFile / 2, QByteArray::number(qint64(sent)));
        QCOMPARE(contentOf(treePath() + "/big"), m_big);
        QVERIFY(nothingUnfinished());
    }

    void discardsAnUnfinishedUploadThatIsDamaged()
    {
        CutSession cut(m_session, bigFile / 2);
        QVERIFY(!deploy(cut, root(), m_manifest));
        const auto parts = filesBelow(m_root, "*.part.*");
        QCOMPARE(parts.size(), 1);
        flipOneByte(parts.front());
        QVERIFY(deploy(m_session, root(), m_manifest));
        QCOMPARE(contentOf(treePath() + "/big"), m_big);
    }

    void replacesWhatWasTamperedWith()
    {
        QVERIFY(deploy(m_session, root(), m_manifest));
        flipOneByte(treePath() + "/big");
        DeploymentProgress seen;
        const auto again = deploy(m_session, root(), m_manifest, [&](const auto &progress) { seen = progress; });
        QVERIFY2(again, why(again));
        QCOMPARE(seen.bytesSent, bigFile);
        QCOMPARE(contentOf(treePath() + "/big"), m_big);
    }

    void givesUpOnAFileThatIsNotWhatTheManifestSays()
    {
        m_manifest.files.front().sha256 = std::string(64, 'a');
        const auto result = deploy(m_session, root(), m_manifest);
        QVERIFY(!result);
        QVERIFY2(result.error().message.find("big changed while it was sent") != std::string::npos, why(result));
        QVERIFY(nothingUnfinished());
    }

    void refusesNamesThatLeaveTheTree_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addRow("upwards") << QByteArray("../evil");
        QTest::addRow("upwards inside") << QByteArray("a/../../evil");
        QTest::addRow("absolute") << QByteArray("/etc/evil");
        QTest::addRow("line break") << QByteArray("a\nb");
        QTest::addRow("empty part") << QByteArray("a//b");
        QTest::addRow("the stamp") << QByteArray(".verified");
        QTest::addRow("nothing") << QByteArray("");
    }
    void refusesNamesThatLeaveTheTree()
    {
        QFETCH(QByteArray, path);
        m_manifest.files.front().path = path.toStdString();
        QVERIFY(!deploy(m_session, root(), m_manifest));
        QVERIFY(!QDir(m_root).exists());
    }

    void takesOddNamesAsTheyAre()
    {
        const QStringList names{"-rf", "$(touch x)", "two  spaces ", "'quoted\"", "\\back", "ümläut", "*"};
        std::vector<DataFile> files;
        for (const auto &name : names) {
            write(name, name.toUtf8());
            files.push_back({"data", m_folder->filePath("data/" + name).toStdString(), name.toStdString()});
        }
        m_manifest = *dataManifest(files);
        const auto result = deploy(m_session, root(), m_manifest);
        QVERIFY2(result, why(result));
        for (const auto &name : names)
            QCOMPARE(contentOf(treePath() + '/' + name), name.toUtf8());
    }

    void sendsNamesThatAreNotUtf8()
    {
        const std::string name = "caf\xe9.png";
        const std::string path = (m_folder->path() + "/data/").toStdString() + name;
        std::ofstream(path) << "a picture";
        m_manifest = dataManifest({{"data", path, name}}).value_or(Manifest{});
        QCOMPARE(m_manifest.files.size(), 1u);
        const auto result = deploy(m_session, root(), m_manifest);
        QVERIFY2(result, why(result));
        std::ifstream arrived(treePath().toStdString() + "/" + name);
        QCOMPARE(std::string(std::istreambuf_iterator<char>(arrived), {}), std::string("a picture"));
        arrived.close();
        QVERIFY(deploy(m_session, root(), m_manifest)); // finds the tree there

        const std::vector<SharedFolder> same{{m_folder->filePath("data"), m_folder->filePath("share")}};
        QCOMPARE(*placeThere(same, path), m_folder->filePath("share/").toStdString() + name);
        std::filesystem::remove_all(treePath().toStdString()); // QTemporaryDir would leave both
        std::filesystem::remove(path);
    }

    void letsManyClientsSendTheSameAtOnce()
    {
        std::vector<Result<std::string>> results(4, fail("not run"));
        {
            std::vector<std::jthread> clients;
            for (auto &result : results)
                clients.emplace_back([&] {
                    LocalSession session;
                    result = deploy(session, root(), m_manifest);
                });
        }
        for (const auto &result : results)
            QVERIFY2(result, why(result));
        QCOMPARE(contentOf(treePath() + "/big"), m_big);
        QCOMPARE(QDir(m_root + "/data").entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
        QVERIFY(nothingUnfinished());
    }

    void hashesAFileOnceOnly()
    {
        const QString path = m_folder->filePath("data/big");
        const auto first = manifest({"big"});
        struct stat before = {};
        QCOMPARE(::stat(path.toUtf8(), &before), 0);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite | QIODevice::Unbuffered));
        QVERIFY(file.write("changed, but with its old time and size") > 0);
        timespec times[2] = {before.st_atim, before.st_mtim};
        QCOMPARE(::utimensat(AT_FDCWD, path.toUtf8(), times, 0), 0);
        QCOMPARE(manifest({"big"}), first); // the cached hash is used
        times[1].tv_nsec ^= 1;
        QCOMPARE(::utimensat(AT_FDCWD, path.toUtf8(), times, 0), 0);
        QVERIFY(manifest({"big"}) != first);
    }

private:
    // Writes a file into a shared folder whose path on the machine differs from that on this computer.
    std::vector<SharedFolder> share(const QString &name, const QByteArray &bytes)
    {
        QDir().mkpath(m_folder->filePath("share"));
        QFile file(m_folder->filePath("share/" + name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
        return {{m_folder->filePath("data"), m_folder->filePath("share")}};
    }

    void flipOneByte(const QString &path)
    {
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        const char flipped = char(file.peek(1)[0] ^ 1);
        QCOMPARE(file.write(&flipped, 1), 1);
    }
};

QTEST_GUILESS_MAIN(DeploymentTest)
#include "tst_deployment.moc"
