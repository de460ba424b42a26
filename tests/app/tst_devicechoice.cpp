// What people may write behind --machines.
#include "app/cli/devicechoice.h"

#include <QtTest>

using namespace motley;

class DeviceChoiceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsNamesAndDevices()
    {
        const auto choices = parseDeviceChoices("local, box:cpu,big:gpu,two:GPU-1+cpu");
        QVERIFY(choices);
        const Device cpu;
        QCOMPARE(*choices,
            (std::vector<DeviceChoice>{{"local", {}}, {"box", {cpu}}, {"big", {{Device::Kind::Cuda, ""}}},
                {"two", {{Device::Kind::Cuda, "GPU-1"}, cpu}}}));
    }

    void refusesWhatItCannotMean_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("words");
        QTest::addRow("nothing") << ""
                                 << "No machine is named";
        QTest::addRow("only commas") << ",,"
                                     << "No machine is named";
        QTest::addRow("an index") << "box:0"
                                  << "“0” is not a device";
        QTest::addRow("twice") << "box:cpu,box:gpu"
                               << "box is named twice";
    }
    void refusesWhatItCannotMean()
    {
        QFETCH(QString, text);
        QFETCH(QString, words);
        const auto choices = parseDeviceChoices(text);
        QVERIFY(!choices);
        QVERIFY2(QString::fromStdString(choices.error().message).contains(words), choices.error().message.c_str());
    }

    void findsMachinesInTheOrderOfTheNames()
    {
        const Machine box{Machine::Kind::Ssh, "box", "me@box", {}};
        const Machine big{Machine::Kind::Ssh, "big", "me@big", "/scratch"};
        const auto machines = findMachines({box, big}, {{"big", {}}, {"local", {}}, {"box", {}}});
        QVERIFY(machines);
        QCOMPARE(machines->size(), std::size_t(3));
        QCOMPARE((*machines)[0], big);
        QVERIFY((*machines)[1].kind == Machine::Kind::ThisComputer);
        QCOMPARE((*machines)[2], box);
        const auto missing = findMachines({box}, {{"bux", {}}});
        QVERIFY(!missing);
        QVERIFY(missing.error().message.find("“bux”") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(DeviceChoiceTest)
#include "tst_devicechoice.moc"
