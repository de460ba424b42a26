// Two names of one machine are found out, containers of one computer are not taken for one, and no GPU is planned
// twice.
#include "engine/plan/planner.h"
#include "engine/plan/sharedhardware.h"

#include <QtTest>

using namespace motley;

namespace {

const std::string host = "4e311403-321d-4095-ae46-7065f05e009e pid:[4026531836] net:[4026531833]";
const std::string container = "4e311403-321d-4095-ae46-7065f05e009e pid:[4026532840] net:[4026532833]";
const std::string gpu1 = "GPU-7518f6b0-991f-ce2b-3d37-c779130d3137";
const std::string gpu2 = "GPU-22b2c6ac-2d49-4863-197c-9c469071178a";

ProbeReport reportOf(std::optional<std::string> system, const std::vector<std::string> &gpus)
{
    ProbeReport report;
    report.hostName = "box";
    report.runningSystem = std::move(system);
    for (const std::string &uuid : gpus) {
        GpuReport &gpu = report.gpus.emplace_back();
        gpu.uuid = uuid;
        gpu.name = "H200 " + uuid.substr(0, 6);
    }
    return report;
}

CandidateMachine machineWith(const std::string &name, const std::string &address, const std::vector<std::string> &uuids)
{
    CandidateMachine machine{name, reportOf({}, uuids), {}};
    for (const std::string &uuid : uuids)
        machine.candidates.push_back({{Device::Kind::Cuda, uuid}, 1, SpeedReport{100, 0, 0.01}});
    machine.report.interfaces = {{"eth0", {address + "/24"}, 1000, true, false}};
    machine.report.sshServerAddress = address;
    return machine;
}

} // namespace

class SharedHardwareTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsOneMachineFromTwo_data()
    {
        using Found = std::vector<SharedHardware>;
        QTest::addColumn<ProbeReport>("one");
        QTest::addColumn<ProbeReport>("other");
        QTest::addColumn<Found>("found");
        const std::string name = "H200 GPU-75";
        QTest::addRow("one under two names") << reportOf(host, {}) << reportOf(host, {}) << Found{{0, 1, true, {}}};
        QTest::addRow("with a GPU") << reportOf(host, {gpu1}) << reportOf(host, {gpu1}) << Found{{0, 1, true, name}};
        QTest::addRow("host and container") << reportOf(host, {}) << reportOf(container, {}) << Found{};
        QTest::addRow("a GPU in both") << reportOf(host, {gpu2, gpu1}) << reportOf(container, {gpu1})
                                       << Found{{0, 1, false, name}};
        QTest::addRow("a GPU each") << reportOf(host, {gpu1}) << reportOf(container, {gpu2}) << Found{};
        QTest::addRow("not known") << reportOf({}, {}) << reportOf({}, {}) << Found{};
        QTest::addRow("numbered GPUs") << reportOf(host, {"GPU-0"}) << reportOf(container, {"GPU-0"}) << Found{};
    }
    void tellsOneMachineFromTwo()
    {
        QFETCH(ProbeReport, one);
        QFETCH(ProbeReport, other);
        QFETCH(std::vector<SharedHardware>, found);
        const ProbeReport third = reportOf("another", {});
        QVERIFY(sharedHardware(std::vector<const ProbeReport *>{&one, &other, &third}) == found);
    }

    void plansNoGpuTwice()
    {
        JobSpec job;
        job.batch = 256;
        const auto box = machineWith("box", "10.0.0.1", {gpu1, gpu2});
        const auto refused = planRun(job, {box, machineWith("newbox", "10.0.0.2", {gpu2})});
        QVERIFY(!refused);
        for (const std::string &word : {std::string("box and newbox"), gpu2, std::string("H200 GPU-22")})
            QVERIFY2(refused.error().message.find(word) != std::string::npos, refused.error().message.c_str());
        QVERIFY(planRun(job, {machineWith("box", "10.0.0.1", {gpu1}), machineWith("newbox", "10.0.0.2", {gpu2})}));
        QVERIFY(planRun(job, {machineWith("a", "10.0.0.1", {"GPU-0"}), machineWith("b", "10.0.0.2", {"GPU-0"})}));
    }
};

QTEST_GUILESS_MAIN(SharedHardwareTest)
#include "tst_sharedhardware.moc"
