// A person at a terminal reads of states that last, once each, and of no bursts.
#include "engine/plan/diagnosis/noticefilter.h"

#include <QTest>

using namespace motley;

namespace {

Event at(double seconds, EventBody body)
{
    Event event;
    event.time = seconds;
    event.body = std::move(body);
    return event;
}

Event slowdownAt(double seconds, Slowdown::Stage stage, std::int64_t since, int machine = 1)
{
    Slowdown slowdown;
    slowdown.stage = stage;
    slowdown.sinceStep = since;
    slowdown.machine = machine;
    return at(seconds, slowdown);
}

Event stepAt(double seconds)
{
    return at(seconds, StepDone());
}

// How many of the events that follow each other are shown.
std::size_t shownOf(NoticeFilter &filter, const std::vector<Event> &events)
{
    std::size_t shown = 0;
    for (const Event &event : events)
        shown += filter.add(event).size();
    return shown;
}

} // namespace

class NoticeFilterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsSharesOnceTheyStay();
    void showsASlowdownThatLasts();
    void addsTheCause();
    void passesBurstsOver();
};

void NoticeFilterTest::showsSharesOnceTheyStay()
{
    NoticeFilter filter;
    QCOMPARE(shownOf(filter,
                 {at(0, SharesChanged{10, {60, 68}}), stepAt(20), at(25, SharesChanged{90, {88, 40}}), stepAt(54)}),
        std::size_t(0));
    const auto shown = filter.add(stepAt(56));
    QCOMPARE(shown.size(), std::size_t(1));
    QCOMPARE(std::get<SharesChanged>(shown[0].body).shares, (std::vector<std::int64_t>{88, 40}));
    QVERIFY(filter.add(stepAt(600)).empty());
}

void NoticeFilterTest::showsASlowdownThatLasts()
{
    using Stage = Slowdown::Stage;
    NoticeFilter filter;
    QCOMPARE(shownOf(filter, {slowdownAt(100, Stage::Begun, 50), stepAt(109)}), std::size_t(0));
    QCOMPARE(shownOf(filter, {stepAt(111), stepAt(130)}), std::size_t(1));
    QCOMPARE(shownOf(filter, {slowdownAt(200, Stage::Over, 50)}), std::size_t(1));
}

void NoticeFilterTest::addsTheCause()
{
    using Stage = Slowdown::Stage;
    NoticeFilter filter;
    QCOMPARE(
        shownOf(filter, {slowdownAt(100, Stage::Begun, 50), slowdownAt(104, Stage::Explained, 50)}), std::size_t(0));
    const auto shown = filter.add(stepAt(111));
    QCOMPARE(shown.size(), std::size_t(1)); // beginning and cause are one line
    QVERIFY(std::get<Slowdown>(shown[0].body).stage == Stage::Explained);
    QCOMPARE(shownOf(filter, {slowdownAt(120, Stage::Explained, 50), stepAt(130)}), std::size_t(1));
}

void NoticeFilterTest::passesBurstsOver()
{
    using Stage = Slowdown::Stage;
    NoticeFilter filter;
    std::vector<Event> events;
    for (int burst = 0; burst < 10; ++burst) {
        events.push_back(slowdownAt(20 * burst, Stage::Begun, 100 * burst, burst % 2));
        events.push_back(slowdownAt(20 * burst + 8, Stage::Over, 100 * burst, burst % 2));
        events.push_back(at(20 * burst + 9, SharesChanged{100 * burst + 50, {64, 64}}));
        events.push_back(stepAt(20 * burst + 19));
    }
    QCOMPARE(shownOf(filter, events), std::size_t(0));
}

QTEST_GUILESS_MAIN(NoticeFilterTest)
#include "tst_noticefilter.moc"
