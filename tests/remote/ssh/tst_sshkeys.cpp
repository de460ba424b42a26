// Which keys and methods of a login the SSH configuration lets be used, as with the program ssh.
#include "loginfixture.h"
#include "testaccount.h"

using namespace motley;

class SshKeysTest : public QObject, private LoginFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        SshdServer server;
        if (const auto started = server.start(); !started)
            QSKIP(started.error().message.c_str());
    }

    void aKeyIsUsedAsWithSsh_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<bool>("certified");
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("used");
        const auto add = [](const char *type, bool certified, const QString &line, bool used) {
            QTest::addRow("%s%s, %s", type, certified ? " certificate" : "", qPrintable(line))
                << type << certified << line << used;
        };
        add("ed25519", false, "PubkeyAcceptedAlgorithms ssh-ed25519", true);
        add("ed25519", false, "PubkeyAcceptedAlgorithms -ssh-ed25519", false);
        add("ed25519", false, "PubkeyAcceptedKeyTypes rsa-sha2-512", false);
        add("ed25519", false, "PubkeyAcceptedAlgorithms *-cert-v01@openssh.com", false);
        add("ed25519", true, "PubkeyAcceptedAlgorithms *-cert-v01@openssh.com", true);
        add("ed25519", true, "PubkeyAcceptedAlgorithms ssh-ed25519", false);
        add("ed25519", true, "CASignatureAlgorithms rsa-sha2-512", true); // is about host keys
        add("rsa", false, "PubkeyAcceptedAlgorithms rsa-sha2-256", true);
        add("rsa", false, "PubkeyAcceptedAlgorithms +ssh-rsa", true);
        add("rsa", false, "PubkeyAcceptedAlgorithms -rsa-sha2-*", false);
        add("rsa", true, "PubkeyAcceptedAlgorithms rsa-sha2-256-cert-v01@openssh.com", true);
        add("rsa", true, "PubkeyAcceptedAlgorithms rsa-sha2-256", false);
        add("rsa", false, "RequiredRSASize 2048", true);
        add("rsa", false, "RequiredRSASize 3072", false);
        add("rsa", true, "RequiredRSASize 3072", false);
        add("ed25519", false, "RequiredRSASize 3072", true);
    }
    void aKeyIsUsedAsWithSsh()
    {
        QFETCH(QString, type);
        QFETCH(bool, certified);
        QFETCH(QString, line);
        QFETCH(bool, used);
        SshdServer server;
        const auto authority = server.makeKey("authority", {}, false);
        QVERIFY(server.start({"TrustedUserCAKeys " + authority + ".pub"}));
        server.knowHostKey();
        const auto key = server.path("key");
        QVERIFY(runTool("ssh-keygen",
            QStringList{"-q", "-t", type, "-N", "", "-f", key}
                + (type == "rsa" ? QStringList{"-b", "2048"} : QStringList())));
        if (certified)
            QVERIFY(runTool("ssh-keygen", {"-q", "-s", authority, "-I", "test", "-n", currentUser(), key + ".pub"}));
        else
            write(server.path("authorized_keys"), contentOf(key + ".pub"));

        server.writeClientConfig({line, "IdentityFile " + key});
        QCOMPARE(sshConnects(server), used);
        QVERIFY2(connects() == used, m_error.message.c_str());
        if (!used)
            QVERIFY2(says(line.section(' ', 0, 0).replace("KeyTypes", "Algorithms")), m_error.message.c_str());

        const QString socket = server.path("agent");
        QProcess agent;
        agent.start("ssh-agent", {"-D", "-a", socket});
        QTRY_VERIFY(runTool("env", {"SSH_AUTH_SOCK=" + socket, "ssh-add", "-q", key}));
        server.writeClientConfig({line, "IdentityAgent " + socket, "IdentitiesOnly no", "IdentityFile none"});
        QCOMPARE(sshConnects(server), used);
        QVERIFY2(connects() == used, m_error.message.c_str());
        agent.kill();
        agent.waitForFinished();
    }

    void aKeyThatOthersCanReadIsRefused_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<QString>("passphrase");
        QTest::addColumn<bool>("used");
        QTest::addRow("group") << 0640 << QString() << false;
        QTest::addRow("others") << 0604 << QString() << false;
        QTest::addRow("others may write") << 0602 << QString() << false;
        QTest::addRow("encrypted") << 0644 << QString("open sesame") << false;
        QTest::addRow("the owner alone") << 0700 << QString() << true;
    }
    void aKeyThatOthersCanReadIsRefused()
    {
        QFETCH(int, mode);
        QFETCH(QString, passphrase);
        QFETCH(bool, used);
        SshdServer server;
        QVERIFY(server.start());
        server.knowHostKey();
        const auto key = server.makeKey("key", passphrase);
        QVERIFY(runTool("chmod", {QString::number(mode, 8), key}));
        server.writeClientConfig({"IdentityFile " + key});
        m_prompter.answers = {passphrase};
        QCOMPARE(sshConnects(server), used);
        QVERIFY2(connects() == used, m_error.message.c_str());
        QVERIFY(m_prompter.secrets.isEmpty());
        if (!used)
            QVERIFY2(says("chmod 600 " + key), m_error.message.c_str());
        const auto other = server.makeKey("other");
        server.writeClientConfig({"IdentityFile " + key, "IdentityFile " + other});
        QVERIFY2(connects(), m_error.message.c_str());
    }

    void onlyThePreferredMethodsAreTried()
    {
        TestAccount account;
        if (const auto made = account.create("right one"); !made)
            QSKIP(made.error().message.c_str());
        SshdServer server;
        QVERIFY(server.start({"PasswordAuthentication yes"}));
        server.knowHostKey();
        const auto key = server.makeKey("key");
        QVERIFY(runTool("chmod", {"a+x", server.path("")}));
        QVERIFY(runTool("chmod", {"a+r", server.path("authorized_keys")}));

        const QStringList login{"User " + account.name(), "IdentityFile " + key};
        server.writeClientConfig(login + QStringList{"PreferredAuthentications password"});
        m_prompter.answers = {"right one"};
        QVERIFY2(connects(), m_error.message.c_str());
        QCOMPARE(m_prompter.secrets.size(), 1); // and the key was not tried

        server.writeClientConfig(login + QStringList{"PreferredAuthentications password,publickey"});
        QVERIFY(!connects()); // the password is asked for first, and not given
        QCOMPARE(m_prompter.secrets.size(), 2);

        server.writeClientConfig(login + QStringList{"PreferredAuthentications publickey,password"});
        QVERIFY2(connects(), m_error.message.c_str());
        QCOMPARE(m_prompter.secrets.size(), 2);

        server.writeClientConfig(login + QStringList{"PreferredAuthentications keyboard-interactive"});
        QVERIFY(!connects());
        QVERIFY2(says("PreferredAuthentications"), m_error.message.c_str());
        QCOMPARE(m_prompter.secrets.size(), 2);
    }

    void cleanup()
    {
        m_prompter = {};
        m_error = {};
    }
};

QTEST_GUILESS_MAIN(SshKeysTest)
#include "tst_sshkeys.moc"
