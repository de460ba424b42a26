// Algorithms of a connection to a real sshd: those that the SSH configuration allows, as with the program ssh.
#include "loginfixture.h"

#include <QRegularExpression>

using namespace motley;

class SshAlgorithmsTest : public QObject, private LoginFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        SshdServer server;
        if (const auto started = server.start(); !started)
            QSKIP(started.error().message.c_str());
    }

    void whatIsAgreedOnIsAsWithSsh_data()
    {
        QTest::addColumn<QStringList>("server");
        QTest::addColumn<QStringList>("client");
        const QStringList any;
        QTest::addRow("key exchange") << any << QStringList{"KexAlgorithms ecdh-sha2-nistp521"};
        QTest::addRow("key exchange, moved to the front") << any << QStringList{"KexAlgorithms ^ecdh-sha2-nistp384"};
        QTest::addRow("key exchange, taken out")
            << any << QStringList{"KexAlgorithms -sntrup*,mlkem*,curve*,ecdh-sha2-nistp256"};
        QTest::addRow("key exchange, added") << QStringList{"KexAlgorithms diffie-hellman-group14-sha1"}
                                             << QStringList{"KexAlgorithms +diffie-hellman-group14-sha1"};
        QTest::addRow("cipher") << any << QStringList{"Ciphers aes128-gcm@openssh.com"};
        QTest::addRow("ciphers in their order")
            << any << QStringList{"Ciphers aes192-ctr,chacha20-poly1305@openssh.com", "MACs hmac-sha2-256"};
        QTest::addRow("cipher, added") << QStringList{"Ciphers aes256-cbc"}
                                       << QStringList{"Ciphers +aes256-cbc", "MACs hmac-sha2-256"};
        QTest::addRow("MAC") << any << QStringList{"Ciphers aes256-ctr", "MACs hmac-sha2-512"};
        QTest::addRow("MACs in their order")
            << any << QStringList{"Ciphers aes256-ctr", "MACs hmac-sha1,umac-64@openssh.com,hmac-sha2-256"};
        QTest::addRow("MACs that are not needed") << any << QStringList{"MACs umac-64@openssh.com"};
        QTest::addRow("host key, added") << QStringList{"HostKeyAlgorithms ssh-rsa"}
                                         << QStringList{"HostKeyAlgorithms +ssh-rsa"};
        QTest::addRow("a large host key")
            << QStringList{"HostKeyAlgorithms rsa-sha2-256"} << QStringList{"RequiredRSASize 2048"};
    }
    void whatIsAgreedOnIsAsWithSsh()
    {
        QFETCH(QStringList, server);
        QFETCH(QStringList, client);
        start(server, client + QStringList{"KexAlgorithms curve25519-sha256"}); // ssh would begin with one of its own
        QVERIFY2(connects(), m_error.message.c_str());
        const auto ours = agreedOn();
        QVERIFY(sshConnects(*m_server));
        QCOMPARE(ours, agreedOn());
    }

    void whatNobodyHasIsRefusedByItsName_data()
    {
        QTest::addColumn<QStringList>("client");
        QTest::addColumn<QString>("keyword");
        QTest::addRow("key exchange") << QStringList{"KexAlgorithms sntrup761x25519-sha512@openssh.com"}
                                      << "KexAlgorithms";
        QTest::addRow("MAC") << QStringList{"Ciphers aes256-ctr", "MACs umac-64@openssh.com"} << "MACs";
        QTest::addRow("host key") << QStringList{"HostKeyAlgorithms ssh-ed25519-cert-v01@openssh.com"}
                                  << "HostKeyAlgorithms";
    }
    void whatNobodyHasIsRefusedByItsName()
    {
        QFETCH(QStringList, client);
        QFETCH(QString, keyword);
        start({}, client);
        QVERIFY(!connects());
        QVERIFY2(says(keyword + " of your SSH configuration"), m_error.message.c_str());
        QVERIFY(!m_server->log().contains("kex: "));
    }

    void nothingInCommonIsSaidAsSuch_data()
    {
        QTest::addColumn<QStringList>("server");
        QTest::addColumn<QString>("keyword");
        QTest::addColumn<QString>("offer");
        QTest::addColumn<QString>("advice");
        QTest::addRow("key exchange") << QStringList{"KexAlgorithms diffie-hellman-group1-sha1"} << "KexAlgorithms"
                                      << "diffie-hellman-group1-sha1"
                                      << "Allow";
        QTest::addRow("cipher") << QStringList{"Ciphers aes128-cbc,aes192-cbc"} << "Ciphers"
                                << "aes128-cbc,aes192-cbc"
                                << "Allow";
        QTest::addRow("MAC") << QStringList{"Ciphers aes256-ctr", "MACs umac-64@openssh.com"} << "MACs"
                             << "umac-64@openssh.com"
                             << "not supported";
        QTest::addRow("host key") << QStringList{"HostKeyAlgorithms ssh-rsa"} << "HostKeyAlgorithms"
                                  << "ssh-rsa"
                                  << "Allow";
    }
    void nothingInCommonIsSaidAsSuch()
    {
        QFETCH(QStringList, server);
        QFETCH(QString, keyword);
        QFETCH(QString, offer);
        QFETCH(QString, advice);
        start(server, {});
        QVERIFY(!connects());
        QVERIFY2(says("no algorithm in common"), m_error.message.c_str());
        QVERIFY2(says(keyword), m_error.message.c_str());
        QVERIFY2(says(offer), m_error.message.c_str());
        QVERIFY2(says(advice), m_error.message.c_str());
        QVERIFY(m_cause == ConnectError::Cause::NoCommonAlgorithm);
    }

    void aHostKeyThatIsTooShortIsRefused()
    {
        start({"HostKeyAlgorithms rsa-sha2-256"}, {"RequiredRSASize 3072"});
        QVERIFY(!sshConnects(*m_server));
        QVERIFY(!connects());
        QVERIFY2(says("RequiredRSASize"), m_error.message.c_str());
        QVERIFY2(says("2048"), m_error.message.c_str());
    }

    void cleanup()
    {
        m_server.reset();
        m_prompter = {};
        m_error = {};
    }

private:
    // The server has an RSA key too, which is known as well.
    void start(QStringList server, const QStringList &client)
    {
        m_server = std::make_unique<SshdServer>();
        const auto rsa = m_server->path("rsa_key");
        QVERIFY(runTool("ssh-keygen", {"-q", "-t", "rsa", "-b", "2048", "-N", "", "-f", rsa}));
        server << "LogLevel DEBUG1"
               << "HostKey " + rsa;
        const auto started = m_server->start(server);
        QVERIFY2(started, started ? "" : started.error().message.c_str());
        const auto key = m_server->makeKey("key");
        m_server->writeClientConfig(client + QStringList{"IdentityFile " + key});
        const auto name = QStringLiteral("[127.0.0.1]:%1 ").arg(m_server->port()).toUtf8();
        write(m_server->path("known_hosts"), name + m_server->publicHostKey() + '\n' + name + contentOf(rsa + ".pub"));
    }

    // The server's words on the newest connection.
    QStringList agreedOn() const
    {
        static const QRegularExpression form(QStringLiteral("kex: (?:host key )?(?:algorithm|client->server).*"));
        QStringList lines;
        for (auto matches = form.globalMatch(QString::fromUtf8(m_server->log())); matches.hasNext();)
            lines += matches.next().captured();
        return lines.mid(lines.size() - 3);
    }

    std::unique_ptr<SshdServer> m_server;
};

QTEST_GUILESS_MAIN(SshAlgorithmsTest)
#include "tst_sshalgorithms.moc"
