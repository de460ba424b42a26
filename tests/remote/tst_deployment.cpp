// Deployment: what is sent, what is not sent again, and how each disturbance ends. The real scripts run on this
// computer.
#include "cutsession.h"
#include "remote/deploy/deployment.h"
#include "remote/session/localsession.h"
#include "remote/session/safefolder.h"
#include "remote/session/sentence.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

using namespace motley;

namespace {

constexpr qint64 bigFile = 300'000;

QByteArray randomBytes(qint64 count)
{
    QByteArray bytes(count, Qt::Uninitialized);
    std::generate(bytes.begin(), bytes.end(), [] { return char(QRandomGenerator::global()->generate()); });
    return bytes;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList filesBelow(const QString &folder, const QString &pattern)
{
    QStringList found;
    QDirIterator files(folder, {pattern}, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext())
        found << files.next();
    return found;
}

// Mounts a small file system, which the destructor unmounts.
class FullDisk {
public:
    explicit FullDisk(const QString &folder, const char *options) : m_folder(folder.toUtf8())
    {
        m_mounted = ::mount("tmpfs", m_folder, "tmpfs", 0, options) == 0;
    }
    ~FullDisk()
    {
        if (m_mounted)
            ::umount2(m_folder, MNT_DETACH);
    }
    FullDisk(const FullDisk &) = delete;
    FullDisk &operator=(const FullDisk &) = delete;

    bool isMounted() const { return m_mounted; }

private:
    QByteArray m_folder;
    bool m_mounted = false;
};

} // namespace

class DeploymentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char *variable : {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"})
            qputenv(variable, m_folder->filePath("home").toUtf8());
        m_root = m_folder->filePath("a root with spaces, $(quotes) and 'more'");
        QVERIFY(QDir().mkpath(m_folder->filePath("data")));
        m_big = randomBytes(bigFile);
        write("big", m_big);
        write("small", "hello\n");
        m_manifest = manifest({"big", "small"});
    }

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

    void saysHowMuchSpaceIsMissingBeforeItSends()
    {
        QVERIFY(QDir().mkpath(m_root));
        const FullDisk disk(m_root, "size=64k,mode=700");
        if (!disk.isMounted())
            QSKIP("needs root, to mount a small file system");
        DeploymentProgress seen;
        const auto result = deploy(m_session, root(), m_manifest, [&](const auto &progress) { seen = progress; });
        QVERIFY(!result);
        QVERIFY2(result.error().message.find("too little disk space: 330.0 kB are needed") != std::string::npos,
            why(result));
        QCOMPARE(seen.bytesSent, 0);
        const QLocale before;
        QLocale::setDefault(QLocale::German);
        const QString german = say(result.error());
        QLocale::setDefault(before);
        QVERIFY2(german.contains("330,0 kB are needed"), qPrintable(german));
    }

    void deploysWhereNobodyKnowsTheFreeSpace()
    {
        QTemporaryDir programs;
        QFile df(programs.filePath("df"));
        QVERIFY(df.open(QIODevice::WriteOnly));
        df.write("#!/bin/sh\necho df: cannot read table of mounted file systems >&2\nexit 1\n");
        df.close();
        QVERIFY(df.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", programs.path().toUtf8() + ':' + path);
        const auto result = deploy(m_session, root(), m_manifest);
        qputenv("PATH", path);
        QVERIFY2(result, why(result));
        QCOMPARE(contentOf(treePath() + "/big"), m_big);
    }

    void survivesADiskThatFillsUpInTheMiddle()
    {
        QVERIFY(QDir().mkpath(m_root));
        const FullDisk disk(m_root, "size=400k,mode=700");
        if (!disk.isMounted())
            QSKIP("needs root, to mount a small file system");
        QFile other(m_root + "/of somebody else");
        bool filled = false;
        const auto result = deploy(m_session, root(), m_manifest, [&](const auto &) {
            if (!filled && other.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
                while (other.write(QByteArray(4096, 'x')) == 4096) { }
            filled = true;
        });
        QVERIFY(!result);
        QVERIFY2(result.error().message.find("disk or a quota is full") != std::string::npos, why(result));
        QVERIFY(!QDir(treePath()).exists());
        QVERIFY(nothingUnfinished());

        QVERIFY(other.remove());
        const auto again = deploy(m_session, root(), m_manifest);
        QVERIFY2(again, why(again));
    }

    void survivesADiskWithoutFreeInodes()
    {
        QVERIFY(QDir().mkpath(m_root));
        const FullDisk disk(m_root, "size=4m,nr_inodes=6,mode=700");
        if (!disk.isMounted())
            QSKIP("needs root, to mount a small file system");
        const auto result = deploy(m_session, root(), m_manifest);
        QVERIFY(!result);
        QVERIFY(!QDir(treePath()).exists());
    }

    void refusesAFolderThatOthersCanWriteTo()
    {
        QVERIFY(QDir().mkpath(m_root));
        QCOMPARE(::chmod(m_root.toUtf8(), 0777), 0);
        const auto result = deploy(m_session, root(), m_manifest);
        QVERIFY(!result);
        QVERIFY2(result.error().message.find("chmod go-w") != std::string::npos, why(result));
    }

    void refusesAFolderBelowOneThatOthersCanChange_data()
    {
        QTest::addColumn<QString>("what");
        for (const auto *what :
            {"written by all", "written by a group", "of another account", "behind a link of another"})
            QTest::addRow("%s", what) << what;
    }
    void refusesAFolderBelowOneThatOthersCanChange()
    {
        QFETCH(QString, what);
        if (::getuid() != 0)
            QSKIP("needs root, to make folders of other accounts");
        const auto above = m_folder->filePath("above").toUtf8();
        QVERIFY(QDir().mkpath(above + "/mine"));
        if (what == "written by all")
            QCOMPARE(::chmod(above, 0777), 0);
        else if (what == "written by a group")
            QVERIFY(::chown(above, 0, 12345) == 0 && ::chmod(above, 0770) == 0);
        else if (what == "of another account")
            QCOMPARE(::chown(above, 12345, 0), 0);
        else
            QVERIFY(::rename(above, above + "2") == 0 && ::symlink(above + "2", above) == 0
                && ::lchown(above, 12345, 0) == 0);
        const auto root = (above + "/mine/root").toStdString();
        const auto result = deploy(m_session, root, m_manifest);
        QVERIFY(!result);
        QVERIFY2(result.error().message.find(above.toStdString() + " on") != std::string::npos, why(result));
        QVERIFY(!QDir(QString::fromStdString(root)).exists());
        QVERIFY(!listDeployed(m_session, root));
        QVERIFY(!removeDeployed(m_session, root));
    }

    void takesAFolderBelowStickyOnesOwnLinksAndAGroupOfItsOwn()
    {
        const auto above = m_folder->filePath("above");
        QVERIFY(QDir().mkpath(above) && ::chmod(above.toUtf8(), 01777) == 0);
        QVERIFY(QDir().mkpath(above + "/mine") && ::chmod((above + "/mine").toUtf8(), 0775) == 0);
        QVERIFY(QFile::link(above + "/mine", m_folder->filePath("link")));
        const auto result = deploy(m_session, m_folder->filePath("link/root").toStdString(), m_manifest);
        QVERIFY2(result, why(result));
    }

    // There the computer's own folders seem to be of nobody.
    void takesAFolderBelowOneOfTheComputersRootInAContainer()
    {
        const auto above = m_folder->filePath("above").toUtf8();
        QVERIFY(QDir().mkpath(above + "/mine"));
        if (::chown(above, 12345, 0) != 0 || ::chmod(above, 0755) != 0)
            QSKIP("needs root, to make folders of other accounts");
        const auto script = std::string(safeFolderScript()) + "isSafe " + shellQuoted((above + "/mine").toStdString());
        QVERIFY(runProgram({"sh", "-c", script})->exitCode != 0);
        const auto inside = runProgram({"unshare", "--user", "--map-root-user", "sh", "-c", script});
        if (!inside || inside->errors.find("unshare") != std::string::npos)
            QSKIP("this system makes no user namespaces");
        QCOMPARE(inside->exitCode, 0);
        const auto link = m_folder->filePath("link").toUtf8();
        QVERIFY(::symlink(above, link) == 0 && ::lchown(link, 12345, 0) == 0);
        const auto behindLink
            = std::string(safeFolderScript()) + "isSafe " + shellQuoted((link + "/mine").toStdString());
        QVERIFY(runProgram({"unshare", "--user", "--map-root-user", "sh", "-c", behindLink})->exitCode != 0);
    }

    void removesNothingFromAFolderOfSomethingElse()
    {
        QVERIFY(QDir().mkpath(m_root + "/data/mine") && QDir().mkpath(m_root + "/runs/mine"));
        QVERIFY(!removeDeployed(m_session, root()));
        QVERIFY(QDir(m_root + "/data/mine").exists() && QDir(m_root + "/runs/mine").exists());
        QVERIFY(deploy(m_session, root(), m_manifest));
        const auto result = removeDeployed(m_session, root());
        QVERIFY(!result);
        QVERIFY2(result.error().message.find(root()) != std::string::npos, why(result));
        QVERIFY(QDir(m_root + "/data/mine").exists());
        QVERIFY(!removeDeployed(m_session, m_folder->filePath("other").toStdString() + "\n" + root()));
    }

    void removesWhatAnEarlierVersionDeployed()
    {
        QVERIFY(QDir().mkpath(m_root + "/blobs/sha256") && QDir().mkpath(m_root + "/runs"));
        QVERIFY(deploy(m_session, root(), m_manifest));
        const auto result = removeDeployed(m_session, root());
        QVERIFY2(result, why(result));
        QVERIFY(!QDir(m_root).exists());
    }

    void removesWhatItDeployedAndNothingElse()
    {
        QVERIFY(deploy(m_session, root(), m_manifest));
        const auto trees = listDeployed(m_session, root());
        QVERIFY(trees);
        QCOMPARE(trees->size(), std::size_t(1));
        QCOMPARE(trees->front().id, m_manifest.id());
        QVERIFY(trees->front().bytes >= bigFile);

        write("../keep", "mine");
        QVERIFY(QFile::rename(m_folder->filePath("keep"), m_root + "/keep"));
        QVERIFY(removeDeployed(m_session, root()));
        QCOMPARE(QDir(m_root).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{"keep"});
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
    std::string root() const { return m_root.toStdString(); }
    QString treePath() const { return m_root + "/data/" + QString::fromStdString(m_manifest.id()); }
    bool nothingUnfinished() const
    {
        return filesBelow(m_root, "*.part.*").isEmpty()
            && QDir(m_root + "/data").entryList({".tmp.*"}, QDir::Dirs | QDir::Hidden).isEmpty();
    }

    void write(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_folder->filePath("data/" + name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

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

    Manifest manifest(const QStringList &names) const
    {
        std::vector<DataFile> files;
        for (const auto &name : names)
            files.push_back({"data", m_folder->filePath("data/" + name).toStdString(), name.toStdString()});
        return dataManifest(files).value_or(Manifest{});
    }

    template <typename T>
    static const char *why(const Result<T> &result)
    {
        static QByteArray text;
        text = result ? "no error" : QByteArray::fromStdString(result.error().message + " | " + result.error().detail);
        return text.constData();
    }

    LocalSession m_session;
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_root;
    QByteArray m_big;
    Manifest m_manifest;
};

QTEST_GUILESS_MAIN(DeploymentTest)
#include "tst_deployment.moc"
