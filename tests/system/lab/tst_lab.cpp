#include "tests/system/lab/labfixture.h"

#include <QFileInfo>
#include <QTest>

#include <csignal>

using namespace motley;

namespace {

// The part of a processor that a busy loop gets on a machine, over two seconds.
double busyPart(const LabFixture &lab, const QString &machine)
{
    const QString loop = "import time\nbegin=time.monotonic()\nused=time.process_time()\n"
                         "while time.monotonic()<begin+2: pass\n"
                         "print((time.process_time()-used)/(time.monotonic()-begin))";
    return lab.command("exec", machine, {"--", "python3", "-c", loop}).words.trimmed().toDouble();
}

// The wall-clock seconds in which the first machine sends `bytes` to the second.
double secondsToSend(const LabFixture &lab, qint64 bytes)
{
    QProcess receiver;
    const auto &to = lab.machines()[1];
    const QString receive = "import socket\ns=socket.create_server(('" + to.address
        + "',7777))\nprint('ready',flush=True)\nc=s.accept()[0]\nwhile c.recv(65536): pass\n";
    receiver.start(QStringLiteral(MOTLEY_LAB_PROGRAM),
        {"exec", "--lab", QFileInfo(lab.folder()).fileName(), to.name, "--", "python3", "-c", receive});
    if (!receiver.waitForReadyRead(10000))
        return 0;
    const QString send = QString("import socket,time\nb=time.monotonic()\ns=socket.create_connection(('%1',7777))\n"
                                 "s.sendall(b'x'*%2)\ns.shutdown(1)\ns.recv(1)\nprint(time.monotonic()-b)\n")
                             .arg(to.address)
                             .arg(bytes);
    const double seconds
        = lab.command("exec", lab.machines()[0].name, {"--", "python3", "-c", send}).words.trimmed().toDouble();
    receiver.waitForFinished(10000);
    return seconds;
}

} // namespace

class LabTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto up = m_lab.up({"--names", "alpha,beta"});
        if (!up)
            QSKIP(up.error().message.c_str());
    }

    void answersOverSshWithNamesAndHomesOfItsOwn()
    {
        for (const auto &machine : m_lab.machines()) {
            const auto answer
                = m_lab.ssh(machine.name, "hostname; echo $HOME; echo x > $HOME/mark-$$; ls $HOME | wc -l");
            QVERIFY2(answer.exitCode == 0, answer.complaints);
            const auto lines = answer.words.split('\n');
            QCOMPARE(lines[1], machine.home.toUtf8());
            QCOMPARE(lines[2].trimmed(), QByteArray("1"));
            if (m_lab.isRooted())
                QCOMPARE(lines[0], machine.name.toUtf8());
        }
    }

    void reachesTheOtherMachine()
    {
        const auto &beta = m_lab.machines()[1];
        const auto greeting = QString("import socket;print(socket.create_connection(('%1',%2),5).recv(4).decode())");
        const auto answer
            = m_lab.command("exec", "alpha", {"--", "python3", "-c", greeting.arg(beta.address).arg(beta.port)});
        QVERIFY2(answer.words.startsWith("SSH-"), answer.complaints);
    }

    void refusesToTalkToAMachineWhoseKeyChanged()
    {
        QCOMPARE(m_lab.ssh("beta", "true").exitCode, 0);
        QCOMPARE(m_lab.command("rekey", "beta").exitCode, 0);
        const auto answer = m_lab.ssh("beta", "true");
        QVERIFY(answer.exitCode != 0);
        QVERIFY2(answer.complaints.contains("IDENTIFICATION HAS CHANGED"), answer.complaints);
    }

    // useradd puts a new file in the place of /etc/passwd.
    void keepsItsAccountWhileThisComputersAccountsChange()
    {
        if (!m_lab.isRooted())
            QSKIP("without root the machines have this computer's accounts");
        const auto account = "motley-test-" + QString::number(QCoreApplication::applicationPid());
        QCOMPARE(QProcess::execute("useradd", {"--no-create-home", account}), 0);
        QCOMPARE(QProcess::execute("userdel", {account}), 0);
        const auto answer = m_lab.ssh("alpha", "id -un");
        QVERIFY2(answer.words.trimmed() == m_lab.machines()[0].user.toUtf8(), answer.complaints);
    }

    void endsConnectionsButNotWhatWasDetached()
    {
        QProcess session;
        session.start("ssh",
            {"-F", m_lab.sshConfig(), "-o", "BatchMode=yes", "alpha",
                "setsid sleep 60 </dev/null >/dev/null 2>&1 & echo $!; sleep 30"});
        QVERIFY(session.waitForReadyRead(20000));
        const auto pid = QString::fromUtf8(session.readLine()).trimmed();
        QCOMPARE(m_lab.command("hangup", "alpha").exitCode, 0);
        QVERIFY(session.waitForFinished(10000));
        QVERIFY(session.exitCode() != 0);
        QCOMPARE(m_lab.command("exec", "alpha", {"--", "kill", "-0", pid}).exitCode, 0);
    }

    void sharesTheProcessorAsTold()
    {
        LabFixture lab;
        if (!lab.up({"--cpu", "80,20", "--pin", "0,0"}) || !lab.isRooted())
            QSKIP("CPU quotas need root and the cpu cgroup");
        const double most = busyPart(lab, "m1");
        const double least = busyPart(lab, "m2");
        const QByteArray parts
            = QString("%1 and %2 of a processor, 0.8 and 0.2 were asked for").arg(most).arg(least).toUtf8();
        QVERIFY2(most > 0 && most < 0.9, parts);
        QVERIFY2(least > 0 && least < 0.3, parts);
        if (most < 0.5)
            QSKIP("other programs leave too little of the processor to see more");
        QVERIFY2(most > 2 * least, parts);
    }

    void slowsTheLinkAsTold()
    {
        LabFixture lab;
        if (!lab.up({"--rate", "100mbit"}) || !lab.isRooted())
            QSKIP("link speeds need root and tc");
        const double fast = secondsToSend(lab, 10'000'000);
        QCOMPARE(lab.command("link", "m1", {"20mbit"}).exitCode, 0);
        const double slow = secondsToSend(lab, 10'000'000);
        QVERIFY2(slow > 2.5 * fast, qPrintable(QString("%1 s, then %2 s").arg(fast).arg(slow)));
        QVERIFY2(slow < 12 * fast, qPrintable(QString("%1 s, then %2 s").arg(fast).arg(slow)));
        QCOMPARE(lab.command("link", "m1", {"up"}).exitCode, 0);
        const double again = secondsToSend(lab, 10'000'000);
        QVERIFY2(again < slow / 2, qPrintable(QString("%1 s, then %2 s").arg(slow).arg(again)));
    }

    void isAsFarAsTold()
    {
        LabFixture lab;
        if (!lab.up({"--machines", "2"}) || !lab.isRooted())
            QSKIP("links of other kinds need root");
        const double near = secondsToSend(lab, 100'000);
        QCOMPARE(lab.command("link", "m1", {"far"}).exitCode, 0);
        const double far = secondsToSend(lab, 100'000);
        QVERIFY2(far > 0.8, qPrintable(QString::number(far))); // 0.8 Mbit after two ways there and back
        QVERIFY(lab.ssh("m1", "true").exitCode == 0);
        QCOMPARE(lab.command("link", "m1", {"up"}).exitCode, 0);
        const double again = secondsToSend(lab, 100'000);
        QVERIFY2(again > 0 && again < far / 2, qPrintable(QString("%1 s, %2 s, %3 s").arg(near).arg(far).arg(again)));
    }

    void fillsASmallHome()
    {
        LabFixture lab;
        if (!lab.up({"--machines", "1", "--home-size", "8m"}) || !lab.isRooted())
            QSKIP("small homes need root");
        const auto answer = lab.ssh("m1", "head -c 20000000 /dev/zero > big");
        QVERIFY(answer.exitCode != 0);
        QVERIFY2(answer.complaints.contains("No space left"), answer.complaints);
    }

    void leavesNothingWhenItsOwnerIsKilled()
    {
        LabFixture lab;
        QVERIFY(lab.up({"--machines", "1"}));
        const auto detached = lab.ssh("m1", "setsid sleep 61 </dev/null >/dev/null 2>&1 & echo ok");
        QCOMPARE(detached.words.trimmed(), QByteArray("ok"));
        QVERIFY(QFileInfo::exists(lab.sshConfig()));
        ::kill(static_cast<pid_t>(lab.processId()), SIGKILL);
        QTRY_VERIFY_WITH_TIMEOUT(!QFileInfo::exists(lab.folder()), 20000);
        QVERIFY(lab.ssh("m1", "true", 5).exitCode != 0);
        if (lab.machines()[0].port == 22)
            QVERIFY(!QFileInfo::exists("/sys/class/net/motley" + QFileInfo(lab.folder()).fileName()));
    }

private:
    LabFixture m_lab;
};

QTEST_GUILESS_MAIN(LabTest)
#include "tst_lab.moc"
