// Shares follow measured speeds, and errors say why a run cannot be planned.
#include "engine/plan/forecast/forecast.h"
#include "engine/plan/planner.h"
#include "engine/plan/runmodel.h"

#include <QtTest>

#include <numeric>
#include <random>

using namespace motley;

namespace {

CandidateMachine machine(
    const std::string &name, const std::string &address, std::optional<double> speed, bool overSsh = true)
{
    CandidateMachine machine{name, {}, {{}}};
    if (speed)
        machine.candidates.front().speed = SpeedReport{*speed, 0, 1 / *speed};
    machine.report.interfaces
        = {{"lo", {"127.0.0.1/8"}, {}, true, true}, {"eth0", {address + "/24"}, 1000, true, false}};
    if (overSsh) {
        machine.report.sshServerAddress = address;
        machine.report.sshClientAddress = "10.0.0.9";
    }
    return machine;
}

JobSpec job()
{
    JobSpec job;
    job.batch = 256;
    return job;
}

} // namespace

class PlannerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sharesFollowMeasuredSpeeds()
    {
        const auto plan = planRun(job(), {machine("a", "10.0.0.1", 300), machine("b", "10.0.0.2", 100)});
        QVERIFY(plan.has_value());
        QCOMPARE(plan->ranks[0].share, 192);
        QCOMPARE(plan->ranks[1].share, 64);
        QCOMPARE(plan->shareRule, ShareRule::Measured);
        QCOMPARE(plan->ranks[1].samplesPerSecond, 100.0);
        QVERIFY(validate(*plan, 256).has_value());
    }

    // Plan and forecast predict the same, with the exchange, the noise of steps and the error of known speeds.
    void predictsWhatTheForecastSays()
    {
        std::vector<CandidateMachine> machines{machine("a", "10.0.0.1", 300), machine("b", "10.0.0.2", 100)};
        for (CandidateMachine &one : machines)
            one.candidates[0].speed->memory.parameterBytes = 100 << 20;
        machines[0].candidates[0].speedError = 0.3;
        const auto model = modelRun(job(), machines);
        const auto said = forecast(model->job, model->cluster, {0, 1});
        const auto plan = planRun(job(), machines);
        QVERIFY(plan.has_value());
        QVERIFY(said.has_value());
        QCOMPARE(plan->ranks[0].share, said->shares[0]);
        QCOMPARE(plan->ranks[1].share, said->shares[1]);
        QCOMPARE(plan->predicted.seconds(), said->stepSeconds());
        QVERIFY(plan->predicted.computeSeconds > 0.64);
        QVERIFY(plan->predicted.exchangeSeconds > 0.3);
        QCOMPARE(plan->predicted.relativeError, said->relativeError);
    }

    // With batch normalisation a share is one pass, as micro-batches would change what is learnt.
    void sharesOfNormalisingModelsFitMemory()
    {
        constexpr std::int64_t mebibyte = 1 << 20;
        std::vector<CandidateMachine> machines{machine("a", "10.0.0.1", 100), machine("b", "10.0.0.2", 100)};
        for (CandidateMachine &one : machines) {
            MemoryReport &memory = one.candidates[0].speed->memory;
            memory.parameterBytes = mebibyte;
            memory.heldBytes = memory.updatePeakBytes = 4 * mebibyte;
            memory.passSamples = 64;
            memory.passPeakBytes = 644 * mebibyte; // 10 MiB a sample
            memory.smallPassSamples = 16;
            memory.smallPassPeakBytes = 164 * mebibyte;
            one.report.memoryAvailableBytes = 8192 * mebibyte;
        }
        machines[0].report.memoryAvailableBytes = 1512 * mebibyte; // 900 MiB of it for tensors
        JobSpec images = job();
        ImageSpec spec;
        spec.model.kind = ImageModelSpec::Kind::ResNet18;
        images.task = spec;
        const auto plan = planRun(images, machines);
        QVERIFY(plan.has_value());
        QVERIFY2(plan->ranks[0].share >= 85, qPrintable(QString::number(plan->ranks[0].share)));
        QVERIFY2(plan->ranks[0].share <= 90, qPrintable(QString::number(plan->ranks[0].share)));
        QCOMPARE(plan->ranks[0].share + plan->ranks[1].share, std::int64_t(256));
        QVERIFY(plan->ranks[0].predictedBytes <= 900 * mebibyte);
        QCOMPARE(planRun(job(), machines)->ranks[0].share, std::int64_t(128));

        images.batch = 2048;
        const auto tooMuch = planRun(images, machines);
        QVERIFY(!tooMuch);
        QVERIFY2(tooMuch.error().message.find("batch of 2048 does not fit") != std::string::npos,
            tooMuch.error().message.c_str());
    }

    void sharesAreEvenWhileAnythingIsUnknown()
    {
        const auto plan = planRun(job(), {machine("a", "10.0.0.1", 300), machine("b", "10.0.0.2", std::nullopt)});
        QVERIFY(plan.has_value());
        QCOMPARE(plan->ranks[0].share, 128);
        QVERIFY(!plan->predicted.isKnown());
        QCOMPARE(plan->shareRule, ShareRule::Even);
    }

    void proportionalSharesAlwaysSumToTheTotal()
    {
        std::mt19937 random(1);
        for (int trial = 0; trial < 500; ++trial) {
            std::vector<double> speeds(1 + random() % 8);
            for (auto &speed : speeds)
                speed = random() % 5 == 0 ? 0 : double(random() % 10000);
            const std::int64_t total = random() % 1000;
            const auto shares = proportionalShares(total, speeds);
            QCOMPARE(std::accumulate(shares.begin(), shares.end(), std::int64_t(0)), total);
            const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
            for (std::size_t i = 0; i < shares.size(); ++i)
                if (sum > 0)
                    QVERIFY(std::abs(double(shares[i]) - double(total) * speeds[i] / sum) < 1.0 + 1e-9);
        }
    }

    void namesTheMachineThatNobodyCanReach()
    {
        // Behind NAT, other machines see an address that is not one of this computer's interfaces.
        const auto plan = planRun(job(), {machine("local", "192.168.1.5", 1, false), machine("b", "10.0.0.2", 1)});
        QVERIFY(!plan);
        QVERIFY(plan.error().message.find("reach local") != std::string::npos);
    }

    void ncclOnlyWhereEveryDeviceIsAGpu()
    {
        auto gpu = machine("a", "10.0.0.1", 300);
        gpu.candidates[0].device = {Device::Kind::Cuda, "GPU-1"};
        QVERIFY(planRun(job(), {gpu})->backend == Backend::Nccl);
        QVERIFY(planRun(job(), {gpu, machine("b", "10.0.0.2", 1)})->backend == Backend::Gloo);
    }

    void nothingTickedIsAnError()
    {
        auto idle = machine("a", "10.0.0.1", 300);
        idle.candidates.clear();
        QVERIFY(planRun(job(), {idle}).error().message.find("No device of a") != std::string::npos);
        QVERIFY(!planRun(job(), {}));
    }
};

QTEST_GUILESS_MAIN(PlannerTest)
#include "tst_planner.moc"
