// The list of machines: what is kept, what is refused, and a probe that never blocks.
#include "remote/fleet/fleet.h"
#include "scriptedprompter.h"
#include "tests/fixtures/fulldisk.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace motley;

class FleetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void beginsWithThisComputer()
    {
        Fleet fleet(path("none.json"), &m_prompter);
        QVERIFY(fleet.load());
        QCOMPARE(fleet.hosts().size(), std::size_t(1));
        QCOMPARE(fleet.hosts().front()->machine().name, QString("local"));
    }

    void keepsWhatWasAdded()
    {
        {
            Fleet fleet(path("kept.json"), &m_prompter);
            QSignalSpy changes(&fleet, &Fleet::listChanged);
            QVERIFY(fleet.add({Machine::Kind::Ssh, "one", "user@one", "/scratch/motley"}));
            QVERIFY(fleet.add({Machine::Kind::Ssh, "two", "two", {}}));
            QVERIFY(fleet.remove("two"));
            QVERIFY(fleet.setSharedFolders("one", {{"/data", "/mnt/data"}, {"/same", "/same"}}));
            QVERIFY(!fleet.setSharedFolders("two", {}));
            QVERIFY(fleet.setTerms("one", {1.25, 8, 5, {}, false, true}));
            QVERIFY(fleet.setTerms("local", {0.5, 0, 0, {{2, 0.1}, {24, 0.9}}}));
            QVERIFY(fleet.setSharedFolders("local", {{"/data", "/data"}}));
            QVERIFY(!fleet.setTerms("two", {}));
            QCOMPARE(changes.size(), 3);
        }
        Fleet again(path("kept.json"), &m_prompter);
        QVERIFY(again.load());
        QCOMPARE(again.hosts().size(), std::size_t(2));
        QVERIFY(again.find("one"));
        const std::vector<SharedFolder> shared{{"/data", "/mnt/data"}, {"/same", "/same"}};
        QCOMPARE(again.find("one")->machine(),
            (Machine{Machine::Kind::Ssh, "one", "user@one", "/scratch/motley", shared, {1.25, 8, 5, {}, false, true}}));
        QCOMPARE(leftAlone(readMachines(path("kept.json")).value()), QStringList{"one"});
        QCOMPARE(again.find("local")->machine().terms, (MachineTerms{0.5, 0, 0, {{2, 0.1}, {24, 0.9}}}));
        QCOMPARE(again.find("local")->machine().sharedFolders, (std::vector<SharedFolder>{{"/data", "/data"}}));
    }

    void keepsWhatItDoesNotKnow()
    {
        const auto file = path("newer.json");
        write(file,
            "{\"version\":1,\"groups\":{\"lab\":[\"one\"]},\"machines\":["
            "{\"name\":\"this box\",\"thisComputer\":true,\"colour\":\"green\"},"
            "{\"name\":\"one\",\"destination\":\"a\",\"pricePerHour\":2,\"tags\":[1,{\"a\":null}]},"
            "{\"name\":\"two\",\"destination\":\"b\",\"tags\":[2]}]}");
        Fleet fleet(file, &m_prompter);
        QVERIFY(fleet.load());
        QVERIFY(fleet.setTerms("one", {}));
        QVERIFY(fleet.remove("two"));
        QVERIFY(fleet.add({Machine::Kind::Ssh, "two", "c", {}})); // another machine
        const auto root = QJsonDocument::fromJson(read(file)).object();
        QCOMPARE(root.value("groups"), QJsonValue(QJsonObject{{"lab", QJsonArray{"one"}}}));
        const auto machines = root.value("machines").toArray();
        QCOMPARE(
            machines.at(0).toObject(), (QJsonObject{{"name", "local"}, {"thisComputer", true}, {"colour", "green"}}));
        QCOMPARE(machines.at(1).toObject(),
            (QJsonObject{
                {"name", "one"}, {"destination", "a"}, {"tags", QJsonArray{1, QJsonObject{{"a", QJsonValue::Null}}}}}));
        QCOMPARE(machines.at(2).toObject(), (QJsonObject{{"name", "two"}, {"destination", "c"}}));
    }

    void changesTheListThatIsInTheFileThen()
    {
        Fleet window(path("shared.json"), &m_prompter);
        Fleet terminal(path("shared.json"), &m_prompter);
        QVERIFY(window.load());
        QVERIFY(terminal.load());
        QVERIFY(terminal.add({Machine::Kind::Ssh, "one", "one", {}}));
        QVERIFY(window.add({Machine::Kind::Ssh, "two", "two", {}}));
        QVERIFY(!terminal.add({Machine::Kind::Ssh, "two", "elsewhere", {}}));
        QVERIFY(terminal.setTerms("two", {1.25, 0, 0}));
        QVERIFY(window.remove("one"));
        Fleet again(path("shared.json"), &m_prompter);
        QVERIFY(again.load());
        QCOMPARE(again.hosts().size(), std::size_t(2));
        QVERIFY(again.find("two"));
        QCOMPARE(again.find("two")->machine().terms, (MachineTerms{1.25, 0, 0}));
    }

    void showsWhatAnotherProgramChanges()
    {
        Fleet window(path("watched.json"), &m_prompter);
        Fleet terminal(path("watched.json"), &m_prompter);
        QVERIFY(window.load());
        window.watch();
        QVERIFY(terminal.add({Machine::Kind::Ssh, "one", "one", {}}));
        QTRY_VERIFY(window.find("one"));
        const Host *one = window.find("one");
        QVERIFY(terminal.add({Machine::Kind::Ssh, "two", "two", {}}));
        QVERIFY(terminal.setTerms("one", {1.25, 0, 0}));
        QTRY_VERIFY(window.find("two"));
        QCOMPARE(window.find("one"), one); // with what it has reported
        QTRY_COMPARE(one->machine().terms, (MachineTerms{1.25, 0, 0}));

        const QSignalSpy broken(&window, &Fleet::notRead);
        const QByteArray good = read(path("watched.json"));
        write(path("watched.json"), "{\"version\":1,");
        QTRY_VERIFY(!broken.isEmpty());
        QVERIFY(window.find("two"));
        QVERIFY(!window.remove("two")); // a list that cannot be read is not overwritten
        write(path("watched.json"), good);
        QVERIFY(terminal.remove("one"));
        QTRY_VERIFY(!window.find("one"));
        QVERIFY(window.find("two"));
    }

    void refusesNamesThatCannotBe_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addRow("empty") << QString();
        QTest::addRow("taken") << QString("local");
        QTest::addRow("a list") << QString("a,b");
        QTest::addRow("a path") << QString("a/b");
        QTest::addRow("an option") << QString("-a");
        QTest::addRow("a line break") << QString("a\nb");
        QTest::addRow("endless") << QString(65, 'x');
        QTest::addRow("two words") << QString("bad name");
        QTest::addRow("for a shell") << QString("bad;x");
    }
    void refusesNamesThatCannotBe()
    {
        QFETCH(QString, name);
        Fleet fleet(path("names.json"), &m_prompter);
        QVERIFY(!fleet.add({Machine::Kind::Ssh, name, "host", {}}));
        QCOMPARE(fleet.hosts().size(), std::size_t(1));
    }

    void refusesAddressesThatCannotBe_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<bool>("accepted");
        for (const char *good : {"box", "ada@box", "ada@box:2222", "ssh://ada@box:2222", "10.0.0.7", "ada@[fe80::1]:22",
                 "fe80::1%eth0", "::1", "box_1.example.org"})
            QTest::addRow("%s", good) << QString(good) << true;
        for (const char *bad : {"", "root@:99999", "root@", "@box", "box:0", "box:65536", "box:ssh", "two words",
                 "-oProxyCommand=id", "ada@box:22:22", "box/path"})
            QTest::addRow("not \"%s\"", bad) << QString(bad) << false;
    }
    void refusesAddressesThatCannotBe()
    {
        QFETCH(QString, address);
        QFETCH(bool, accepted);
        Fleet fleet(path(QStringLiteral("addresses-%1.json").arg(qHash(address))), &m_prompter);
        const auto added = fleet.add({Machine::Kind::Ssh, "one", address, {}});
        QVERIFY2(added.has_value() == accepted, added ? "" : added.error().message.c_str());
        QVERIFY(accepted || added.error().message.find("65535") != std::string::npos);
    }

    void thisComputerStays()
    {
        Fleet fleet(path("stays.json"), &m_prompter);
        QVERIFY(!fleet.remove("local"));
        QCOMPARE(fleet.hosts().size(), std::size_t(1));
    }

    void aBrokenFileIsNamedAndLeftAlone_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addRow("cut off") << QByteArray("{\"version\":1,\"machines\":[");
        QTest::addRow("another version") << QByteArray("{\"version\":9,\"machines\":[]}");
        QTest::addRow("no list") << QByteArray("{\"version\":1}");
        QTest::addRow("no destination") << QByteArray("{\"version\":1,\"machines\":[{\"name\":\"a\"}]}");
        QTest::addRow("a name twice") << QByteArray(
            "{\"version\":1,\"machines\":[{\"name\":\"a\",\"destination\":\"a\"},"
            "{\"name\":\"a\",\"destination\":\"b\"}]}");
        const QByteArray machine("{\"version\":1,\"machines\":[{\"name\":\"a\",\"destination\":\"a\",");
        QTest::addRow("a price below 0") << machine + "\"pricePerHour\":-1}]}";
        QTest::addRow("a lifetime that falls") << machine + "\"lifetime\":[[6,0.5],[2,0.1]]}]}";
        QTest::addRow("a lifetime in words") << machine + "\"lifetime\":\"a day\"}]}";
        QTest::addRow("a lifetime without chances") << machine + "\"lifetime\":[[6]]}]}";
        QTest::addRow("a price in words") << machine + "\"pricePerHour\":\"1.5\"}]}";
        QTest::addRow("an install root that is a number") << machine + "\"installRoot\":5}]}";
        QTest::addRow("folders without a list") << machine + "\"sharedFolders\":\"/data\"}]}";
        QTest::addRow("a folder that is a number") << machine + "\"sharedFolders\":[5]}]}";
        QTest::addRow("this computer in words") << machine + "\"thisComputer\":\"no\"}]}";
        QTest::addRow("chances in words") << machine + "\"lifetime\":[[6,\"1\"]]}]}";
        QTest::addRow("a lifetime and an average") << machine + "\"lifetime\":[[6,1]],\"hoursUntilTaken\":3}]}";
    }
    void aBrokenFileIsNamedAndLeftAlone()
    {
        QFETCH(QByteArray, content);
        const auto file = path("broken.json");
        write(file, content);
        Fleet fleet(file, &m_prompter);
        const auto loaded = fleet.load();
        QVERIFY(!loaded);
        QVERIFY(loaded.error().message.find(file.toStdString()) != std::string::npos);
        QCOMPARE(read(file), content);
    }

    void whatIsNoFileIsNoList_data()
    {
        QTest::addColumn<QString>("file");
        QCOMPARE(::mkfifo(path("pipe.json").toLocal8Bit().constData(), 0600), 0);
        QTest::addRow("named pipe") << path("pipe.json");
        QVERIFY(QFile::link(QStringLiteral("/dev/zero"), path("zero.json")));
        QTest::addRow("link to /dev/zero") << path("zero.json");
    }
    void whatIsNoFileIsNoList()
    {
        QFETCH(QString, file);
        const auto loaded = Fleet(file, &m_prompter).load();
        QVERIFY(!loaded);
        QVERIFY2(loaded.error().message.find("it is not a file") != std::string::npos, loaded.error().message.c_str());
    }

    void aListThatCannotBeWrittenIsAnError()
    {
        Fleet fleet(path("missing/folder.json"), &m_prompter);
        QVERIFY(!fleet.add({Machine::Kind::Ssh, "one", "one", {}}));
        QCOMPARE(fleet.hosts().size(), std::size_t(1));
    }

    void aFullDiskLeavesTheListAsItWas()
    {
        const QString file = path("full.json");
        Fleet fleet(file, &m_prompter);
        for (int i = 0; i < 10; ++i)
            QVERIFY(fleet.add({Machine::Kind::Ssh, QString("machine-%1").arg(i), "far.away", {}}));
        const QByteArray before = read(file);
        QVERIFY(before.size() > 512);
        Result<void> added;
        {
            const FullDisk full(512);
            added = fleet.add({Machine::Kind::Ssh, "one", "one", {}}).map([](const auto &) {});
        }
        QVERIFY(!added);
        QVERIFY2(added.error().message.find("full.json") != std::string::npos, added.error().message.c_str());
        QCOMPARE(read(file), before);
    }

    void probesThisComputerWithoutBlocking()
    {
        Host host({Machine::Kind::ThisComputer, "local", {}, {}}, &m_prompter);
        host.refresh();
        QCOMPARE(host.state(), Host::State::Probing);
        QTRY_COMPARE_WITH_TIMEOUT(host.state(), Host::State::Ready, 20000);
        QVERIFY(host.report()->cpuCount >= 1);
        QVERIFY(!host.error());
    }

    void saysWhyAMachineCannotBeProbed()
    {
        Host host({Machine::Kind::Ssh, "Bad", "-oProxyCommand=id", {}}, &m_prompter);
        host.refresh();
        QTRY_COMPARE_WITH_TIMEOUT(host.state(), Host::State::Failed, 20000);
        QVERIFY(host.error()->message.find("-oProxyCommand=id") != std::string::npos);
    }

    void cancelLeavesNoError()
    {
        Host host({Machine::Kind::ThisComputer, "local", {}, {}}, &m_prompter);
        host.refresh();
        host.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(host.state() != Host::State::Probing, 20000);
        QVERIFY(!host.error());
    }

private:
    QString path(const QString &name) const { return m_folder.filePath(name); }
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

    QTemporaryDir m_folder;
    ScriptedPrompter m_prompter;
};

QTEST_GUILESS_MAIN(FleetTest)
#include "tst_fleet.moc"
