// Host keys at the login to a real sshd: known, new, changed and revoked ones, and what is asked of the user.
#include "loginfixture.h"

using namespace motley;

class HostKeyLoginTest : public QObject, private LoginFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        SshdServer server;
        if (const auto started = server.start(); !started)
            QSKIP(started.error().message.c_str());
    }

    void aNewHostKeyIsShownAndRemembered()
    {
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({"IdentityFile " + server.makeKey("key")});
        m_prompter.acceptsKeys = true;
        QVERIFY(connects());
        QCOMPARE(m_prompter.hostKeys.size(), 1);
        QCOMPARE(m_prompter.hostKeys.first().fingerprint, server.fingerprint());
        QCOMPARE(m_prompter.hostKeys.first().keyType, QString("ssh-ed25519"));
        QVERIFY(m_prompter.hostKeys.first().randomArt.contains("ED25519 256"));
        QVERIFY(connects()); // known now
        QCOMPARE(m_prompter.hostKeys.size(), 1);
    }

    void aHostKeyThatIsNotAcceptedEndsIt()
    {
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({"IdentityFile " + server.makeKey("key")});
        QVERIFY(!connects());
        QCOMPARE(m_prompter.hostKeys.size(), 1);
        QVERIFY(says("was not accepted"));
        QVERIFY(!server.log().contains("Accepted"));
    }

    void checkingNothingIsDowngradedToAsking()
    {
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({"StrictHostKeyChecking no", "IdentityFile " + server.makeKey("key")});
        QVERIFY(!connects());
        QCOMPARE(m_prompter.hostKeys.size(), 1);
    }

    void strictCheckingRefusesNewKeysWithoutAsking()
    {
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({"StrictHostKeyChecking yes", "IdentityFile " + server.makeKey("key")});
        m_prompter.acceptsKeys = true;
        QVERIFY(!connects());
        QVERIFY(m_prompter.hostKeys.isEmpty());
        QVERIFY(says("StrictHostKeyChecking"));
    }

    void aChangedHostKeyIsRefusedBeforeAnythingIsSent()
    {
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({"StrictHostKeyChecking no", "IdentityFile " + server.makeKey("key")});
        server.knowHostKey();
        const auto before = server.fingerprint();
        server.stop();
        QFile::remove(server.path("host_key"));
        QFile::remove(server.path("host_key.pub"));
        QVERIFY(server.start());
        m_prompter.acceptsKeys = true;
        QVERIFY(!connects());
        QVERIFY(m_prompter.hostKeys.isEmpty());
        QVERIFY(says(before));
        QVERIFY(says(server.fingerprint()));
        QVERIFY(says(server.path("known_hosts") + ":1"));
        QVERIFY(!server.log().contains("Accepted"));
        QVERIFY(!server.log().contains("Failed"));
    }

    void aRevokedHostKeyIsRefusedAlsoWhereItIsListed()
    {
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({"IdentityFile " + server.makeKey("key")});
        server.knowHostKey();
        QFile file(server.path("known_hosts"));
        QVERIFY(file.open(QIODevice::Append));
        file.write("@revoked * " + server.publicHostKey() + '\n');
        file.close();
        m_prompter.acceptsKeys = true;
        QVERIFY(!connects());
        QVERIFY(m_prompter.hostKeys.isEmpty());
        QVERIFY(says("revoked"));
        QVERIFY(says(server.path("known_hosts") + ":2"));
    }

    void aLongLineCountsToo()
    {
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({"IdentityFile " + server.makeKey("key")});
        const auto name = QStringLiteral("[127.0.0.1]:%1 ").arg(server.port()).toUtf8() + server.publicHostKey();
        const QByteArray others = QByteArray("other.example,").repeated(10000);
        write(server.path("known_hosts"), name + "\n@revoked " + others + name + '\n');
        QVERIFY(!connects());
        QVERIFY2(says(server.path("known_hosts") + ":2"), m_error.message.c_str());
        QVERIFY(!sshConnects(server));
        write(server.path("known_hosts"), others + name + '\n');
        QVERIFY2(connects(), m_error.message.c_str());
        QVERIFY(sshConnects(server));
    }

    // ssh looks for a host at another port under its plain name too.
    void aHostIsKnownWithoutItsPort_data()
    {
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<bool>("known");
        QTest::addRow("plain") << QByteArray("127.0.0.1 HOST\n") << true;
        QTest::addRow("another key") << QByteArray("127.0.0.1 OTHER\n") << false;
        QTest::addRow("another key at the port") << QByteArray("[127.0.0.1]:PORT OTHER\n127.0.0.1 HOST\n") << false;
        QTest::addRow("revoked") << QByteArray("@revoked 127.0.0.1 HOST\n127.0.0.1 HOST\n") << false;
    }
    void aHostIsKnownWithoutItsPort()
    {
        QFETCH(QByteArray, lines);
        QFETCH(bool, known);
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({"IdentityFile " + server.makeKey("key")});
        server.makeKey("other", {}, false);
        lines.replace("HOST", server.publicHostKey());
        lines.replace("OTHER", contentOf(server.path("other.pub")).trimmed());
        lines.replace("PORT", QByteArray::number(server.port()));
        write(server.path("known_hosts"), lines);
        QVERIFY2(connects() == known, m_error.message.c_str());
        QCOMPARE(sshConnects(server), known);
        server.writeClientConfig({"HostKeyAlias alias", "IdentityFile " + server.path("key")});
        QVERIFY(!connects());
        QVERIFY(!sshConnects(server));
    }

    void aliasesOfHostKeysAreHonoured()
    {
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({"HostKeyAlias alias", "IdentityFile " + server.makeKey("key")});
        server.knowHostKey("alias");
        QVERIFY(connects());
        QVERIFY(m_prompter.hostKeys.isEmpty());
    }

    void theKnownKeyIsAskedForAmongSeveral()
    {
        SshdServer server;
        QVERIFY(runTool("ssh-keygen", {"-q", "-t", "rsa", "-N", "", "-f", server.path("rsa_key")}));
        QVERIFY(server.start({"HostKey " + server.path("rsa_key")}));
        server.writeClientConfig({"IdentityFile " + server.makeKey("key")});
        QFile rsa(server.path("rsa_key.pub"));
        QVERIFY(rsa.open(QIODevice::ReadOnly));
        QFile file(server.path("known_hosts"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QStringLiteral("[127.0.0.1]:%1 ").arg(server.port()).toUtf8() + rsa.readAll());
        file.close();
        QVERIFY(connects());
    }

    void keysInTheListOfRevokedHostKeysAreRefused()
    {
        SshdServer server;
        QVERIFY(server.start());
        const auto key = server.makeKey("key");
        write(server.path("revoked"), "# of last year\n\n" + server.publicHostKey() + " old\n");
        server.knowHostKey();
        server.writeClientConfig({"RevokedHostKeys " + server.path("revoked"), "IdentityFile " + key});
        QVERIFY(!connects());
        QVERIFY2(says("revoked"), m_error.message.c_str());
        QVERIFY2(says(server.path("revoked") + ":3"), m_error.message.c_str());

        write(server.path("revoked"), key.toUtf8());
        QVERIFY(!connects()); // a line that is no key might have been one
        QVERIFY2(says(server.path("revoked")), m_error.message.c_str());

        write(server.path("revoked"), "# none\n");
        QVERIFY2(connects(), m_error.message.c_str());

        QFile::remove(server.path("revoked"));
        QVERIFY(!connects());
        QVERIFY2(says("RevokedHostKeys"), m_error.message.c_str());
        QVERIFY2(says(server.path("revoked")), m_error.message.c_str());
        QVERIFY(!server.log().contains("Failed"));
    }

    void aKeyRevocationListInBinaryIsRefusedByItsName()
    {
        SshdServer server;
        QVERIFY(server.start());
        const auto key = server.makeKey("key");
        QVERIFY(runTool("ssh-keygen", {"-q", "-k", "-f", server.path("krl"), server.path("host_key.pub")}));
        server.knowHostKey();
        server.writeClientConfig({"RevokedHostKeys " + server.path("krl"), "IdentityFile " + key});
        QVERIFY(!connects());
        QVERIFY2(says("RevokedHostKeys"), m_error.message.c_str());
        QVERIFY2(says("KRL"), m_error.message.c_str());
    }

    void onlyTheAllowedHostKeyAlgorithmsAreUsed()
    {
        SshdServer server;
        QVERIFY(runTool("ssh-keygen", {"-q", "-t", "rsa", "-N", "", "-f", server.path("rsa_key")}));
        QVERIFY(server.start({"HostKey " + server.path("rsa_key")}));
        server.knowHostKey(); // of type ed25519
        server.writeClientConfig({"HostKeyAlgorithms rsa-sha2-256", "IdentityFile " + server.makeKey("key")});
        QVERIFY(!connects());
        QVERIFY2(says("another host key"), m_error.message.c_str());
        write(server.path("known_hosts"), {});
        QVERIFY(!connects());
        QCOMPARE(m_prompter.hostKeys.size(), 1);
        QCOMPARE(m_prompter.hostKeys.first().keyType, QString("ssh-rsa"));

        server.writeClientConfig({"HostKeyAlgorithms ssh-ed25519-cert-v01@openssh.com"});
        QVERIFY(!connects());
        QVERIFY2(says("HostKeyAlgorithms"), m_error.message.c_str());
        QCOMPARE(m_prompter.hostKeys.size(), 1);
    }

    void anAuthorityForHostKeysIsRefusedByItsName_data()
    {
        QTest::addColumn<QByteArray>("marker");
        QTest::addRow("trusted") << QByteArray("@cert-authority");
        QTest::addRow("revoked") << QByteArray("@revoked");
    }
    void anAuthorityForHostKeysIsRefusedByItsName()
    {
        QFETCH(QByteArray, marker);
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({"IdentityFile " + server.makeKey("key")});
        server.makeKey("authority", {}, false);
        write(server.path("known_hosts"), marker + " * " + contentOf(server.path("authority.pub")));
        m_prompter.acceptsKeys = true;
        QVERIFY(!connects());
        QVERIFY(m_prompter.hostKeys.isEmpty());
        QVERIFY2(says(marker), m_error.message.c_str());
        QVERIFY2(says(server.path("known_hosts") + ":1"), m_error.message.c_str());
    }

    void cleanup()
    {
        m_prompter = {};
        m_error = {};
    }
};

QTEST_GUILESS_MAIN(HostKeyLoginTest)
#include "tst_hostkeylogin.moc"
