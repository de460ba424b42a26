// How often a run saves a checkpoint, where its job says so and where it does not.
#include "engine/job/jobspec.h"

#include <QTest>

using namespace motley;

namespace {

const std::string shortest = R"({"version": 1, "name": "fashion", "data": {"folder": "/data"}})";

}

class CheckpointSpecTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void savesAsOftenAsFitsTheRun()
    {
        const auto usual = parseJob(shortest);
        QVERIFY(usual);
        const auto every
            = [&](std::int64_t steps) { return static_cast<qint64>(checkpointInterval(usual->checkpoint, steps)); };
        QCOMPARE(every(1), 1);
        QCOMPARE(every(428), 43);
        QCOMPARE(every(4999), 500);
        QCOMPARE(every(300'000), 500);
        for (const char *json : {R"(, "checkpoint": {"everySteps": 500}})", R"(, "checkpoint": {"everySteps": 0}})"}) {
            const auto named = parseJob(shortest.substr(0, shortest.size() - 1) + json);
            QVERIFY(named);
            QCOMPARE(checkpointInterval(named->checkpoint, 428), *named->checkpoint.everySteps);
            QVERIFY(*parseJob(toJson(*named)) == *named);
        }
        const auto unnamed
            = parseJob(shortest.substr(0, shortest.size() - 1) + R"(, "checkpoint": {"everySteps": null}})");
        QVERIFY(unnamed);
        QVERIFY(*unnamed == *usual);
        QVERIFY(*parseJob(toJson(*usual)) == *usual);
        const auto wrong = parseJob(shortest.substr(0, shortest.size() - 1) + R"(, "checkpoint": {"everySteps": -3}})");
        QVERIFY(!wrong);
        QVERIFY(wrong.error().message.find("checkpoint.everySteps") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(CheckpointSpecTest)
#include "tst_checkpointspec.moc"
