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

    void anAddressIsThatOfSsh_data()
    {
        QTest::addColumn<QString>("address");
        for (const auto *address : {"ssh://me%40corp@h", "ssh://h:", "ssh://me@h:33/", "ssh://h:/", "ssh://me%2@h",
                 "ssh://me%zz@h", "ssh://me%27@h", "ssh://h/x", "ssh://h:0", "ssh://h:99999", "ssh://@h", "ssh://%68",
                 "me%40corp@h", "me@corp@h"})
            QTest::addRow("%s", address) << address;
    }
    void anAddressIsThatOfSsh()
    {
        QFETCH(QString, address);
        write("Host h\n    Port 2200\n    User ada\n");
        const auto ssh = printedBySsh({"--", address});
        const auto settings = resolveSsh(address.toStdString());
        QCOMPARE(settings.has_value(), ssh.contains("\nhostname "));
        if (settings)
            QVERIFY2(ssh.contains(QByteArray::fromStdString("\nhostname " + settings->hostName + '\n'))
                    && ssh.contains(QByteArray::fromStdString("\nport " + std::to_string(settings->port) + '\n'))
                    && ssh.contains(QByteArray::fromStdString("user " + settings->user + '\n')),
                (settings->user + ' ' + settings->hostName + ' ' + std::to_string(settings->port)).c_str());
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

    void aCommandOfTheConfigurationMayTakeItsTime()
    {
        write("Match exec \"sleep 11\"\n    User waited\n");
        const auto settings = resolveSsh("gpu");
        QVERIFY2(settings, settings ? "" : settings.error().message.c_str());
        QCOMPARE(settings->user, std::string("waited"));
    }

    void aLongConfigurationIsReadToItsEnd()
    {
        QByteArray lines = "ProxyJump gate\n"; // which ssh -G prints last
        for (int line = 0; line < 1200; ++line)
            lines += "SendEnv V" + QByteArray::number(line) + QByteArray(1000, 'x') + '\n';
        write(lines);
        QVERIFY(printedBySsh({"gpu"}).size() > 1 << 20);
        const auto settings = resolveSsh("gpu");
        QVERIFY2(settings, settings ? "" : settings.error().message.c_str());
        QCOMPARE(settings->jumps, std::vector<std::string>{"gate"});
    }

    void theTimeToConnectIsThatOfTheConfiguration_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<qint64>("seconds");
        QTest::addRow("700") << QByteArray("ConnectTimeout 700\n") << qint64(700);
        QTest::addRow("in minutes") << QByteArray("ConnectTimeout 2m\n") << qint64(120);
        QTest::addRow("0 is no limit") << QByteArray("ConnectTimeout 0\n") << qint64(365 * 24 * 3600);
        QTest::addRow("none") << QByteArray() << qint64(10);
    }
    void theTimeToConnectIsThatOfTheConfiguration()
    {
        QFETCH(QByteArray, line);
        QFETCH(qint64, seconds);
        write(line);
        QCOMPARE(qint64(resolveSsh("gpu")->connectTimeout.count()), seconds);
    }

    // ssh -G prints them without quotes.
    void aBlankMayStandInTheNameOfAFile_data()
    {
        QTest::addColumn<QStringList>("present");
        QTest::addColumn<QString>("list");
        QTest::addColumn<QStringList>("files");
        QTest::addRow("a blank") << QStringList{"my hosts"} << "\"%1/my hosts\" %1/b" << QStringList{"my hosts", "b"};
        QTest::addRow("two blanks") << QStringList{"my  hosts"} << "%1/a \"%1/my  hosts\""
                                    << QStringList{"a", "my  hosts"};
        QTest::addRow("a folder") << QStringList{"a /b"} << "\"%1/a /b\"" << QStringList{"a /b"};
        QTest::addRow("a folder, without the file") << QStringList{"a /other"} << "\"%1/a /b\"" << QStringList{"a /b"};
        QTest::addRow("a token") << QStringList{"known gpu"} << "\"%1/known %n\"" << QStringList{"known gpu"};
        QTest::addRow("two files") << QStringList{"a", "b"} << "%1/a %1/b" << QStringList{"a", "b"};
        QTest::addRow("no files") << QStringList{} << "%1/a %1/b" << QStringList{"a", "b"};
        QTest::addRow("either") << QStringList{"my", "my hosts"} << "\"%1/my hosts\"" << QStringList{};
        QTest::addRow("neither") << QStringList{} << "\"%1/my hosts\"" << QStringList{};
        QTest::addRow("neither, with a token") << QStringList{} << "\"%1/known %n\"" << QStringList{};
    }
    void aBlankMayStandInTheNameOfAFile()
    {
        QFETCH(QStringList, present);
        QFETCH(QString, list);
        QFETCH(QStringList, files);
        QTemporaryDir folder;
        for (const auto &name : present) {
            QVERIFY(QDir(folder.path()).mkpath(QFileInfo(name).path()));
            QVERIFY(QFile(folder.filePath(name)).open(QIODevice::WriteOnly));
        }
        std::vector<std::string> expected;
        for (const auto &name : files)
            expected.push_back(folder.filePath(name).toStdString());
        for (const auto *keyword : {"UserKnownHostsFile", "GlobalKnownHostsFile"}) {
            write((QLatin1String(keyword) + ' ' + list.arg(folder.path()) + '\n').toUtf8());
            const auto settings = resolveSsh("gpu");
            QCOMPARE(settings.has_value(), !files.isEmpty());
            if (settings)
                QCOMPARE(*keyword == 'U' ? settings->userKnownHostsFiles : settings->globalKnownHostsFiles, expected);
            else
                QVERIFY2(settings.error().message.find(keyword) != std::string::npos, settings.error().message.c_str());
        }
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
        QTest::addRow("methods") << "PreferredAuthentications"
                                 << "hostbased,gssapi-with-mic";
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
