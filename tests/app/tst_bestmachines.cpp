// `motley run --best` takes the machines that are fastest together, with the devices that were chosen on them.
#include "app/cli/measurenow.h"

#include <QTest>

using namespace motley;

namespace {

CandidateMachine measured(const std::string &name, const std::string &address, double secondsPerUnit, int megabits)
{
    CandidateMachine machine;
    machine.name = name;
    machine.report.sshServerAddress = address;
    machine.report.interfaces = {{"eth0", {address + "/24"}, megabits, true, false}};
    machine.candidates = {{{}, 1, SpeedReport{1 / secondsPerUnit, 0.001, secondsPerUnit, {}, 300}}};
    machine.candidates[0].speed->memory.parameterBytes = 40 << 20;
    return machine;
}

RunRequest requestOf(const QStringList &names)
{
    RunRequest request;
    request.job.batch = 128;
    for (const QString &name : names) {
        Machine machine;
        machine.name = name;
        request.machines.push_back(machine);
        request.devices.push_back({Device{Device::Kind::Cuda, name.toStdString()}});
    }
    return request;
}

} // namespace

class BestMachinesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areThoseThatAreFastestTogether();
};

// The first machine is slow and behind a slow link, which each step would wait for.
void BestMachinesTest::areThoseThatAreFastestTogether()
{
    const RunRequest request = requestOf({"slow", "fast", "faster"});
    const std::vector<CandidateMachine> machines{measured("slow", "10.0.0.1", 0.02, 10),
        measured("fast", "10.0.0.2", 0.004, 10000), measured("faster", "10.0.0.3", 0.003, 10000)};
    const auto modelled = modelledChoice(request.job, machines);
    QVERIFY2(modelled.has_value(), modelled ? "" : modelled.error().message.c_str());
    const RunRequest best = withBestMachines(request, modelled->choice, machines);
    QStringList names;
    for (const Machine &machine : best.machines)
        names += machine.name;
    QCOMPARE(names, (QStringList{"fast", "faster"}));
    QCOMPARE(best.devices.size(), std::size_t(2));
    QCOMPARE(best.devices[0].front().uuid, std::string("fast"));
    QCOMPARE(best.job.batch, request.job.batch);
    QVERIFY(best.measured == machines); // so that the run does not measure them again
}

QTEST_GUILESS_MAIN(BestMachinesTest)
#include "tst_bestmachines.moc"
