// Where the probe says that files go, on machines whose homes cannot be written to or run nothing: with real mounts,
// which nobody but the probe sees.
#include "remote/probe/probe.h"
#include "remote/session/localsession.h"

#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace motley;

namespace {

constexpr const char *readOnly = "ro,mode=700";
constexpr const char *runsNothing = "noexec,mode=700";
constexpr const char *runsNothingForAll = "noexec,mode=1777";

std::string mounted(const char *options, const std::string &folder)
{
    return std::string("mount -t tmpfs -o ") + options + " tmpfs " + shellQuoted(folder) + " || exit 99\n";
}

} // namespace

class HomesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_home.isValid());
        const auto mounts = runAfter(mounted("size=4k", m_home.path().toStdString()), "sh", "exit 7");
        if (!mounts || mounts->exitCode != 7)
            QSKIP("this system gives no namespace to mount in");
    }

    void takesThePlaceOfAHomeThatCannotBeUsed_data()
    {
        const std::string home = m_home.path().toStdString();
        const std::string own = "/motley-" + std::to_string(::geteuid());
        QTest::addColumn<std::string>("mounts");
        QTest::addColumn<std::string>("root");
        QTest::addRow("a home like any other") << mounted("mode=700", home) << home + "/.local/share/motley";
        QTest::addRow("a read-only home") << mounted(readOnly, home) << "/var/tmp" + own;
        QTest::addRow("a home that runs nothing") << mounted(runsNothing, home) << "/var/tmp" + own;
        QTest::addRow("a folder for data that runs nothing") << mounted("mode=700", home)
                + "XDG_DATA_HOME=$HOME/data; export XDG_DATA_HOME; mkdir \"$XDG_DATA_HOME\"\n"
                + mounted(runsNothing, home + "/data") << home + "/.local/share/motley";
        QTest::addRow("neither the home nor /var/tmp runs anything")
            << mounted(runsNothing, home) + mounted(runsNothingForAll, "/var/tmp") << "/tmp" + own;
        QTest::addRow("a read-only home, and nothing for all runs anything")
            << mounted(readOnly, home) + mounted(runsNothingForAll, "/var/tmp") + mounted(runsNothingForAll, "/tmp")
            << std::string();
    }
    void takesThePlaceOfAHomeThatCannotBeUsed()
    {
        QFETCH(std::string, mounts);
        QFETCH(std::string, root);
        for (const std::string shell : {"sh", "bash", "busybox sh"}) {
            const auto result = runAfter(mounts, shell, std::string(probeScript()));
            QVERIFY2(result, result ? "" : result.error().message.c_str());
            if (result->exitCode == 127)
                continue; // this shell is not installed
            QVERIFY2(result->exitCode == 0, result->errors.c_str());
            const auto report = parseProbeOutput(result->output);
            QVERIFY2(report, result->output.c_str());
            QCOMPARE(report->installRoot, root);
            QCOMPARE(report->diskFreeBytes.has_value(), !root.empty());
        }
    }

private:
    Result<CommandResult> runAfter(const std::string &mounts, const std::string &shell, const std::string &script)
    {
        std::vector<std::string> words{"unshare", "--mount"};
        if (::geteuid() != 0)
            words.insert(words.end(), {"--user", "--map-root-user"});
        const std::string home
            = "unset XDG_DATA_HOME; HOME=" + shellQuoted(m_home.path().toStdString()) + "; export HOME\n";
        words.insert(words.end(), {"sh", "-c", home + mounts + "exec " + shell + " -c \"$1\"", "sh", script});
        return runProgram(words);
    }

    const QTemporaryDir m_home;
};

QTEST_GUILESS_MAIN(HomesTest)
#include "tst_homes.moc"
