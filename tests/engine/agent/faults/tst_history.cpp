// The reader of histories, by which tests judge runs that met faults: it finds each of the wrongs that it is for.
#include "tests/engine/agent/faults/history.h"

#include <QTest>

#include <functional>

using namespace motley;

namespace {

constexpr int machines = 3;

StepDone stepOf(std::int64_t number, const std::vector<int> &ranks)
{
    StepDone step;
    step.step = number;
    step.epoch = (number + 1) / 2; // two steps of six samples each
    step.samples = 6;
    step.sampleHash = "hash of " + std::to_string(number);
    for (const int rank : ranks) {
        RankStep part;
        part.rank = rank;
        part.samples = 6 / std::int64_t(ranks.size());
        step.ranks.push_back(part);
    }
    return step;
}

std::vector<Event> numbered(const std::vector<EventBody> &bodies)
{
    std::vector<Event> events;
    for (const EventBody &body : bodies)
        events.push_back({std::int64_t(events.size()) + 1, 100.0 + 10.0 * double(events.size()), body});
    return events;
}

// Machine 0 leads and is lost after step 2, of which it told nobody; it comes back after step 3.
Logs goodLogs()
{
    RunStarted started;
    started.batch = 6;
    started.trainSamples = 12;
    Plan plan;
    for (int machine = 0; machine < machines; ++machine) {
        plan.machines.push_back({"box", "127.0.0.1"});
        plan.ranks.push_back({machine, {}, 2, 0, 1});
    }
    const MembershipChanged lost{2, 1, {1, 2}, {0, 3, 3}, {{0, 0, "killed", {}, {}}}, {}};
    const MembershipChanged came{3, 3, {1, 0, 2}, {2, 2, 2}, {}, std::vector<int>{0}};
    const std::vector<EventBody> beginning{started, PlanChosen{plan}, stepOf(1, {0, 1, 2})};
    std::vector<EventBody> whole = beginning;
    for (const EventBody &body : std::vector<EventBody>{lost, stepOf(2, {0, 1, 2}), GenerationFormed{2, 2, 0, 0},
             stepOf(3, {1, 2}), came, GenerationFormed{3, 3, 0, 0}, stepOf(4, {0, 1, 2}), stepOf(5, {0, 1, 2}),
             RunFinished{RunFinished::Outcome::Stopped, 5, 1, {}, {}}})
        whole.push_back(body);
    Logs logs{numbered(beginning), numbered(whole), numbered(whole)};
    logs[0].push_back({4, 129, stepOf(2, {0, 1, 2})});
    logs[2].resize(8);
    return logs;
}

using Change = std::function<void(Logs &)>;

template <typename Body>
Body &body(Logs &logs, std::size_t event, std::size_t machine = 1)
{
    return std::get<Body>(logs[machine][event].body);
}

} // namespace
Q_DECLARE_METATYPE(Change)

class HistoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsNothingInAGoodOne();
    void findsNothingWhereAMembershipWasLoggedAgain();
    void finds_data();
    void finds();
};

void HistoryTest::findsNothingInAGoodOne()
{
    const auto broken = brokenInvariants(goodLogs());
    QVERIFY2(broken.empty(), broken.empty() ? "" : broken.front().c_str());
}

// By the machine that led next, which was told of it and had no copy.
void HistoryTest::findsNothingWhereAMembershipWasLoggedAgain()
{
    Logs logs = goodLogs();
    logs[0].push_back({5, 129, logs[1][3].body});
    const auto broken = brokenInvariants(logs);
    QVERIFY2(broken.empty(), broken.empty() ? "" : broken.front().c_str());
}

void HistoryTest::finds_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char *tag, const Change &change, const char *problem) {
        QTest::addRow("%s", tag) << change << problem;
    };
    row(
        "no log",
        [](Logs &logs) {
            logs = {{}, {}};
        },
        "there is no log");
    row(
        "a gap", [](Logs &logs) { logs[1].erase(logs[1].begin() + 1); }, "event 2 has the number 3");
    row(
        "a lost step", [](Logs &logs) { body<StepDone>(logs, 10).step = 6; }, "step 6 comes after step 4");
    row(
        "a step twice", [](Logs &logs) { body<StepDone>(logs, 10).step = 4; }, "step 4 comes after step 4");
    row(
        "a step of a lost rank",
        [](Logs &logs) {
            body<StepDone>(logs, 6).ranks = stepOf(3, {0, 1, 2}).ranks;
        },
        "step 3 is of other ranks than those that train together");
    row(
        "samples too many", [](Logs &logs) { body<StepDone>(logs, 9).samples = 7; },
        "step 4 has 7 samples, and its ranks have 6");
    row(
        "a sample lost", [](Logs &logs) { body<RunStarted>(logs, 0).trainSamples = 13; },
        "epoch 1 has 12 samples of 13");
    row(
        "samples twice", [](Logs &logs) { body<StepDone>(logs, 9).sampleHash = "hash of 3"; },
        "step 4 has the samples of another step of its epoch");
    row(
        "an older generation", [](Logs &logs) { body<MembershipChanged>(logs, 7).generation = 2; },
        "generation 2 comes after generation 2");
    row(
        "a generation of nobody", [](Logs &logs) { body<GenerationFormed>(logs, 5).generation = 3; },
        "generation 3 is formed, and the newest one is 2");
    row(
        "another last step", [](Logs &logs) { body<MembershipChanged>(logs, 7).step = 2; },
        "generation 3 begins after step 2, and the last one that was reported is 3");
    row(
        "another machine", [](Logs &logs) { body<MembershipChanged>(logs, 3).lost[0].machine = 2; },
        "generation 2 loses rank 0 of machine 2, which is of another");
    row(
        "a rank that did not train",
        [](Logs &logs) {
            body<MembershipChanged>(logs, 7).lost = {{0, 0, "", {}, {}}};
        },
        "generation 3 loses rank 0, which did not train");
    row(
        "a machine that never left", [](Logs &logs) { body<MembershipChanged>(logs, 7).came = std::vector<int>{1}; },
        "generation 3 takes back rank 1, which trains");
    row(
        "another rank",
        [](Logs &logs) {
            body<MembershipChanged>(logs, 3).ranks = {0, 1, 2};
        },
        "generation 2 has other ranks than those that were left and came");
    row(
        "a part of the batch",
        [](Logs &logs) {
            body<MembershipChanged>(logs, 3).shares = {0, 3, 2};
        },
        "the shares of generation 2 are not the whole batch");
    row(
        "a share for nobody",
        [](Logs &logs) {
            body<MembershipChanged>(logs, 3).shares = {1, 3, 2};
        },
        "rank 0 has a share in generation 2 and does not train");
    row(
        "two starts", [](Logs &logs) { logs[1][1].body = logs[1][0].body; }, "the run starts twice");
    row(
        "an event after the end",
        [](Logs &logs) {
            logs[1].push_back({13, 300, Note{0, "more"}});
        },
        "there are events after the end of the run");
    row(
        "a deposed coordinator writes",
        [](Logs &logs) {
            logs[0].push_back({5, 200, Note{0, "I lead"}});
        },
        "machine 0 has logged an event after the others went on without it");
    row(
        "a deposed coordinator decides",
        [](Logs &logs) {
            MembershipChanged changed = body<MembershipChanged>(logs, 3);
            changed.ranks = {0, 1, 2};
            logs[0].push_back({5, 129, changed});
        },
        "machine 0 has changed who trains together beside the others");
    row(
        "a deposed coordinator trained", [](Logs &logs) { body<StepDone>(logs, 3, 0).sampleHash = "others"; },
        "machine 0 has another step 2 than the others");
    row(
        "a copy with something else",
        [](Logs &logs) {
            logs[2].back().body = Note{2, "else"};
            logs[1].resize(9);
            logs[2].resize(8);
            logs[1][7].body = Note{2, "this"};
        },
        "machine 2 has logged something else than the others, who did not go on without it");
}

void HistoryTest::finds()
{
    QFETCH(Change, change);
    QFETCH(QString, problem);
    Logs logs = goodLogs();
    change(logs);
    QStringList broken;
    for (const std::string &one : brokenInvariants(logs))
        broken.push_back(QString::fromStdString(one));
    QVERIFY2(!broken.filter(problem).isEmpty(), qPrintable(broken.join('\n')));
}

QTEST_GUILESS_MAIN(HistoryTest)
#include "tst_history.moc"
