// The entry that starts a machine's part of a run after a restart, in a crontab and in a systemd.
#include "engine/run/bootentry.h"
#include "fakecrontab.h"

#include <QFileInfo>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTest>

using namespace motley;

namespace {

constexpr const char *engine = "/opt/motley/bin/motley-engine";

} // namespace

class BootEntryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void keepsTheLinesOfOthers_data();
    void keepsTheLinesOfOthers();
    void isOfItsOwnRunAlone();
    void saysWhatAMachineLacks_data();
    void saysWhatAMachineLacks();
    void saysWhereTemporaryFilesHaveNoPlace();
    void refusesPathsThatWouldEndTheEntry_data();
    void refusesPathsThatWouldEndTheEntry();
    void isAUnitWhereSystemdStartsWithoutALogin();

private:
    RunFolder folder(const QString &name) const;

    std::unique_ptr<FakeCrontab> m_crontab;
    std::unique_ptr<QTemporaryDir> m_root;
    const QByteArray m_path = qgetenv("PATH");
};

void BootEntryTest::init()
{
    m_crontab = std::make_unique<FakeCrontab>();
    m_crontab->write(QStringLiteral("loginctl"), "#!/bin/sh\necho Linger=no\n");
    m_root = std::make_unique<QTemporaryDir>();
    qputenv("PATH", m_crontab->folder().toUtf8() + ':' + m_path);
    qputenv("XDG_CONFIG_HOME", m_root->filePath(QStringLiteral("config")).toUtf8());
}

RunFolder BootEntryTest::folder(const QString &name) const
{
    const QString path = m_root->filePath(QStringLiteral("runs/") + name);
    QDir().mkpath(path);
    return {path.toStdString()};
}

void BootEntryTest::keepsTheLinesOfOthers_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addRow("none") << QByteArray();
    QTest::addRow("one") << QByteArray("0 4 * * * backup\n");
    QTest::addRow("odd ones") << QByteArray(
        "# m h\n\nMAILTO=\"a@b\"\n\t*/5 * * * * date +\\%F > '/tmp/a b'\n@reboot x\n");
}

void BootEntryTest::keepsTheLinesOfOthers()
{
    QFETCH(QByteArray, before);
    if (!before.isEmpty())
        m_crontab->setText(before);
    const RunFolder run = folder(QStringLiteral("digits-1"));
    QVERIFY(!hasBootEntry(run));
    const auto written = writeBootEntry(run, engine);
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    QCOMPARE(*written, std::string("a line of its crontab"));
    QVERIFY(hasBootEntry(run));
    QCOMPARE(engineOfBootEntry(run), std::string(engine));
    const QByteArray line = m_crontab->lineOf(run.path);
    QVERIFY(line.startsWith("@reboot ") && !line.contains('%'));
    QCOMPARE(m_crontab->text(), before + line + '\n');
    QVERIFY(writeBootEntry(run, engine).has_value()); // an agent that is started again
    QCOMPARE(m_crontab->text(), before + line + '\n');
    QVERIFY(removeBootEntry(run).has_value());
    QVERIFY(!hasBootEntry(run));
    QCOMPARE(m_crontab->text(), before);
    QCOMPARE(QFile::exists(m_crontab->table()), !before.isEmpty());
    QVERIFY(removeBootEntry(run).has_value());
}

void BootEntryTest::isOfItsOwnRunAlone()
{
    const RunFolder first = folder(QStringLiteral("digits-1"));
    const RunFolder tenth = folder(QStringLiteral("digits-10"));
    QVERIFY(writeBootEntry(first, engine).has_value());
    QVERIFY(writeBootEntry(tenth, engine).has_value());
    QVERIFY(QDir(QString::fromStdString(first.path)).removeRecursively());
    QVERIFY(removeBootEntry(first).has_value());
    QVERIFY(m_crontab->lineOf(first.path).isEmpty());
    QVERIFY(!m_crontab->lineOf(tenth.path).isEmpty());
}

void BootEntryTest::saysWhatAMachineLacks_data()
{
    QTest::addColumn<QByteArray>("crontab");
    QTest::addColumn<QByteArray>("words");
    QTest::addRow("no crontab") << QByteArray("#!/bin/sh\nexit 127\n")
                                << QByteArray("It has no crontab, and no systemd");
    QTest::addRow("not allowed") << QByteArray(
        "#!/bin/sh\necho 'You (ada) are not allowed to use this program (crontab)' >&2\nexit 1\n")
                                 << QByteArray("crontab says: You (ada) are not allowed");
    QTest::addRow("does not take it") << QByteArray("#!/bin/sh\n[ $1 = -l ] && exit 0\necho 'disk full' >&2\nexit 1\n")
                                      << QByteArray("did not take the line of");
}

void BootEntryTest::saysWhatAMachineLacks()
{
    QFETCH(QByteArray, crontab);
    QFETCH(QByteArray, words);
    m_crontab->write(QStringLiteral("crontab"), crontab);
    const RunFolder run = folder(QStringLiteral("digits-1"));
    const auto written = writeBootEntry(run, engine);
    QVERIFY(!written);
    QVERIFY2(QByteArray::fromStdString(written.error().message).contains(words), written.error().message.c_str());
    QVERIFY(!hasBootEntry(run));
}

void BootEntryTest::saysWhereTemporaryFilesHaveNoPlace()
{
    const RunFolder run = folder(QStringLiteral("digits-1"));
    const QByteArray usual = qgetenv("TMPDIR");
    const auto restore = qScopeGuard([&] { usual.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", usual); });
    qputenv("TMPDIR", "/nowhere");
    const auto written = writeBootEntry(run, engine);
    QVERIFY(!written);
    QVERIFY2(written.error().message.find("TMPDIR") != std::string::npos, written.error().message.c_str());
    QVERIFY(!hasBootEntry(run));
}

void BootEntryTest::refusesPathsThatWouldEndTheEntry_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"50%", "it's", "say \"x\"", "a\\b", "$HOME", "`id`", "two\nlines"})
        QTest::addRow("%s", qPrintable(QString::fromUtf8(name).simplified())) << QString::fromUtf8(name);
}

void BootEntryTest::refusesPathsThatWouldEndTheEntry()
{
    QFETCH(QString, name);
    const auto written = writeBootEntry(folder(name), engine);
    QVERIFY(!written);
    QVERIFY(written.error().message.find("choose another install root") != std::string::npos);
    QCOMPARE(m_crontab->text(), QByteArray());
}

// Its own programs read the unit; that a systemd runs is made up.
void BootEntryTest::isAUnitWhereSystemdStartsWithoutALogin()
{
    m_crontab->write(QStringLiteral("loginctl"), "#!/bin/sh\necho Linger=yes\n");
    const QString systemctl = QStandardPaths::findExecutable(QStringLiteral("systemctl"));
    if (systemctl.isEmpty())
        QSKIP("Needs Debian's package systemd.");
    m_crontab->write(QStringLiteral("systemctl"),
        "#!/bin/sh\ncase $2 in show-environment | daemon-reload) exit 0 ;; esac\nexec " + systemctl.toUtf8()
            + " \"$@\"\n");
    const RunFolder run = folder(QStringLiteral("digits-1"));
    const auto written = writeBootEntry(run, "/bin/true");
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    QCOMPARE(*written, std::string("the unit motley-digits-1.service of its systemd"));
    const QString units = m_root->filePath(QStringLiteral("config/systemd/user/"));
    const QString unit = units + QStringLiteral("motley-digits-1.service");
    const QString wanted = units + QStringLiteral("default.target.wants/motley-digits-1.service");
    QCOMPARE(QFileInfo(wanted).symLinkTarget(), unit);
    QProcess verify;
    qputenv("XDG_RUNTIME_DIR", m_root->path().toUtf8());
    verify.start(QStringLiteral("systemd-analyze"), {QStringLiteral("verify"), QStringLiteral("--user"), unit});
    QVERIFY(verify.waitForFinished());
    QVERIFY2(verify.exitCode() == 0, verify.readAllStandardError().constData());
    QCOMPARE(m_crontab->text(), QByteArray());
    QVERIFY(removeBootEntry(run).has_value());
    QVERIFY(!QFileInfo::exists(unit) && !QFileInfo(wanted).isSymLink() && !hasBootEntry(run));
}

QTEST_GUILESS_MAIN(BootEntryTest)
#include "tst_bootentry.moc"
