// Logging in to a real sshd: keys, certificates, agent, passwords, questions, and the messages of failures.
#include "engine/base/descriptor.h"
#include "loginfixture.h"
#include "testaccount.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>

#include <csignal>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace motley;

class SshLoginTest : public QObject, private LoginFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        SshdServer server;
        if (const auto started = server.start(); !started)
            QSKIP(started.error().message.c_str());
    }

    void aCertificateLetsItsKeyIn_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("place");
        for (const auto *type : {"ed25519", "rsa", "ecdsa"})
            QTest::addRow("%s", type) << type << "key-cert.pub";
        QTest::addRow("named by CertificateFile") << "ed25519"
                                                  << "elsewhere";
    }
    void aCertificateLetsItsKeyIn()
    {
        QFETCH(QString, type);
        QFETCH(QString, place);
        SshdServer server;
        const auto authority = server.makeKey("authority", {}, false);
        QVERIFY(server.start({"TrustedUserCAKeys " + authority + ".pub"}));
        const auto key = server.path("key");
        QVERIFY(runTool("ssh-keygen", {"-q", "-t", type, "-N", "", "-f", key}));
        QVERIFY(runTool("ssh-keygen", {"-q", "-s", authority, "-I", "test", "-n", currentUser(), key + ".pub"}));
        if (place != "key-cert.pub")
            QVERIFY(QFile::rename(server.path("key-cert.pub"), server.path(place)));
        server.knowHostKey();
        server.writeClientConfig({"CertificateFile " + server.path(place), "IdentityFile " + key});
        QVERIFY2(connects(), m_error.message.c_str());
        server.writeClientConfig({"IdentityFile " + key});
        QCOMPARE(connects(), place == "key-cert.pub");
    }

    void aCertificateWithoutItsKeyIsNamed()
    {
        SshdServer server;
        QVERIFY(server.start());
        const auto key = server.makeKey("key", {}, false);
        QVERIFY(runTool("ssh-keygen", {"-q", "-s", server.makeKey("authority"), "-I", "test", key + ".pub"}));
        server.knowHostKey();
        server.writeClientConfig(
            {"CertificateFile " + key + "-cert.pub", "IdentityFile " + server.makeKey("other", {}, false)});
        QVERIFY(!connects());
        QVERIFY2(says("CertificateFile " + key + "-cert.pub"), m_error.message.c_str());
    }

    void boundKeysAreKeys_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addRow("unbound") << "unbound";
        QTest::addRow("host-bound") << "host-bound";
    }
    void boundKeysAreKeys()
    {
        QFETCH(QString, value);
        SshdServer server;
        QVERIFY(server.start());
        server.knowHostKey();
        server.writeClientConfig({"PubkeyAuthentication " + value, "IdentityFile " + server.makeKey("key")});
        QVERIFY2(connects(), m_error.message.c_str());
    }

    void aRefusedKeyIsNamedWhereThePasswordIsNotGiven()
    {
        SshdServer server;
        QVERIFY(server.start({"PasswordAuthentication yes"}));
        const auto key = server.makeKey("key", {}, false);
        server.knowHostKey();
        server.writeClientConfig({"IdentityFile " + key});
        QVERIFY(!connects());
        QCOMPARE(m_prompter.secrets.size(), 1);
        QVERIFY2(says("given up"), m_error.message.c_str());
        QVERIFY2(says(key), m_error.message.c_str());
        QVERIFY2(says("publickey, password"), m_error.message.c_str());
    }

    void anEncryptedKeyAsksForItsPassphraseUpToThreeTimes()
    {
        SshdServer server;
        QVERIFY(server.start());
        const auto key = server.makeKey("key", "open sesame");
        server.knowHostKey();
        server.writeClientConfig({"IdentityFile " + key});
        m_prompter.answers = {"wrong", "open sesame"};
        QVERIFY(connects());
        QCOMPARE(m_prompter.secrets.size(), 2);
        QCOMPARE(m_prompter.secrets.last().kind, SecretQuestion::Kind::Passphrase);
        QCOMPARE(m_prompter.secrets.last().account, key);
        QCOMPARE(m_prompter.secrets.last().attempt, 2);

        m_prompter.secrets.clear();
        m_prompter.answers = QStringList(10, "wrong");
        QVERIFY(!connects());
        QCOMPARE(m_prompter.secrets.size(), 3);
    }

    void noPassphraseIsAskedForAKeyThatTheServerDoesNotWant()
    {
        SshdServer server;
        QVERIFY(server.start());
        const auto unwanted = server.makeKey("unwanted", "secret", false);
        const auto wanted = server.makeKey("wanted");
        server.knowHostKey();
        server.writeClientConfig({"IdentityFile " + unwanted, "IdentityFile " + wanted});
        QVERIFY(connects());
        QVERIFY(m_prompter.secrets.isEmpty());
    }

    void anAgentIsUsedWithTheNamedKeyAlone()
    {
        SshdServer server;
        QVERIFY(server.start({"MaxAuthTries 2"}));
        server.knowHostKey();
        const Agent agent(server.path("agent"));
        QVERIFY(agent.isRunning());
        for (int index = 0; index < 6; ++index)
            QVERIFY(agent.add(server.makeKey(QStringLiteral("noise%1").arg(index), {}, false)));
        const auto key = server.makeKey("key");
        QVERIFY(agent.add(key));
        QFile::remove(key); // the private half lives in the agent only

        server.writeClientConfig({"IdentityAgent " + server.path("agent"), "IdentityFile " + key});
        QVERIFY(connects());
        QVERIFY(m_prompter.secrets.isEmpty());
    }

    void tooManyKeysAreExplained()
    {
        SshdServer server;
        QVERIFY(server.start({"MaxAuthTries 2"}));
        server.knowHostKey();
        const Agent agent(server.path("agent"));
        QVERIFY(agent.isRunning());
        for (int index = 0; index < 6; ++index)
            QVERIFY(agent.add(server.makeKey(QStringLiteral("noise%1").arg(index), {}, false)));
        server.writeClientConfig({"IdentityAgent " + server.path("agent"), "IdentitiesOnly no"});
        QVERIFY(!connects());
        QVERIFY2(says("IdentitiesOnly"), m_error.message.c_str());
    }

    // A server that has closed the connection takes no answer any more.
    void nothingIsAskedOnceTheServerHasClosed()
    {
        TestAccount account;
        if (const auto made = account.create("right one"); !made)
            QSKIP(made.error().message.c_str());
        SshdServer server;
        QVERIFY(server.start({"PasswordAuthentication yes", "MaxAuthTries 1"}));
        server.knowHostKey();
        server.writeClientConfig({"User " + account.name()});
        m_prompter.answers = {"wrong one", "another one", "right one"};
        QVERIFY(!connects());
        QCOMPARE(m_prompter.secrets.size(), 1);
        QVERIFY2(says("too many refused keys or passwords"), m_error.message.c_str());
    }

    void aHungAgentDoesNotStopACancel()
    {
        SshdServer server;
        QVERIFY(server.start());
        server.knowHostKey();
        const Agent agent(server.path("agent"));
        QVERIFY(agent.isRunning());
        ::kill(agent.process(), SIGSTOP);
        const int before = agent.connections();
        server.writeClientConfig({"IdentityAgent " + server.path("agent"), "IdentityFile " + server.makeKey("key")});
        std::stop_source source;
        std::jthread stopper([&] {
            while (agent.connections() == before)
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            source.request_stop();
        });
        QElapsedTimer clock;
        clock.start();
        QVERIFY(!connects(source.get_token()));
        QVERIFY(clock.elapsed() < 5000);
    }

    void noKeyFitsIsOneClearSentence()
    {
        SshdServer server;
        QVERIFY(server.start());
        const auto key = server.makeKey("key", {}, false);
        server.knowHostKey();
        server.writeClientConfig({"IdentityFile " + key});
        QVERIFY(!connects());
        QVERIFY(says("publickey"));
        QVERIFY(says(key));
        QVERIFY(says("There"));
        QVERIFY(m_prompter.secrets.isEmpty());
    }

    // Neither here nor at the server, which lets only so many connections wait for a login (MaxStartups).
    void noConnectionStaysBehind_data()
    {
        QTest::addColumn<bool>("hostIsKnown");
        QTest::addColumn<bool>("keyIsAuthorized");
        QTest::addRow("logged in") << true << true;
        QTest::addRow("the host key is not accepted") << false << true;
        QTest::addRow("no key fits") << true << false;
    }
    void noConnectionStaysBehind()
    {
        QFETCH(bool, hostIsKnown);
        QFETCH(bool, keyIsAuthorized);
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({"IdentityFile " + server.makeKey("key", {}, keyIsAuthorized)});
        if (hostIsKnown)
            server.knowHostKey();
        QTRY_COMPARE(server.connections(), 0); // start() looks whether the server answers
        const auto before = openDescriptors();
        QVERIFY2(connects() == (hostIsKnown && keyIsAuthorized), m_error.message.c_str());
        QTRY_COMPARE(openDescriptors(), before);
        QTRY_COMPARE(server.connections(), 0);
    }

    void aPasswordLetsInAndAWrongOneIsAskedThreeTimes()
    {
        TestAccount account;
        if (const auto made = account.create("right one"); !made)
            QSKIP(made.error().message.c_str());
        SshdServer server;
        QVERIFY(server.start({"PasswordAuthentication yes"}));
        server.knowHostKey();
        server.writeClientConfig({"User " + account.name()});
        m_prompter.answers = {"right one"};
        QVERIFY2(connects(), m_error.message.c_str());
        QCOMPARE(m_prompter.secrets.size(), 1);
        QCOMPARE(m_prompter.secrets.first().account, account.name() + "@127.0.0.1");

        m_prompter.secrets.clear();
        m_prompter.answers = QStringList(10, "wrong one");
        QVERIFY(!connects());
        QCOMPARE(m_prompter.secrets.size(), 3);
        QCOMPARE(m_prompter.secrets.last().attempt, 3);
        QVERIFY(says("password"));
        QVERIFY(says(account.name()));
        QVERIFY(!says("wrong one"));
        QVERIFY(m_error.detail.find("wrong one") == std::string::npos);
    }

    void givingUpIsNotAskedAgain()
    {
        TestAccount account;
        if (const auto made = account.create("right one"); !made)
            QSKIP(made.error().message.c_str());
        SshdServer server;
        QVERIFY(server.start({"PasswordAuthentication yes"}));
        server.knowHostKey();
        server.writeClientConfig({"User " + account.name()});
        QVERIFY(!connects());
        QCOMPARE(m_prompter.secrets.size(), 1);
        QVERIFY(says("given up"));
    }

    void aKeyAndThenAPasswordWhereBothAreWanted()
    {
        TestAccount account;
        if (const auto made = account.create("second"); !made)
            QSKIP(made.error().message.c_str());
        SshdServer server;
        QVERIFY(server.start({"PasswordAuthentication yes", "AuthenticationMethods publickey,password"}));
        server.knowHostKey();
        server.writeClientConfig({"User " + account.name(), "IdentityFile " + server.makeKey("key")});
        QFile::setPermissions(server.path(""), QFile::permissions(server.path("")) | QFile::ExeOther);
        QFile::setPermissions(server.path("authorized_keys"), QFile::ReadOwner | QFile::ReadOther);
        m_prompter.answers = {"second"};
        QVERIFY2(connects(), m_error.message.c_str());
        QCOMPARE(m_prompter.secrets.size(), 1);
    }

    void questionsOfTheServerAreAnswered()
    {
        TestAccount account;
        if (const auto made = account.create("answer"); !made)
            QSKIP(made.error().message.c_str());
        if (!QFile::exists("/etc/pam.d/sshd"))
            QSKIP("sshd has no PAM service here.");
        SshdServer server;
        QVERIFY(server.start({"UsePAM yes", "KbdInteractiveAuthentication yes"}));
        server.knowHostKey();
        server.writeClientConfig({"User " + account.name()});
        m_prompter.answers = {"wrong", "answer"};
        QVERIFY2(connects(), m_error.message.c_str());
        QCOMPARE(m_prompter.secrets.size(), 2);
        QCOMPARE(m_prompter.secrets.first().kind, SecretQuestion::Kind::KeyboardInteractive);
        QVERIFY(m_prompter.secrets.first().prompt.contains("assword"));
        QVERIFY(!m_prompter.secrets.first().echo);
    }

    void cleanup()
    {
        m_prompter = {};
        m_error = {};
    }

private:
    static qsizetype openDescriptors()
    {
        return QDir(QStringLiteral("/proc/self/fd")).entryList(QDir::Files | QDir::System).size();
    }

    class Agent {
    public:
        explicit Agent(const QString &socket) : m_socket(socket)
        {
            m_process.start("ssh-agent", {"-D", "-a", socket});
            m_process.waitForStarted();
            (void)QTest::qWaitFor([this] { return isRunning(); });
        }
        ~Agent()
        {
            m_process.kill();
            m_process.waitForFinished();
        }
        // Connects, as the socket's file exists some time before the agent listens.
        bool isRunning() const
        {
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            m_socket.toStdString().copy(address.sun_path, sizeof address.sun_path - 1);
            const Descriptor connection(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
            return ::connect(connection.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0;
        }
        int connections() const // that the system holds, accepted or not
        {
            QFile sockets(QStringLiteral("/proc/net/unix"));
            return sockets.open(QIODevice::ReadOnly) ? int(sockets.readAll().count(' ' + m_socket.toUtf8() + '\n')) - 1
                                                     : 0;
        }
        pid_t process() const { return static_cast<pid_t>(m_process.processId()); }
        bool add(const QString &key) const
        {
            return runTool("env", {"SSH_AUTH_SOCK=" + m_socket, "ssh-add", "-q", key});
        }

    private:
        QString m_socket;
        QProcess m_process;
    };
};

QTEST_GUILESS_MAIN(SshLoginTest)
#include "tst_sshlogin.moc"
