// What the SSH configuration means, as ssh itself reads it.
#include "remote/ssh/config/sshconfig.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <pwd.h>
#include <unistd.h>

using namespace motley;

class SshConfigTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_config = m_folder.filePath("config");
        qputenv("MOTLEY_SSH_CONFIG", m_config.toLocal8Bit());
    }

    void readsAnEntry()
    {
        write(R"(
Host gpu
    HostName 10.1.2.3
    Port 2222
    User ada
    IdentityFile ~/.ssh/first
    IdentityFile /keys/%r-at-%h
    IdentitiesOnly yes
    IdentityAgent none
    ProxyJump bob@gate:2200,second
    UserKnownHostsFile /a /b
    GlobalKnownHostsFile none
    HostKeyAlias The-GPU
    ConnectTimeout 3
    AddressFamily inet6
    PasswordAuthentication no
    HashKnownHosts yes
    StrictHostKeyChecking yes
)");
        const auto settings = resolveSsh("gpu");
        QVERIFY(settings);
        QCOMPARE(settings->hostName, std::string("10.1.2.3"));
        QCOMPARE(settings->port, 2222);
        QCOMPARE(settings->user, std::string("ada"));
        QCOMPARE(settings->identityFiles, (std::vector<std::string>{home() + "/.ssh/first", "/keys/ada-at-10.1.2.3"}));
        QVERIFY(settings->identitiesOnly);
        QCOMPARE(settings->identityAgent, std::string());
        QCOMPARE(settings->jumps, (std::vector<std::string>{"bob@gate:2200", "second"}));
        QCOMPARE(settings->userKnownHostsFiles, (std::vector<std::string>{"/a", "/b"}));
        QCOMPARE(settings->globalKnownHostsFiles, std::vector<std::string>());
        QCOMPARE(settings->nameInKnownHosts(), std::string("the-gpu"));
        QCOMPARE(settings->connectTimeout, std::chrono::seconds(3));
        QCOMPARE(settings->addressFamily, SshSettings::AddressFamily::IPv6);
        QVERIFY(!settings->passwords);
        QVERIFY(settings->keyboardInteractive);
        QVERIFY(settings->hashKnownHosts);
        QVERIFY(settings->refuseUnknownHosts);
    }

    void hasSensibleDefaults()
    {
        write("");
        const auto settings = resolveSsh("ada@somewhere.example");
        QVERIFY(settings);
        QCOMPARE(settings->hostName, std::string("somewhere.example"));
        QCOMPARE(settings->port, 22);
        QCOMPARE(settings->user, std::string("ada"));
        QCOMPARE(settings->nameInKnownHosts(), std::string("somewhere.example"));
        QCOMPARE(settings->userKnownHostsFiles.front(), home() + "/.ssh/known_hosts");
        QVERIFY(settings->jumps.empty());
        QVERIFY(!settings->refuseUnknownHosts);
    }

    void doesNotBelieveInCheckingNothing()
    {
        write("StrictHostKeyChecking no\n");
        QVERIFY(!resolveSsh("somewhere")->refuseUnknownHosts); // unknown keys are asked about like any others
    }

    void honoursMatchAsSshDoes()
    {
        write("Host short\n    HostName long.example\nMatch originalhost short\n    User matched\n");
        QCOMPARE(resolveSsh("short")->user, std::string("matched"));
    }

    void understandsDestinations_data()
    {
        QTest::addColumn<QString>("destination");
        QTest::addColumn<QString>("expected");
        QTest::addRow("a name") << "host"
                                << "host 22";
        QTest::addRow("with a user") << "ada@host"
                                     << "host 22";
        QTest::addRow("with a port") << "ada@host:2222"
                                     << "host 2222";
        QTest::addRow("a port alone") << "host:2222"
                                      << "host 2222";
        QTest::addRow("a URI") << "ssh://ada@host:2222"
                               << "host 2222";
        QTest::addRow("IPv6") << "ada@fd00::1"
                              << "fd00::1 22";
        QTest::addRow("IPv6 with a port") << "ada@[fd00::1]:2222"
                                          << "fd00::1 2222";
    }
    void understandsDestinations()
    {
        QFETCH(QString, destination);
        QFETCH(QString, expected);
        write("");
        const auto settings = resolveSsh(destination.toStdString());
        QVERIFY(settings);
        QCOMPARE(QString::fromStdString(settings->hostName) + ' ' + QString::number(settings->port), expected);
    }

    void refusesWhatIsNoDestination_data()
    {
        QTest::addColumn<QString>("destination");
        QTest::addRow("nothing") << QString();
        QTest::addRow("an option") << QString("-oProxyCommand=touch /tmp/x");
        QTest::addRow("substitution") << QString("$(touch x)");
        QTest::addRow("backquotes") << QString("`id`");
        QTest::addRow("two words") << QString("host id");
        QTest::addRow("a line break") << QString("host\nid");
        QTest::addRow("quotes") << QString("ho'st");
        QTest::addRow("operators") << QString("host;id");
        QTest::addRow("right-to-left") << QString("host\u202egnp");
        QTest::addRow("a pattern") << QString("*");
        QTest::addRow("endless") << QString(5000, 'a');
        QTest::addRow("NUL") << QString("a") + QChar(0) + "b";
    }
    void refusesWhatIsNoDestination()
    {
        QFETCH(QString, destination);
        write("");
        QVERIFY(!resolveSsh(destination.toStdString()));
    }

    void aBrokenConfigurationIsAnErrorThatSaysWhere()
    {
        write("Host a\n    NoSuchOption yes\n");
        const auto settings = resolveSsh("a");
        QVERIFY(!settings);
        QVERIFY(settings.error().message.find("line 2") != std::string::npos);
    }

    void refusesNonsenseFromSsh_data()
    {
        QTest::addColumn<QByteArray>("output");
        QTest::addRow("nothing") << QByteArray();
        QTest::addRow("no host") << QByteArray("user ada\nport 22\n");
        QTest::addRow("no port") << QByteArray("hostname a\nuser ada\n");
        QTest::addRow("a port beyond all") << QByteArray("hostname a\nuser ada\nport 99999\n");
        QTest::addRow("a port that is none") << QByteArray("hostname a\nuser ada\nport 22x\n");
    }
    void refusesNonsenseFromSsh()
    {
        QFETCH(QByteArray, output);
        QVERIFY(!parseSshSettings(output.toStdString(), "a"));
    }

    // ssh -G expands the tokens of ControlPath alone.
    void tokensStandForWhatSshPutsThere_data()
    {
        QTest::addColumn<QString>("path");
        for (const auto *path : {"~/k", "~root/k", "~daemon/k", "/%n", "/%k", "/%C", "/%h", "/%p", "/%r", "/%u", "/%i",
                 "/%l", "/%L", "%d/k", "/%%n", "/${HOME}/%n", "/${HOME", "/${NO_SUCH_VARIABLE}",
                 "~nobody-of-that-name/k", "/%y", "/%"})
            QTest::addRow("%s", path) << path;
    }
    void tokensStandForWhatSshPutsThere()
    {
        QFETCH(QString, path);
        const QByteArray entry = "Host Short\n    HostName Long.example\n    Port 33\n    User ada\n";
        write(entry + "    ControlPath " + path.toUtf8() + '\n');
        const auto ssh = printedBySsh({"Short"});
        write(entry + "    IdentityFile " + path.toUtf8() + '\n');
        const auto settings = resolveSsh("Short");
        QCOMPARE(settings.has_value(), ssh.contains("\ncontrolpath "));
        if (settings)
            QVERIFY2(ssh.contains("\ncontrolpath " + QByteArray::fromStdString(settings->identityFiles.at(0)) + '\n'),
                settings->identityFiles.at(0).c_str());
        else
            QVERIFY2(settings.error().message.find(path.toStdString()) != std::string::npos,
                settings.error().message.c_str());
    }

    void anAliasHasItsNameForItsKeys()
    {
        write("Host gpu\n    HostName long.example\n    HostKeyAlias other\n    IdentityFile /%k\n");
        QCOMPARE(resolveSsh("gpu")->identityFiles.at(0), std::string("/other"));
    }

    void theTokensOfJumpsStandForTheDestination()
    {
        write("Host gpu\n    HostName long.example\n    Port 33\n    User ada\n    ProxyJump %r@%n-%h-%p,%%\n");
        QCOMPARE(resolveSsh("gpu")->jumps, (std::vector<std::string>{"ada@gpu-long.example-33", "%"}));
        write("ProxyJump %x@gw\n");
        QVERIFY(!resolveSsh("gpu"));
    }

    void whatIsNotSupportedIsRefusedByItsName_data()
    {
        QTest::addColumn<QString>("keyword");
        QTest::addColumn<QString>("value");
        QTest::addRow("address") << "BindAddress"
                                 << "127.0.0.1";
        QTest::addRow("interface") << "BindInterface"
                                   << "lo";
        QTest::addRow("host keys from a command") << "KnownHostsCommand"
                                                  << "/bin/echo %H";
        QTest::addRow("a way through a command") << "ProxyCommand"
                                                 << "nc %h %p";
        QTest::addRow("a blank") << "UserKnownHostsFile"
                                 << "\"/my hosts\" /b";
        QTest::addRow("a blank, for all") << "GlobalKnownHostsFile"
                                          << "\"/my hosts\"";
    }
    void whatIsNotSupportedIsRefusedByItsName()
    {
        QFETCH(QString, keyword);
        QFETCH(QString, value);
        write((keyword + ' ' + value + '\n').toUtf8());
        const auto settings = resolveSsh("gpu");
        QVERIFY(!settings);
        QVERIFY2(settings.error().message.find(keyword.toStdString()) != std::string::npos,
            settings.error().message.c_str());
    }

    void saysThatThereIsNoSsh()
    {
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", m_folder.path().toLocal8Bit());
        const auto settings = resolveSsh("gpu");
        qputenv("PATH", path);
        QVERIFY(!settings);
        QVERIFY2(
            settings.error().message.find("openssh-client") != std::string::npos, settings.error().message.c_str());
    }

    void listsTheNamesOfHosts()
    {
        QDir(m_folder.path()).mkpath("more");
        QFile included(m_folder.filePath("more/lab.conf"));
        QVERIFY(included.open(QIODevice::WriteOnly));
        included.write("Host inner\n  User x\nInclude " + m_config.toLocal8Bit() + "\n"); // in a circle
        included.close();
        write("# Host commented\nHost one two *.pattern !not\n  User a\nHost=three\n  host \"four\"\n"
              "Host one\nInclude "
            + m_folder.filePath("more").toLocal8Bit() + "/*.conf\nMatch host x\nHost *\n");
        QCOMPARE(sshAliases(), (std::vector<QString>{"one", "two", "three", "four", "inner"}));
    }

    void noConfigurationHasNoNames()
    {
        qputenv("MOTLEY_SSH_CONFIG", m_folder.filePath("missing").toLocal8Bit());
        QVERIFY(sshAliases().empty());
    }

private:
    QByteArray printedBySsh(const QStringList &arguments)
    {
        QProcess ssh;
        ssh.start("ssh", QStringList{"-G", "-F", m_config} + arguments);
        ssh.waitForFinished(20000);
        return ssh.readAllStandardOutput();
    }
    void write(const QByteArray &content)
    {
        QFile file(m_config);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    static std::string home() { return ::getpwuid(::getuid())->pw_dir; }

    QTemporaryDir m_folder;
    QString m_config;
};

QTEST_GUILESS_MAIN(SshConfigTest)
#include "tst_sshconfig.moc"
