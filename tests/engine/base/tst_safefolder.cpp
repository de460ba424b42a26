// Which folders other accounts can exchange; tst_deployment holds the machines' scripts to the same rule.
#include "engine/base/folders/safefolder.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sched.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace motley;

class SafeFolderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(QDir(m_folder.path()).mkpath("above/mine")); }

    void init()
    {
        QVERIFY(::chmod(above(), 0700) == 0);
        QVERIFY(isSafeFolder(mine()));
    }

    void dependsOnWhoCanWriteAbove_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<bool>("safe");
        QTest::addRow("the owner") << 0755 << true;
        QTest::addRow("all") << 0757 << false;
        QTest::addRow("all, each their own") << 01777 << true;
    }
    void dependsOnWhoCanWriteAbove()
    {
        QFETCH(int, mode);
        QFETCH(bool, safe);
        QVERIFY(::chmod(above(), mode_t(mode)) == 0);
        QCOMPARE(isSafeFolder(mine()), safe);
    }

    void dependsOnWhoOwnsWhatIsAbove()
    {
        if (::getuid() != 0)
            QSKIP("needs root, to make folders of other accounts");
        QVERIFY(::chown(above(), 12345, 0) == 0);
        QVERIFY(!isSafeFolder(mine()));
        QVERIFY(::chown(above(), 0, 12345) == 0);
        QVERIFY(::chmod(above(), 0770) == 0);
        QVERIFY(!isSafeFolder(mine()));
        QVERIFY(::chown(above(), 0, 0) == 0);
        QVERIFY(::chmod(above(), 0700) == 0);
        const auto link = m_folder.filePath("link").toUtf8();
        QVERIFY(::symlink(above(), link) == 0);
        QVERIFY(isSafeFolder(link.toStdString() + "/mine"));
        QVERIFY(::lchown(link, 12345, 0) == 0);
        QVERIFY(!isSafeFolder(link.toStdString() + "/mine"));
    }

    // There the computer's own folders seem to be of nobody.
    void mayBeOfTheComputersRootInAContainer()
    {
        if (::chown(above(), 12345, 0) != 0 || ::chmod(above(), 0755) != 0)
            QSKIP("needs root, to make folders of other accounts");
        const auto restores = qScopeGuard([&] { QVERIFY(::chown(above(), 0, 0) == 0); });
        QVERIFY(!isSafeFolder(mine()));
        const pid_t child = ::fork();
        if (child == 0) {
            const bool inside = ::unshare(CLONE_NEWUSER) == 0 && bool(std::ofstream("/proc/self/uid_map") << "0 0 1\n");
            ::_exit(!inside ? 2 : isSafeFolder(mine()) ? 0 : 1);
        }
        int status = 0;
        QVERIFY(::waitpid(child, &status, 0) == child);
        QVERIFY(WIFEXITED(status));
        if (WEXITSTATUS(status) == 2)
            QSKIP("this system makes no user namespaces");
        QCOMPARE(WEXITSTATUS(status), 0);
    }

    void isNoFileAndNothingThatIsMissing()
    {
        QVERIFY(isSafeFolder("/"));
        QVERIFY(isSafeFolder(mine() + "/"));
        QVERIFY(!isSafeFolder("/etc/passwd"));
        QVERIFY(!isSafeFolder(mine() + "/missing"));
        QVERIFY(!isSafeFolder("."));
        QVERIFY(!isSafeFolder(""));
    }

private:
    QByteArray above() const { return m_folder.filePath("above").toUtf8(); }
    std::string mine() const { return m_folder.filePath("above/mine").toStdString(); }

    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(SafeFolderTest)
#include "tst_safefolder.moc"
