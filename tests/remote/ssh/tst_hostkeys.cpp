// Our reading of known_hosts, compared with that of ssh-keygen.
#include "remote/ssh/hostkeys.h"
#include "remote/ssh/randomart.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace motley;
using Trust = HostKeyFinding::Trust;

class HostKeysTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (const auto *type : {"ed25519", "rsa", "ecdsa"}) {
            if (!keygen({"-q", "-t", type, "-N", "", "-C", "x", "-f", path(type)}))
                QSKIP("There is no ssh-keygen.");
        }
        keygen({"-q", "-t", "ed25519", "-N", "", "-C", "x", "-f", path("other")});
        m_key = keyIn("ed25519");
        m_other = keyIn("other");
    }

    void judges_data()
    {
        QTest::addColumn<QString>("content");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("trust");
        QTest::addColumn<int>("line");
        const auto row = [](const char *tag, const QString &content, const QString &name, Trust trust, int line) {
            QTest::addRow("%s", tag) << content << name << int(trust) << line;
        };
        const QString host = "host.example";
        row("an empty file", "", host, Trust::Unknown, 0);
        row("comments and blank lines", "# note\n\n   \n", host, Trust::Unknown, 0);
        row("known", "host.example KEY\n", host, Trust::Known, 1);
        row("known with a comment after it", "host.example KEY me@here\n", host, Trust::Known, 1);
        row("known without a line end", "host.example KEY", host, Trust::Known, 1);
        row("known with carriage returns", "host.example KEY\r\n", host, Trust::Known, 1);
        row("in a list", "a,host.example,10.0.0.1 KEY\n", host, Trust::Known, 1);
        row("in other letters", "HOST.Example KEY\n", host, Trust::Known, 1);
        row("another host", "other.example KEY\n", host, Trust::Unknown, 0);
        row("a longer name", "host.example.org KEY\n", host, Trust::Unknown, 0);
        row("changed", "# one\nhost.example OTHER\n", host, Trust::Changed, 2);
        row("one of two keys", "host.example OTHER\nhost.example KEY\n", host, Trust::Known, 2);
        row("a wildcard", "*.example KEY\n", host, Trust::Known, 1);
        row("a question mark", "hos?.example KEY\n", host, Trust::Known, 1);
        row("negated", "*.example,!host.example KEY\n", host, Trust::Unknown, 0);
        row("negated first", "!host.example,*.example KEY\n", host, Trust::Unknown, 0);
        row("another port", "host.example KEY\n", "[host.example]:2222", Trust::Unknown, 0);
        row("the same port", "[host.example]:2222 KEY\n", "[host.example]:2222", Trust::Known, 1);
        row("a wildcard for ports", "[host.example]:* KEY\n", "[host.example]:2222", Trust::Known, 1);
        row("revoked", "@revoked host.example KEY\n", host, Trust::Revoked, 1);
        row("revoked for all", "@revoked * KEY\n", host, Trust::Revoked, 1);
        row("revoked but listed too", "host.example KEY\n@revoked * KEY\n", host, Trust::Revoked, 2);
        row("another key revoked", "@revoked * OTHER\nhost.example KEY\n", host, Trust::Known, 2);
        row("an authority is no key", "@cert-authority * KEY\n", host, Trust::Authority, 1);
        row("an authority for others", "@cert-authority *.org KEY\n", host, Trust::Unknown, 0);
        row("an authority beside another key", "host.example OTHER\n@cert-authority * OTHER\n", host, Trust::Authority,
            2);
        row("an authority beside the key", "@cert-authority * OTHER\nhost.example KEY\n", host, Trust::Known, 2);
        row("another key revoked, none known", "@revoked * OTHER\n", host, Trust::OtherRevoked, 1);
        row("another key revoked, one changed", "@revoked * OTHER\nhost.example OTHER\n", host, Trust::Changed, 2);
        row("an unknown marker", "@odd host.example KEY\n", host, Trust::Unknown, 0);
        row("of SSH 1", "host.example 1024 35 1234567890\n", host, Trust::Unknown, 0);
        row("broken base64", "host.example ssh-ed25519 A!B\n", host, Trust::Unknown, 0);
        row("a type that is not the key's", "host.example ssh-rsa BLOB\n", host, Trust::Unknown, 0);
        row("a long line", QString(5000, 'a') + ",host.example KEY\n", host, Trust::Known, 1);
        row("a very long line", QString(1 << 20, 'a') + ",host.example KEY\nhost.example KEY\n", host, Trust::Known, 1);
        row("many stars", QString(2000, '*') + "x KEY\n", host, Trust::Unknown, 0);
    }
    void judges()
    {
        QFETCH(QString, content);
        QFETCH(QString, name);
        QFETCH(int, trust);
        QFETCH(int, line);
        content.replace("KEY", lineOf("ed25519"))
            .replace("OTHER", lineOf("other"))
            .replace("BLOB", lineOf("ed25519").section(' ', 1));
        const auto file = path("known_hosts");
        write(file, content.toUtf8());
        const auto finding
            = findHostKey(m_key, name.toStdString(), {path("missing").toStdString(), file.toStdString()});
        QVERIFY(finding);
        QCOMPARE(int(finding->trust), trust);
        QCOMPARE(finding->line, line);
        if (finding->trust == Trust::Changed)
            QCOMPARE(finding->listedFingerprint, m_other.fingerprint());
    }

    void understandsHashedNames()
    {
        const auto file = path("hashed");
        write(file, ("[host.example]:2222 " + lineOf("ed25519") + '\n').toUtf8());
        QVERIFY(keygen({"-H", "-f", file}));
        QVERIFY(!read(file).contains("host.example"));
        QCOMPARE(findHostKey(m_key, "[host.example]:2222", {file.toStdString()})->trust, Trust::Known);
        QCOMPARE(findHostKey(m_other, "[host.example]:2222", {file.toStdString()})->trust, Trust::Changed);
        QCOMPARE(findHostKey(m_key, "host.example", {file.toStdString()})->trust, Trust::Unknown);
    }

    void whatIsRememberedIsFoundByUsAndBySshKeygen_data()
    {
        QTest::addColumn<bool>("hashed");
        QTest::addRow("plain") << false;
        QTest::addRow("hashed") << true;
    }
    void whatIsRememberedIsFoundByUsAndBySshKeygen()
    {
        QFETCH(bool, hashed);
        const auto file = path(hashed ? "new1/known_hosts" : "new2/known_hosts");
        QVERIFY(addKnownHost(m_key, "[host.example]:2222", file.toStdString(), hashed));
        struct stat status { };
        QCOMPARE(::stat(file.toLocal8Bit(), &status), 0);
        QCOMPARE(status.st_mode & 0777, mode_t(0600));
        QCOMPARE(findHostKey(m_key, "[host.example]:2222", {file.toStdString()})->trust, Trust::Known);
        QVERIFY(keygen({"-F", "[host.example]:2222", "-f", file}));
        QCOMPARE(read(file).contains("host.example"), !hashed);
    }

    void remembersInAFileOfTheCurrentFolder()
    {
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(path("")));
        const auto added = addKnownHost(m_key, "bare.example", "bare", false);
        QDir::setCurrent(before);
        QVERIFY(added);
        QCOMPARE(findHostKey(m_key, "bare.example", {path("bare").toStdString()})->trust, Trust::Known);
    }

    void aFileWithoutALastLineEndIsNotSpoilt()
    {
        const auto file = path("unended");
        write(file, ("first.example " + lineOf("other")).toUtf8());
        QVERIFY(addKnownHost(m_key, "second.example", file.toStdString(), false));
        QCOMPARE(findHostKey(m_other, "first.example", {file.toStdString()})->trust, Trust::Known);
        QCOMPARE(findHostKey(m_key, "second.example", {file.toStdString()})->trust, Trust::Known);
    }

    void aFileThatCannotBeReadIsAnError()
    {
        QDir().mkpath(path("folder"));
        QVERIFY(!findHostKey(m_key, "host.example", {path("folder").toStdString()}));
        const auto pipe = path("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        for (const std::string &endless : {pipe, std::string("/dev/zero")}) {
            QVERIFY(!findHostKey(m_key, "host.example", {endless}));
            QVERIFY(!lineInRevokedKeys(m_key, endless));
        }
        QVERIFY(findHostKey(m_key, "host.example", {"/dev/null"}));
        QCOMPARE(*lineInRevokedKeys(m_key, "/dev/null"), 0);
    }

    void namesTheTypesThatAreKnown()
    {
        const auto file = path("types");
        write(file,
            ("host.example " + lineOf("rsa") + "\nhost.example " + lineOf("ed25519") + "\nother " + lineOf("ecdsa")
                + '\n')
                .toUtf8());
        QCOMPARE(
            *knownKeyTypes("host.example", {file.toStdString()}), (std::vector<std::string>{"ssh-rsa", "ssh-ed25519"}));
    }

    void fingerprintAndPictureAreThoseOfSshKeygen_data()
    {
        QTest::addColumn<QString>("type");
        for (const auto *type : {"ed25519", "rsa", "ecdsa"})
            QTest::addRow("%s", type) << QString(type);
    }
    void fingerprintAndPictureAreThoseOfSshKeygen()
    {
        QFETCH(QString, type);
        QByteArray output;
        QVERIFY(keygen({"-l", "-v", "-f", path(type + ".pub")}, &output));
        const auto key = keyIn(type);
        QCOMPARE(QByteArray::fromStdString(key.fingerprint()), output.split(' ').at(1));
        QCOMPARE(QByteArray::fromStdString(randomArt(key)), output.mid(output.indexOf('\n') + 1).trimmed());
    }

private:
    QString path(const QString &name) const { return m_folder.filePath(name); }
    bool keygen(const QStringList &arguments, QByteArray *output = nullptr)
    {
        QProcess process;
        process.start("ssh-keygen", arguments);
        if (!process.waitForFinished(30000))
            return false;
        if (output)
            *output = process.readAllStandardOutput();
        return process.exitCode() == 0;
    }
    static void write(const QString &path, const QByteArray &content)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString lineOf(const QString &key) const { return QString::fromUtf8(read(path(key + ".pub"))).section(' ', 0, 1); }
    HostKey keyIn(const QString &key) const
    {
        return HostKey{QByteArray::fromBase64(lineOf(key).section(' ', 1).toUtf8()).toStdString()};
    }

    QTemporaryDir m_folder;
    HostKey m_key;
    HostKey m_other;
};

QTEST_GUILESS_MAIN(HostKeysTest)
#include "tst_hostkeys.moc"
