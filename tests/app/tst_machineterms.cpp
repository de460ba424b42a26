// What `motley machines terms` stores, and what it refuses.
#include "app/cli/commands.h"
#include "app/cli/terminal/exitcode.h"
#include "remote/fleet/machine.h"
#include "remote/session/userfolders.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

int setTerms(const std::string &arguments) // returns the exit code
{
    CLI::App program;
    Action chosen;
    addMachines(program, chosen);
    program.parse("machines terms " + arguments);
    return chosen();
}

} // namespace

class MachineTermsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void keepsACurve();
    void changesWhatItNames();
    void estimatesACurveFromAFile();
    void keepsWhatThereWasOnAMistake();

private:
    MachineTerms kept() const
    {
        const auto machines = readMachines(machinesFile());
        return machines && !machines->empty() ? machines->front().terms : MachineTerms{};
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

void MachineTermsTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CONFIG_HOME", m_home->path().toUtf8());
}

void MachineTermsTest::keepsACurve()
{
    QCOMPARE(setTerms("local --price 1.25 --replaced-after 5 --lifetime 2:0.1,6:50%"), int(Done));
    QCOMPARE(kept(), (MachineTerms{1.25, 0, 5, {{2, 0.1}, {6, 0.5}}}));
}

// What a command does not name stays; a mean time and a curve stand for each other.
void MachineTermsTest::changesWhatItNames()
{
    QCOMPARE(setTerms("local --price 1.25 --replaced-after 5 --lifetime 2:0.1,6:50%"), int(Done));
    QCOMPARE(setTerms("local --taken-after 3"), int(Done));
    QCOMPARE(kept(), (MachineTerms{1.25, 3, 5}));
    QCOMPARE(setTerms("local --lifetime 2:0.1"), int(Done));
    QCOMPARE(kept(), (MachineTerms{1.25, 0, 5, {{2, 0.1}}}));
    QCOMPARE(setTerms("local --price 0"), int(Done));
    QCOMPARE(kept(), (MachineTerms{0, 0, 5, {{2, 0.1}}}));
    QCOMPARE(setTerms("local --taken-after 0"), int(Done));
    QCOMPARE(kept(), (MachineTerms{0, 0, 5}));
    QCOMPARE(setTerms("local --comes-back no"), int(Done));
    QCOMPARE(kept(), (MachineTerms{0, 0, 5, {}, false}));
    QCOMPARE(setTerms("local --price 2"), int(Done));
    QCOMPARE(kept(), (MachineTerms{2, 0, 5, {}, false}));
    QCOMPARE(setTerms("local --comes-back yes"), int(Done));
    QCOMPARE(kept(), (MachineTerms{2, 0, 5}));
    QCOMPARE(setTerms("local --starts-after-restart yes"), int(Done));
    QCOMPARE(setTerms("local --price 3"), int(Done));
    QCOMPARE(kept(), (MachineTerms{3, 0, 5, {}, true, true}));
    QCOMPARE(setTerms("local --starts-after-restart no"), int(Done));
    QCOMPARE(kept(), (MachineTerms{3, 0, 5}));
}

void MachineTermsTest::estimatesACurveFromAFile()
{
    QFile seen(m_home->filePath(QStringLiteral("seen.csv")));
    QVERIFY(seen.open(QIODevice::WriteOnly));
    seen.write("2,ended\n6,ended\n8,there\n8,there\n");
    seen.close();
    QCOMPARE(setTerms("local --lifetimes " + seen.fileName().toStdString()), int(Done));
    QCOMPARE(kept(), (MachineTerms{0, 0, 0, {{0, 0}, {2, 0.25}, {6, 0.5}}}));
}

void MachineTermsTest::keepsWhatThereWasOnAMistake()
{
    QCOMPARE(setTerms("local --price 1 --taken-after 2 --replaced-after 3"), int(Done));
    QCOMPARE(setTerms("local --lifetime 6:0.5,2:0.1"), int(WrongUsage));
    QCOMPARE(setTerms("local --lifetimes /nowhere/seen.csv"), int(WrongUsage));
    QCOMPARE(setTerms("nobody --lifetime 2:1"), int(Failed));
    QCOMPARE(kept(), (MachineTerms{1, 2, 3}));
}

QTEST_GUILESS_MAIN(MachineTermsTest)
#include "tst_machineterms.moc"
