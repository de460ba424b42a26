// What of their time machines spent usefully: in what two runs logged, and in runs whose machines are killed.
#include "engine/bench/goodput/goodput.h"
#include "tests/engine/agent/loopbackrun.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace motley;

namespace {

constexpr int machines = 4;
constexpr double samples = 12; // of a step
constexpr double end = 1000; // seconds

// A run that takes a step when another second of all machines' work is done. `speed`: of them all, at a time.
template <typename Speed>
std::vector<Event> steps(const Speed &speed)
{
    std::vector<Event> events;
    double work = 0;
    constexpr double tick = 0.125;
    for (double time = 0; time <= end + 5; time += tick) {
        if (work >= double(events.size())) {
            StepDone step;
            step.step = std::int64_t(events.size()) + 1;
            step.samples = std::int64_t(samples);
            step.loss = 1;
            step.sampleHash = std::to_string(step.step);
            events.push_back({0, time, step});
        }
        work += tick * speed(time);
    }
    return events;
}

double full(double)
{
    return 1;
}

GoodputRecord record(const std::vector<Event> &disturbed, const std::vector<Absence> &absences)
{
    GoodputRecord record;
    record.machines = machines;
    record.began = 0;
    record.ended = end;
    record.absences = absences;
    record.disturbed = disturbed;
    record.quiet = steps(full);
    return record;
}

void insert(std::vector<Event> &events, double time, const EventBody &body)
{
    const auto later
        = std::find_if(events.begin(), events.end(), [&](const Event &event) { return event.time > time; });
    events.insert(later, {0, time, body});
}

// Machine 0, which leads, is silent from second 400 to 410, away until 500, and trains again at 508.
std::vector<Event> withMembership(std::vector<Event> events)
{
    Plan plan;
    for (int machine = 0; machine < machines; ++machine)
        plan.ranks.push_back({machine, {}, 3, 0, 1});
    insert(events, 0.5, PlanChosen{plan});
    insert(events, 410, MembershipChanged{2, 1, {1, 2, 3}, {}, {{0, 0, "silent", {}, {}}}, {}});
    insert(events, 410.25, GenerationFormed{2, 1, 0, 0});
    insert(events, 508, MembershipChanged{3, 1, {1, 0, 2, 3}, {}, {}, std::vector<int>{0}});
    insert(events, 508.25, GenerationFormed{3, 1, 0, 0});
    return events;
}

bool isNear(double value, double expected)
{
    return std::abs(value - expected) < 0.005 * expected;
}

} // namespace

class GoodputTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isOneWhereNothingHappens();
    void countsSilenceAndAbsence();
    void countsWhatFewerMachinesCouldDo();
    void countsAfterALossByTheSpeedBefore();
    void countsStepsThatWereLost();
    void tellsOfEachAbsence();
    void killsAMachineAndTakesItBack();
};

void GoodputTest::isOneWhereNothingHappens()
{
    const Goodput goodput = goodputOf(record(steps(full), {}));
    QVERIFY2(isNear(goodput.useful(), 1), qPrintable(QString::number(goodput.useful())));
    QVERIFY(isNear(goodput.samples, samples * end));
    QVERIFY(isNear(goodput.quietRatio, 1));
    QCOMPARE(goodput.stepsLost, 0);
}

void GoodputTest::countsSilenceAndAbsence()
{
    const auto speed = [](double time) { return time < 400 || time > 508 ? 1 : time < 410 ? 0 : 0.75; };
    const Goodput goodput = goodputOf(record(withMembership(steps(speed)), {{0, 400, 500}}));
    QVERIFY(isNear(goodput.awayRatio, 0.75));
    const double possible = 900 + 75;
    QVERIFY2(isNear(goodput.useful(), (892 + 98 * 0.75) / possible), qPrintable(QString::number(goodput.useful())));
    QVERIFY(isNear(goodput.possible, samples * possible));
}

// Those that are left can be faster than by their number, as where machines share a processor.
void GoodputTest::countsWhatFewerMachinesCouldDo()
{
    const auto speed = [](double time) { return time < 400 || time > 508 ? 1 : time < 410 ? 0 : 0.9; };
    const Goodput goodput = goodputOf(record(withMembership(steps(speed)), {{0, 400, 500}}));
    QVERIFY2(isNear(goodput.awayRatio, 0.9), qPrintable(QString::number(goodput.awayRatio)));
    QVERIFY(isNear(goodput.useful(), (892 + 98 * 0.9) / 990));
}

void GoodputTest::countsAfterALossByTheSpeedBefore()
{
    const auto speed = [](double time) { return time < 400 ? 1 : 0.5; };
    const Goodput goodput = goodputOf(record(withMembership(steps(speed)), {{0, 400, 500}}));
    QVERIFY(isNear(goodput.quietRatio, 1));
    QVERIFY2(isNear(goodput.quietRatioAgain, 0.5), qPrintable(QString::number(goodput.quietRatioAgain)));
    QVERIFY(goodput.useful() < 0.75);
}

void GoodputTest::countsStepsThatWereLost()
{
    GoodputRecord lossy = record(steps(full), {});
    std::get<StepDone>(lossy.disturbed[10].body).sampleHash = "others";
    std::get<StepDone>(lossy.disturbed[20].body).step = 20; // is there already, and step 21 is not
    std::get<StepDone>(lossy.disturbed[30].body).loss = 1.5;
    const Goodput goodput = goodputOf(lossy);
    QCOMPARE(goodput.stepsLost, 4); // the hash of "step 20" is another one, too
    QVERIFY(isNear(goodput.largestGap, 0.5));
    QCOMPARE(goodput.lossGap(), 0.0);
}

void GoodputTest::tellsOfEachAbsence()
{
    const Goodput goodput = goodputOf(record(withMembership(steps(full)), {{0, 400, 500}, {1, 600, 700}}));
    QCOMPARE(goodput.lost, 1);
    QCOMPARE(goodput.came, 1);
    QCOMPARE(goodput.rows.size(), std::size_t(2));
    const GoodputRow first = goodput.rows[0];
    QVERIFY(first.coordinated);
    QCOMPARE(first.at, 400.0);
    QCOMPARE(first.away, 100.0);
    QVERIFY2(first.nextStep > 10.25 && first.nextStep < 11.5, qPrintable(QString::number(first.nextStep)));
    QVERIFY(isNear(first.back, 8.25));
    const GoodputRow second = goodput.rows[1];
    QVERIFY(second.coordinated); // the next one leads
    QVERIFY(second.nextStep < 0);
    QVERIFY(second.back < 0);
}

void GoodputTest::killsAMachineAndTakesItBack()
{
    const auto answer = runProgram(QStringLiteral(MOTLEY_BENCH),
        {"goodput", "--loopback", "--percent", "0", "--machines", "3", "--seconds", "13", "--every", "7", "--away", "3",
            "--batch", "240", "--engine", MOTLEY_ENGINE},
        500000);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const QByteArray last = answer.output.trimmed().split('\n').last();
    const QJsonObject result = QJsonDocument::fromJson(last).object();
    QVERIFY(result["useful"].toDouble() > 0);
    QVERIFY(result["steps"].toInt() > 20);
    QCOMPARE(result["steps_lost"].toInt(), 0);
    QVERIFY(result["largest_loss_gap"].toDouble() < 1e-4);
    QCOMPARE(result["lost"].toInt(), 1);
    QCOMPARE(result["outcome"].toString(), QStringLiteral("stopped"));
    const QJsonObject row = result["rows"][0].toObject();
    QCOMPARE(row["machine"].toInt(), 0);
    QVERIFY(row["coordinated"].toBool());
    QVERIFY(row["next_step_s"].toDouble() > 0);
}

QTEST_GUILESS_MAIN(GoodputTest)
#include "tst_goodput.moc"
