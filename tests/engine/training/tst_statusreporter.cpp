// What counts as progress of a rank: an agent ends a run whose ranks make none for minutes.
#include "engine/training/statusreporter.h"

#include <QTest>

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

using namespace motley;

namespace {

constexpr int patience = 60000; // milliseconds

class Reports {
public:
    explicit Reports(bool onCpu = true)
        : m_reporter(3, onCpu, activity, [this](const RankStatus &status) { add(status); })
    {
    }

    std::vector<RankStatus> all() const
    {
        const std::lock_guard lock(m_mutex);
        return m_statuses;
    }
    RankStatus last() const { return all().back(); }

    // What was reported next, and after so many more reports.
    std::pair<RankStatus, RankStatus> between(std::size_t reports) const
    {
        const std::size_t first = all().size();
        if (!QTest::qWaitFor([&] { return all().size() > first + reports; }, patience))
            return {{}, {-1, RankPhase::Starting, -1, -1}};
        return {all()[first], all()[first + reports]};
    }

    const std::shared_ptr<RankActivity> activity = std::make_shared<RankActivity>();

private:
    void add(const RankStatus &status)
    {
        const std::lock_guard lock(m_mutex);
        m_statuses.push_back(status);
    }

    mutable std::mutex m_mutex;
    std::vector<RankStatus> m_statuses;
    StatusReporter m_reporter; // last member, as it uses the others
};

// Keeps a processor busy while it lives.
class Computing {
public:
    ~Computing() { m_ends = true; }

private:
    std::atomic<bool> m_ends{false};
    std::jthread m_thread{[this] {
        while (!m_ends) { }
    }};
};

} // namespace

class StatusReporterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatTheRankDoes();
    void progressesWhileAProcessorComputes();
    void doesNotTakeWaitingForAGpuForProgress();
    void progressesWhileBytesMove();
    void standsStillWhileTheRankWaits();
};

void StatusReporterTest::saysWhatTheRankDoes()
{
    Reports reports;
    QTRY_VERIFY_WITH_TIMEOUT(!reports.all().empty(), patience);
    QCOMPARE(reports.last().rank, 3);
    reports.activity->enter(RankPhase::Testing);
    reports.activity->beginCollective();
    QTRY_VERIFY_WITH_TIMEOUT(reports.last().phase == RankPhase::Testing, patience);
    QCOMPARE(reports.last().collectives, std::int64_t(1));
    const auto before = reports.last().progress;
    reports.activity->advance();
    QTRY_VERIFY_WITH_TIMEOUT(reports.last().progress > before, patience);
}

void StatusReporterTest::progressesWhileAProcessorComputes()
{
    const Reports reports;
    reports.activity->enter(RankPhase::Training);
    const Computing computing;
    const auto [first, later] = reports.between(3);
    QVERIFY(later.progress > first.progress);
}

void StatusReporterTest::doesNotTakeWaitingForAGpuForProgress()
{
    const Reports reports(false);
    reports.activity->enter(RankPhase::Training);
    const Computing computing;
    const auto [first, later] = reports.between(3);
    QCOMPARE(later.progress, first.progress);
    reports.activity->enter(RankPhase::Starting); // it reads its data, on processors
    const auto [second, last] = reports.between(3);
    QVERIFY(last.progress > second.progress);
}

void StatusReporterTest::progressesWhileBytesMove()
{
    const Reports reports(false);
    reports.activity->enter(RankPhase::Training);
    std::atomic<bool> ends{false};
    std::jthread reader([&] {
        const int zeros = open("/dev/zero", O_RDONLY | O_CLOEXEC);
        std::vector<char> bytes(1 << 18);
        while (!ends && read(zeros, bytes.data(), bytes.size()) > 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        close(zeros);
    });
    const auto [first, later] = reports.between(3);
    ends = true;
    QVERIFY(later.progress > first.progress);
}

void StatusReporterTest::standsStillWhileTheRankWaits()
{
    const Reports reports;
    reports.activity->enter(RankPhase::Training);
    reports.between(1); // the start of this program counts as work
    const auto [first, later] = reports.between(3);
    QCOMPARE(later.rank, 3);
    QCOMPARE(later.progress, first.progress);
}

QTEST_GUILESS_MAIN(StatusReporterTest)
#include "tst_statusreporter.moc"
