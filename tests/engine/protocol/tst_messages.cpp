// Probe reports, plans and launch specs: round trips, and what is refused.
#include "engine/protocol/answers.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/links.h"
#include "engine/protocol/probereport.h"
#include "engine/protocol/runfolder.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace motley;

namespace {

LaunchSpec someLaunch()
{
    LaunchSpec spec;
    spec.runId = "fashion-20261121";
    spec.token = std::string(64, 'a');
    spec.machine = 1;
    spec.controlPort = 40123;
    spec.job.name = "fashion";
    spec.job.task = ImageSpec{{}, {"/data"}};
    spec.job.batch = 10;
    spec.plan.machines = {{"a", "10.0.0.1"}, {"b", "10.0.0.2"}};
    spec.plan.ranks
        = {{0, {}, 7, 0, 1}, {1, {Device::Kind::Cuda, "GPU-1"}, 3, 2, 4, 10, 0.1, 0.02, 1 << 30, 1 << 29, 0.25}};
    return spec;
}

} // namespace

class MessagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reportsSurviveTheRoundTrip()
    {
        ProbeReport report;
        report.hostName = "lab-1";
        report.glibc = "2.36";
        report.cpuCount = 8;
        report.runningSystem = "0e3f pid:[4026531836] net:[4026531840]";
        report.cpuQuota = 0.4;
        report.interfaces = {{"eth0", {"10.77.0.1/24", "fe80::1/64"}, 1000, true, false}};
        GpuReport gpu;
        gpu.uuid = "GPU-1";
        gpu.memoryTotalBytes = std::int64_t(141) << 30;
        gpu.mig = true;
        report.gpus = {gpu};
        report.gpuProblem = GpuProblem::DriverMismatch;
        const auto again = parseProbeReport(toJson(report));
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QVERIFY(*again == report);
    }

    void measurementsSurviveTheRoundTrip()
    {
        SpeedReport report{868.5, 0.002, 0.0011, {100, 200, 300, 700, 64, 900, 16, 500}, 4690, true};
        report.threads = 3;
        report.recomputed = RecomputedReport{1.3, 0.001, {100, 200, 300, 700, 64, 800, 16, 450}};
        const auto again = parseSpeedReport(toJson(report));
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QVERIFY(*again == report);
    }

    void linksSurviveTheRoundTrip()
    {
        const EchoEndpoint echoEndpoint{40123, std::string(tokenDigits, 'b')};
        const auto heard = parseEchoEndpoint(toJson(echoEndpoint));
        QVERIFY(heard);
        QVERIFY(*heard == echoEndpoint);
        LinkCheckRequest request{{{"box", {"10.0.0.5", "2001:db8::5"}, 40123, echoEndpoint.token}}, {}};
        for (const auto &own : {std::optional<EchoEndpoint>(), std::optional(echoEndpoint)}) {
            request.own = own;
            const auto asked = parseLinkCheckRequest(toJson(request));
            QVERIFY(asked);
            QVERIFY(*asked == request);
        }
        const LinkCheckReport report{{{"box", "10.0.0.5", true, 0.0004, 1.2e8}, {"box", "2001:db8::5"}}};
        const auto answered = parseLinkCheckReport(toJson(report));
        QVERIFY(answered);
        QVERIFY(*answered == report);
    }

    void refusesPeersThatCannotBeCalled_data()
    {
        QTest::addColumn<int>("port");
        QTest::addColumn<std::size_t>("digits");
        QTest::addColumn<char>("digit");
        QTest::addColumn<int>("addresses");
        QTest::addRow("no port") << 0 << tokenDigits << 'a' << 1;
        QTest::addRow("port too large") << 65536 << tokenDigits << 'a' << 1;
        QTest::addRow("short word") << 1 << tokenDigits - 1 << 'a' << 1;
        QTest::addRow("no word") << 1 << tokenDigits << 'x' << 1;
        QTest::addRow("too many") << 1 << tokenDigits << 'a' << int(mostLinks) + 1;
    }
    void refusesPeersThatCannotBeCalled()
    {
        QFETCH(int, port);
        QFETCH(std::size_t, digits);
        QFETCH(char, digit);
        QFETCH(int, addresses);
        const LinkPeer peer{
            "box", std::vector<std::string>(std::size_t(addresses), "10.0.0.5"), port, std::string(digits, digit)};
        QVERIFY(!parseLinkCheckRequest(toJson(LinkCheckRequest{{peer}, {}})));
        if (addresses == 1)
            QVERIFY(!parseLinkCheckRequest(toJson(LinkCheckRequest{{}, EchoEndpoint{port, peer.token}})));
    }

    void refusesWaysThatCannotBe()
    {
        for (const double impossible : {-1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
            QVERIFY(!parseLinkCheckReport(toJson(LinkCheckReport{{{"box", "10.0.0.5", true, impossible, 1}}})));
            QVERIFY(!parseLinkCheckReport(toJson(LinkCheckReport{{{"box", "10.0.0.5", true, 1, impossible}}})));
        }
    }

    void launchSpecsSurviveTheRoundTrip()
    {
        const auto spec = someLaunch();
        const auto again = parseLaunchSpec(toJson(spec));
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QVERIFY(*again == spec);
    }

    void refusesLaunchSpecsThatCannotWork_data()
    {
        QTest::addColumn<std::function<void(LaunchSpec &)>>("spoil");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *tag, std::function<void(LaunchSpec &)> spoil, const char *words) {
            QTest::addRow("%s", tag) << std::move(spoil) << QByteArray(words);
        };
        row(
            "path as id", [](auto &spec) { spec.runId = "../../etc"; }, "runId");
        row(
            "short token", [](auto &spec) { spec.token = "abc"; }, "token");
        row(
            "no such machine", [](auto &spec) { spec.machine = 2; }, "machine");
        row(
            "no port", [](auto &spec) { spec.controlPort = 0; }, "storePort");
        row(
            "shares short of the batch", [](auto &spec) { spec.plan.ranks[0].share = 1; }, "sum to 4");
        row(
            "negative share", [](auto &spec) { spec.plan.ranks[0].share = -1; }, "ranks[0].share");
        row(
            "rank nowhere", [](auto &spec) { spec.plan.ranks[1].machine = 9; }, "ranks[1].machine");
        row(
            "idle machine", [](auto &spec) { spec.plan.ranks[1].machine = 0; }, "b has no rank");
        row(
            "no address", [](auto &spec) { spec.plan.machines[1].address = ""; }, "no address");
        row(
            "no threads", [](auto &spec) { spec.plan.ranks[1].threads = 0; }, "threads");
    }
    void refusesLaunchSpecsThatCannotWork()
    {
        QFETCH(std::function<void(LaunchSpec &)>, spoil);
        QFETCH(QByteArray, words);
        auto spec = someLaunch();
        spoil(spec);
        const auto again = parseLaunchSpec(toJson(spec));
        QVERIFY(!again);
        QVERIFY2(again.error().message.find(words.toStdString()) != std::string::npos, again.error().message.c_str());
    }

    void agentAnswersSurviveTheRoundTrip()
    {
        const AgentReady ready{4711, "10.0.0.1", 40123};
        const auto again = parseAgentReady(toJson(ready));
        QVERIFY(again);
        QVERIFY(*again == ready);
        QVERIFY(!parseAgentReady("Segmentation fault"));
    }

    void runIdsAreNeverPaths()
    {
        QVERIFY(isValidRunId("fashion-20261121_1"));
        for (const char *bad : {"", "a/b", "..", "a b", "a\n", "$(id)"})
            QVERIFY(!isValidRunId(bad));
        QVERIFY(!isValidRunId(std::string(65, 'a')));
    }
};

QTEST_GUILESS_MAIN(MessagesTest)
#include "tst_messages.moc"
