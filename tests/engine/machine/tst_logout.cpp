// Whether a system ends what an account has started when that logs out.
#include "engine/machine/logout.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

using Files = std::vector<std::pair<QString, QByteArray>>;

class LogoutTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isToldByTheSettings_data();
    void isToldByTheSettings();
};

void LogoutTest::isToldByTheSettings_data()
{
    QTest::addColumn<QString>("account");
    QTest::addColumn<QByteArray>("groups");
    QTest::addColumn<Files>("files");
    QTest::addColumn<bool>("ends");
    const QByteArray session("0::/user.slice/user-1000.slice/session-3.scope\n");
    const QByteArray service("0::/user.slice/user-1000.slice/user@1000.service/app.slice/motley-run.service\n");
    const QString main("etc/systemd/logind.conf");
    const Files kills{{main, "[Login]\n KillUserProcesses = yes\n"}};
    const auto with = [&](const QString &name, const QByteArray &text) {
        Files files = kills;
        files.emplace_back(name, text);
        return files;
    };
    QTest::addRow("nothing is set") << "ada" << session << Files{} << false;
    QTest::addRow("as shipped") << "ada" << session << Files{{main, "[Login]\n#KillUserProcesses=yes\n"}} << false;
    QTest::addRow("it kills") << "ada" << session << kills << true;
    QTest::addRow("on version 1 of control groups")
        << "ada" << QByteArray("9:memory:/x\n1:name=systemd:/user.slice/user-1000.slice/session-c2.scope\n") << kills
        << true;
    QTest::addRow("in a service") << "ada" << service << kills << false;
    QTest::addRow("root is left out") << "root" << session << kills << false;
    QTest::addRow("a drop-in kills") << "ada" << session
                                     << Files{{"usr/lib/systemd/logind.conf.d/50-kill.conf", "KillUserProcesses=true"}}
                                     << true;
    QTest::addRow("a drop-in does not") << "ada" << session
                                        << with("etc/systemd/logind.conf.d/9.conf", "KillUserProcesses=no\n") << false;
    QTest::addRow("a file of another kind")
        << "ada" << session << with("etc/systemd/logind.conf.d/9.conf.old", "KillUserProcesses=no\n") << true;
    QTest::addRow("the account is left out")
        << "ada" << session << with("run/systemd/logind.conf.d/a.conf", "KillExcludeUsers=root ada\n") << false;
    QTest::addRow("only others") << "ada" << session
                                 << with("run/systemd/logind.conf.d/a.conf", "KillOnlyUsers=bob adam\n") << false;
}

void LogoutTest::isToldByTheSettings()
{
    QFETCH(QString, account);
    QFETCH(QByteArray, groups);
    QFETCH(Files, files);
    QFETCH(bool, ends);
    const QTemporaryDir root;
    for (const auto &[name, text] : files) {
        QFile file(root.filePath(name));
        QVERIFY(QDir().mkpath(QFileInfo(file).path()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QCOMPARE(endsAtLogout(account.toStdString(), groups.toStdString(), root.path().toStdString()), ends);
}

QTEST_APPLESS_MAIN(LogoutTest)
#include "tst_logout.moc"
