// Where deployed trees come to lie: full disks, folders that others can change, and what is removed again.
#include "deploymentfixture.h"
#include "remote/session/safefolder.h"
#include "remote/session/sentence.h"

#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace motley;

namespace {

// Mounts a small file system, which the destructor unmounts.
class SpecialDisk {
public:
    explicit SpecialDisk(const QString &folder, const char *options, unsigned long flags = 0)
        : m_folder(folder.toUtf8())
    {
        m_mounted = ::mount("tmpfs", m_folder, "tmpfs", flags, options) == 0;
    }
    ~SpecialDisk()
    {
        if (m_mounted)
            ::umount2(m_folder, MNT_DETACH);
    }
    SpecialDisk(const SpecialDisk &) = delete;
    SpecialDisk &operator=(const SpecialDisk &) = delete;

    bool isMounted() const { return m_mounted; }

private:
    QByteArray m_folder;
    bool m_mounted = false;
};

} // namespace

class InstallRootTest : public QObject, private DeploymentFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { prepare(); }

    // Data may lie where nothing runs.
    void refusesAFolderThatRunsNothing()
    {
        QVERIFY(QDir().mkpath(m_root));
        const SpecialDisk disk(m_root, "mode=700", MS_NOEXEC);
        if (!disk.isMounted())
            QSKIP("needs root, to mount a small file system");
        m_manifest.kind = "engine";
        DeploymentProgress seen;
        const auto result = deploy(m_session, root(), m_manifest, [&](const auto &progress) { seen = progress; });
        QVERIFY(!result);
        QVERIFY2(result.error().message.find("cannot run programs from " + root()) != std::string::npos, why(result));
        QCOMPARE(seen.bytesSent, 0);
        QVERIFY(nothingUnfinished());
        QCOMPARE(
            QDir(m_root + "/engine").entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
        m_manifest.kind = "data";
        const auto data = deploy(m_session, root(), m_manifest);
        QVERIFY2(data, why(data));
    }

    void saysHowMuchSpaceIsMissingBeforeItSends()
    {
        QVERIFY(QDir().mkpath(m_root));
        const SpecialDisk disk(m_root, "size=64k,mode=700");
        if (!disk.isMounted())
            QSKIP("needs root, to mount a small file system");
        DeploymentProgress seen;
        const auto result = deploy(m_session, root(), m_manifest, [&](const auto &progress) { seen = progress; });
        QVERIFY(!result);
        QVERIFY2(result.error().message.find("too little disk space: 322.3\u00a0KiB are needed") != std::string::npos,
            why(result));
        QCOMPARE(seen.bytesSent, 0);
        const QLocale before;
        QLocale::setDefault(QLocale::German);
        const QString german = say(result.error());
        QLocale::setDefault(before);
        QVERIFY2(german.contains("322,3\u00a0KiB are needed"), qPrintable(german));
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
        const SpecialDisk disk(m_root, "size=400k,mode=700");
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
        const SpecialDisk disk(m_root, "size=4m,nr_inodes=6,mode=700");
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
        else if (what == "written by a group") {
            QVERIFY(::chown(above, 0, 12345) == 0);
            QVERIFY(::chmod(above, 0770) == 0);
        } else if (what == "of another account")
            QCOMPARE(::chown(above, 12345, 0), 0);
        else {
            QVERIFY(::rename(above, above + "2") == 0);
            QVERIFY(::symlink(above + "2", above) == 0);
            QVERIFY(::lchown(above, 12345, 0) == 0);
        }
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
        QVERIFY(QDir().mkpath(above));
        QVERIFY(::chmod(above.toUtf8(), 01777) == 0);
        QVERIFY(QDir().mkpath(above + "/mine"));
        QVERIFY(::chmod((above + "/mine").toUtf8(), 0775) == 0);
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
        QVERIFY(::symlink(above, link) == 0);
        QVERIFY(::lchown(link, 12345, 0) == 0);
        const auto behindLink
            = std::string(safeFolderScript()) + "isSafe " + shellQuoted((link + "/mine").toStdString());
        QVERIFY(runProgram({"unshare", "--user", "--map-root-user", "sh", "-c", behindLink})->exitCode != 0);
    }

    void removesNothingFromAFolderOfSomethingElse()
    {
        QVERIFY(QDir().mkpath(m_root + "/data/mine"));
        QVERIFY(QDir().mkpath(m_root + "/runs/mine"));
        QVERIFY(!removeDeployed(m_session, root()));
        QVERIFY(QDir(m_root + "/data/mine").exists());
        QVERIFY(QDir(m_root + "/runs/mine").exists());
        QVERIFY(deploy(m_session, root(), m_manifest));
        const auto result = removeDeployed(m_session, root());
        QVERIFY(!result);
        QVERIFY2(result.error().message.find(root()) != std::string::npos, why(result));
        QVERIFY(QDir(m_root + "/data/mine").exists());
        QVERIFY(!removeDeployed(m_session, m_folder->filePath("other").toStdString() + "\n" + root()));
    }

    void removesWhatAnEarlierVersionDeployed()
    {
        QVERIFY(QDir().mkpath(m_root + "/blobs/sha256"));
        QVERIFY(QDir().mkpath(m_root + "/runs"));
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
};

QTEST_GUILESS_MAIN(InstallRootTest)
#include "tst_installroot.moc"
