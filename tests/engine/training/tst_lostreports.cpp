// A rank is lost inside the report of a step, when one of the other two has its part and one has not.
#include "engine/tasks/registry.h"
#include "fates.h"
#include "imageruns.h"
#include "survivedrun.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <QTest>

#include <array>
#include <atomic>
#include <cmath>
#include <cstring>

using namespace motley;
using namespace std::chrono_literals;
using Groups = std::vector<int>;

namespace {

constexpr int ranks = 3;
constexpr std::int64_t peers = ranks - 1;
constexpr std::int64_t lostIn = 5; // step

// What a rank sends of a report: a header of PeerSockets, and a table that begins with the numbers of the run.
std::int64_t stepOfNewShares(const msghdr &report)
{
    constexpr std::size_t header = 16; // bytes
    constexpr std::size_t place = 4; // of the first step with other shares
    std::string bytes;
    for (std::size_t i = 0; i < report.msg_iovlen; ++i)
        bytes.append(static_cast<const char *>(report.msg_iov[i].iov_base), report.msg_iov[i].iov_len);
    double step = 0;
    std::memcpy(&step, bytes.data() + header + place * sizeof step, sizeof step);
    return std::int64_t(step);
}

// What the ranks have done, and the shares that the first one gives.
struct Progress {
    std::array<std::atomic<std::int64_t>, ranks> messages{}; // of reports, that each has sent
    std::array<std::atomic<std::int64_t>, ranks> passes{}; // that each has begun
    std::atomic<std::int64_t> newShares{0}; // the first step with other shares; 0: none are given yet
    std::atomic<std::int64_t> report{0}; // the step whose report says so

    // Whoever gets the part of the lost rank then lacks none of that report.
    void waitForOthers(int victim) const
    {
        for (int rank = 0; rank < ranks; ++rank)
            while (rank != victim && messages[std::size_t(rank)] < peers * report)
                std::this_thread::sleep_for(1ms);
    }
};

} // namespace

class LostReportsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void takesTheStepAgainWithAdasum_data();
    void takesTheStepAgainWithAdasum();
    void forgetsSharesThatOneDidNotHear_data();
    void forgetsSharesThatOneDidNotHear();

private:
    JobSpec job() const { return survivalJob(m_runs); }
    FateOf pacing(int rank, double millisecondsEach, Progress &progress) const;

    ImageRuns m_runs;
    RunResult m_undisturbed;
    std::int64_t m_report = 0; // bytes
};

void LostReportsTest::initTestCase()
{
    const JobSpec job = this->job();
    m_undisturbed = m_runs.run(job, {job.batch});
    QVERIFY2(m_undisturbed.problem().isEmpty(), m_undisturbed.problem());
    m_report = reportBytes(ranks, std::int64_t(openTask(job).value()->model().parameters().size()));
}

void LostReportsTest::takesTheStepAgainWithAdasum_data()
{
    QTest::addColumn<Groups>("groups");
    QTest::addColumn<int>("victim");
    QTest::addColumn<bool>("firstGetsIt");
    for (const bool first : {true, false}) {
        const char *who = first ? "the first of the others" : "the second of the others";
        QTest::addRow("of ranks alone the first, heard by %s", who) << Groups{0, 1, 2} << 0 << first;
        QTest::addRow("of ranks alone the second, heard by %s", who) << Groups{0, 1, 2} << 1 << first;
        QTest::addRow("the first of a group, heard by %s", who) << Groups{0, 0, 1} << 0 << first;
        QTest::addRow("the second of a group, heard by %s", who) << Groups{0, 0, 1} << 1 << first;
        QTest::addRow("a group, heard by %s", who) << Groups{0, 0, 1} << 2 << first;
    }
}

// Who heard it has begun to update, and needs the update of the one that is lost: it takes its own back. So the step is
// taken again from the weights before it, by those who are left, with all of its samples.
void LostReportsTest::takesTheStepAgainWithAdasum()
{
    QFETCH(Groups, groups);
    QFETCH(int, victim);
    QFETCH(bool, firstGetsIt);
    JobSpec job = this->job();
    job.exchange.combine = ExchangeSpec::Combine::Adasum;
    SurvivalRun whole(job, m_runs.freshFolder().toStdString(), ranks);
    whole.inGroups(groups);
    whole.run();
    SurvivalRun run(job, m_runs.freshFolder().toStdString(), ranks);
    run.inGroups(groups);
    Progress progress;
    progress.report = lostIn;
    for (int rank = 0; rank < ranks; ++rank)
        run.doom(rank, pacing(rank, 0, progress));
    // The others are in that report too, and not in the step before it, whose updates they join with each other.
    run.doom(victim, [&](const RankActivity &activity) {
        Fate fate = inReport(m_report, peers * (lostIn - 1), firstGetsIt)(activity);
        fate.onSend = [&, sends = fate.onSend, sent = std::int64_t(0)](const msghdr &message) mutable {
            if (std::int64_t(bytesOf(message)) == m_report && sent++ >= peers * (lostIn - 1))
                progress.waitForOthers(victim);
            return sends(message);
        };
        return fate;
    });
    run.run();

    for (int rank = 0; rank < ranks; ++rank)
        QCOMPARE(run.outcomes[std::size_t(rank)].has_value(), rank != victim);
    const auto formed = run.all<GenerationFormed>();
    QCOMPARE(formed.size(), std::size_t(1));
    QCOMPARE(formed[0].step, lostIn - 1);
    const auto done = run.all<StepDone>();
    const auto undisturbed = whole.all<StepDone>();
    QCOMPARE(stepsOf(done), stepsOf(undisturbed));
    for (std::size_t i = 0; i < done.size(); ++i) {
        QCOMPARE(done[i].sampleHash, undisturbed[i].sampleHash);
        std::int64_t samples = 0;
        for (const RankStep &rank : done[i].ranks)
            samples += rank.samples;
        QCOMPARE(samples, job.batch);
        if (done[i].step <= lostIn) // later ones depend on who combines
            QVERIFY2(std::abs(done[i].loss / undisturbed[i].loss - 1) < 1e-5,
                qPrintable(
                    QString("step %1: %2, not %3").arg(done[i].step).arg(done[i].loss).arg(undisturbed[i].loss)));
    }
    QCOMPARE(done[std::size_t(lostIn - 1)].ranks.size(), std::size_t(ranks - 1));
    QVERIFY(done.back().loss < done.front().loss);
    QCOMPARE(stepsOf(run.all<CheckpointSaved>()), (std::vector<std::int64_t>{6, 12, 18, survivalSteps}));
    QVERIFY(run.all<Warning>().empty()); // that copies have drifted apart, for one
}

void LostReportsTest::forgetsSharesThatOneDidNotHear_data()
{
    QTest::addColumn<int>("victim");
    QTest::addColumn<bool>("firstGetsIt");
    QTest::addRow("from the first, heard by the second") << 0 << true;
    QTest::addRow("from the first, heard by the third") << 0 << false;
    QTest::addRow("with the third, heard by the first") << 2 << true;
    QTest::addRow("with the third, heard by the second") << 2 << false;
}

// Counts what a rank does; a pass takes so long for each sample.
FateOf LostReportsTest::pacing(int rank, double millisecondsEach, Progress &progress) const
{
    return [=, this, &progress](const RankActivity &) {
        Fate fate;
        fate.onPass = [=, &progress](std::int64_t samples) {
            ++progress.passes[std::size_t(rank)];
            std::this_thread::sleep_for(double(samples) * millisecondsEach * 1ms);
        };
        fate.onSend = [=, this, &progress](const msghdr &message) {
            if (std::int64_t(bytesOf(message)) == m_report)
                ++progress.messages[std::size_t(rank)];
            return true;
        };
        return fate;
    };
}

// The report is the one in which the first rank gives other shares, as it is slow: the others wait for it. Who heard it
// has taken the step; those who are left share by their own plan, and no step of the run has the shares that only one
// of them knows.
void LostReportsTest::forgetsSharesThatOneDidNotHear()
{
    QFETCH(int, victim);
    QFETCH(bool, firstGetsIt);
    Progress progress;
    const int hearer = victim == 0 ? (firstGetsIt ? 1 : 2) : (firstGetsIt ? 0 : 1);
    std::int64_t passesBefore = 0; // of the one that hears it
    // Sends to one of the two what the report with the new shares has of the victim, who dies of it.
    auto goesOut = [&, toOne = std::function<bool()>()]() mutable {
        if (!toOne) {
            progress.waitForOthers(victim);
            passesBefore = progress.passes[std::size_t(hearer)];
            toOne = toOneOfTwo(firstGetsIt);
        }
        return toOne();
    };
    const auto watching = [&](const RankActivity &activity) {
        Fate fate = pacing(0, 8, progress)(activity);
        fate.onSend = [&, goesOut](const msghdr &message) mutable {
            if (std::int64_t(bytesOf(message)) != m_report)
                return true;
            const std::int64_t step = stepOfNewShares(message);
            if (step > 0 && progress.newShares == 0) {
                progress.report = progress.messages[0] / peers + 1;
                progress.newShares = step;
            }
            if (victim == 0 && step > 0)
                return goesOut();
            ++progress.messages[0];
            return true;
        };
        return fate;
    };
    const auto following = [&](const RankActivity &activity) {
        Fate fate = pacing(2, 1, progress)(activity);
        fate.onSend = [&, goesOut](const msghdr &message) mutable {
            if (std::int64_t(bytesOf(message)) != m_report)
                return true;
            auto &sent = progress.messages[2];
            while (progress.messages[0] <= sent) // only then it is known what the first says in this one
                std::this_thread::sleep_for(1ms);
            if (progress.report == sent / peers + 1)
                return goesOut();
            ++sent;
            return true;
        };
        return fate;
    };
    const auto hasHeard = [&] { return progress.passes[std::size_t(hearer)] > passesBefore; };
    SurvivalRun run(job(), m_runs.freshFolder().toStdString(), ranks);
    run.measuring();
    run.doom(0, victim == 0 ? noticedOnce(watching, hasHeard) : watching);
    run.doom(1, pacing(1, 1, progress));
    run.doom(2, victim == 2 ? noticedOnce(following, hasHeard) : pacing(2, 1, progress));
    run.run();
    QVERIFY(progress.report > 0);
    QCOMPARE(wrongWith(run, m_undisturbed, {{victim}, 2}), QString());
    QCOMPARE(run.all<GenerationFormed>().back().step, progress.report.load());
    for (const SharesChanged &changed : run.all<SharesChanged>())
        QVERIFY2(changed.step != progress.newShares, qPrintable(QString::number(changed.step)));
}

QTEST_GUILESS_MAIN(LostReportsTest)
#include "tst_lostreports.moc"
