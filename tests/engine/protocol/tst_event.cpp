// The lines of events.jsonl: what is written is read back, and what is not an event is refused.
#include "engine/protocol/event.h"
#include "engine/protocol/eventhead.h"

#include <QtTest>

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

using namespace motley;

namespace {

Plan somePlan()
{
    Plan plan{Backend::Gloo, ShareRule::Measured, {{"a", "10.77.0.1"}, {"b", "10.77.0.2"}},
        {{0, {}, 180, 60, 2, 868.0}, {1, {Device::Kind::Cuda, "GPU-1"}, 76, 0, 1, 366.5}}, {0.2, 0.01, 0.05}, false};
    plan.ranks[0].recompute = Recomputation();
    plan.ranks[1].recompute = Recomputation{1 << 20, 2};
    plan.ranks[1].memory = MemoryParts{1 << 20, 2, 3, 4, 5, 6, 7, 8, 9};
    return plan;
}

Event eventOf(EventBody body)
{
    return {7, 1763693000.25, std::move(body)};
}

} // namespace

class EventTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // A space in front makes it one that only the tree of values can read.
    void readsStepsAloneAsInATree()
    {
        StepDone step{12, 1, 0.71, 5e-05, 3.5, 32768, true, 256, 0.21, 1219.0, "00ff00ff00ff00ff",
            {{0, 180, 180, 0, .1, .05, .01, .002}, {1, 76}}, 12.25};
        Telemetry telemetry{1, 99.5, 1 << 30, std::nullopt, {{"GPU-1", 88.0, std::nullopt, 250.5, -61.0}}};
        std::mt19937 random(11);
        const std::string letters = "0123456789.-+eE\"{}[],: ntfx\\\x01\xc3";
        int read = 0, refused = 0;
        for (const std::string &line :
            {toLine(eventOf(step)), toLine(eventOf(StepDone{})), toLine(eventOf(telemetry))}) {
            for (int i = 0; i < 20'000; ++i) {
                std::string changed = line;
                for (auto left = i == 0 ? 0u : 1 + random() % 2; left > 0; --left) {
                    const auto at = random() % changed.size();
                    const char letter = letters[random() % letters.size()];
                    const auto way = random() % 3;
                    way == 0       ? void(changed[at] = letter)
                        : way == 1 ? void(changed.insert(at, 1, letter))
                                   : void(changed.erase(at, 1));
                }
                const auto alone = parseEvent(changed);
                const auto inATree = parseEvent(" " + changed);
                QVERIFY2(alone.has_value() == inATree.has_value(), changed.c_str());
                QVERIFY2(!alone || toLine(*alone) == toLine(*inATree), changed.c_str());
                ++(alone ? read : refused);
            }
        }
        QVERIFY2(read > 1000 && refused > 1000, qPrintable(QStringLiteral("%1 %2").arg(read).arg(refused)));
    }

    // As many digits as programs write, and such as lie beside the middle of two numbers.
    void readsNumbersToTheirLastBit()
    {
        std::mt19937_64 random(7);
        std::string line = toLine(eventOf(StepDone{}));
        const std::string loss = "\"loss\":0.0";
        QVERIFY(line.find(loss) != std::string::npos);
        for (int i = 0; i < 100'000; ++i) {
            const double drawn = std::ldexp(double(random() >> 11), int(random() % 140) - 110);
            const double next = std::nextafter(drawn, INFINITY);
            std::array<char, 60> room{};
            if (i % 4 == 0) // the middle, as far as these digits can tell
                std::snprintf(room.data(), room.size(), "%.18Le", (static_cast<long double>(drawn) + next) / 2);
            else
                std::snprintf(room.data(), room.size(), i % 4 == 1 ? "%.*g" : "%.*e", 1 + int(random() % 19), drawn);
            const std::string number = (i % 3 == 0 ? "-" : "") + std::string(room.data());
            std::string changed = line;
            changed.replace(changed.find(loss), loss.size(), "\"loss\":" + number);
            const auto event = parseEvent(changed);
            QVERIFY2(event, number.c_str());
            const double read = std::get<StepDone>(event->body).loss;
            QVERIFY2(
                std::bit_cast<std::uint64_t>(read) == std::bit_cast<std::uint64_t>(std::stod(number)), number.c_str());
        }
    }

    void survivesTheRoundTrip_data()
    {
        QTest::addColumn<Event>("event");
        QTest::addRow("started") << eventOf(
            RunStarted{"run-1", "fashion", "image-classification", "small-cnn", 123456, 60000, 256, 1175, 1, "0.1.0"});
        QTest::addRow("plan") << eventOf(PlanChosen{somePlan()});
        QTest::addRow("shares") << eventOf(SharesChanged{120, {200, 56}, 1, 2.1, 0.42, 0.31});
        QTest::addRow("step") << eventOf(StepDone{12, 1, 0.71, 0.05, 3.5, std::nullopt, false, 256, 0.21, 1219.0,
            "00ff00ff00ff00ff", {{0, 180, 180, 0, .1, .05, .01, .002}, {1, 76}}});
        StepDone skipped;
        skipped.lossScale = 32768;
        skipped.skipped = true;
        QTest::addRow("skipped step") << eventOf(skipped);
        StepDone measured;
        measured.noiseScale = 1234.5;
        QTest::addRow("step with a noise scale") << eventOf(measured);
        QTest::addRow("evaluation") << eventOf(Evaluation{235, 1, 0.4,
            {{"accuracy", 0.87, Metric::Unit::Fraction}, {"perplexity", 12.5, Metric::Unit::Number, false}}, 10000,
            2.5});
        QTest::addRow("evaluation with answers") << eventOf(Evaluation{
            2, 1, 0.4, {}, 10, 2.5, std::vector<PromptAnswer>{{"Who are you?", "A \"friend\".\n"}, {"\u00e9", ""}}});
        QTest::addRow("examples") << eventOf(TestExamples{2,
            {{7, {}, {"cat"}, {"dog"}, 0.0, "iVBORw==", {}, {}},
                {9, {"Ada", "sees"}, {"B-PER", "O"}, {"O", "O"}, 0.5, {}, {}, {}}},
            Confusion{{"cat", "dog"}, {4, 1, 0, 5}, {}}});
        QTest::addRow("examples of many classes")
            << eventOf(TestExamples{2, {}, Confusion{{}, {}, {{"cat", "dog", 12}}}});
        QTest::addRow("telemetry") << eventOf(
            Telemetry{1, 99.5, 1 << 30, std::nullopt, {{"GPU-1", 88.0, std::nullopt, 250.5, 61.0}}});
        Telemetry hindered{0, 99.5, 1 << 30, 2 << 30, {{"GPU-1", 1.0, 2, 3.0, 4.0, 1410.0, true, false, 3}}};
        hindered.otherCpuPercent = 71.5;
        hindered.stolenPercent = 2.5;
        hindered.diskWaitPercent = 3.5;
        hindered.throttledPercent = 60;
        hindered.swapBytesPerSecond = 4096;
        hindered.clockMegahertz = 800;
        hindered.heatEvents = 12;
        hindered.resentPercent = 1.5;
        hindered.linkMegabits = 100;
        QTest::addRow("telemetry of a hindered machine") << eventOf(hindered);
        QTest::addRow("slowdown") << eventOf(Slowdown{Slowdown::Stage::Explained, 140, 121, 1, 3,
            Slowdown::Part::Compute, Slowdown::Cause::Heat, 91.0, 0.42, 0.21, 0.5, true});
        QTest::addRow("slow network") << eventOf(Slowdown{Slowdown::Stage::Over, 140, 0, -1, -1,
            Slowdown::Part::Exchange, Slowdown::Cause::Unknown, std::nullopt, 0.4, 0.1, 0.5, false});
        QTest::addRow("checkpoint") << eventOf(CheckpointSaved{500, "checkpoints/step-500", 1234567, 0.3});
        QTest::addRow("checkpoint beside training")
            << eventOf(CheckpointSaved{500, "checkpoints/step-500", 1234567, 0.3, 0.02});
        QTest::addRow("overdue") << eventOf(StepOverdue{40, 8.5, 2, RankPhase::Saving, true});
        QTest::addRow("note") << eventOf(Note{-1, "Goes on from step 20."});
        QTest::addRow("warning") << eventOf(Warning{-1, "The disk of a is full."});
        QTest::addRow("rank failed") << eventOf(RankFailed{1, 1, "killed by signal 9", {"last words", "\xE2\x82\xAC"}});
        QTest::addRow("rank failed, of a kind")
            << eventOf(RankFailed{1, 1, "killed by signal 9", {}, RankFailed::Kind::Killed});
        QTest::addRow("membership") << eventOf(MembershipChanged{
            2, 40, {0, 2}, {90, 0, 38}, {{1, 1, "killed by signal 9", {"last words"}, RankFailed::Kind::Killed}}});
        QTest::addRow("membership with one that is back")
            << eventOf(MembershipChanged{3, 60, {2, 0, 1}, {40, 40, 48}, {}, std::vector<int>{1}});
        QTest::addRow("generation") << eventOf(GenerationFormed{2, 40, 0.21, 0.05});
        QTest::addRow("finished") << eventOf(
            RunFinished{RunFinished::Outcome::Stopped, 40, 12.5, "Stopped by request.", "model"});
        QTest::addRow("paused") << eventOf(RunFinished{RunFinished::Outcome::Paused, 40, 12.5, {}, "model"});
    }
    void survivesTheRoundTrip()
    {
        QFETCH(Event, event);
        const auto line = toLine(event);
        QVERIFY(line.find('\n') == std::string::npos);
        const auto again = parseEvent(line);
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QVERIFY(*again == event);
        const auto head = headOf(line);
        QVERIFY(head);
        QCOMPARE(head->sequence, event.sequence);
        QVERIFY(head->isKnown);
        QCOMPARE(head->finishes, std::holds_alternative<RunFinished>(event.body));
    }

    void refusesTooMuchOfATest_data()
    {
        QTest::addColumn<Event>("event");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, TestExample example, const char *says) {
            QTest::addRow("%s", name) << eventOf(TestExamples{1, {std::move(example)}}) << says;
        };
        const std::string word(longestExampleText + 1, 'a');
        row("unlike lists", {3, {}, {"a", "b"}, {"a"}, {}, {}, {}, {}}, "example 3 of a test has not as many");
        row("a long text", {3, {word}, {}, {}, {}, {}, {}, {}}, "has a text of more than");
        row("many words", {3, std::vector<std::string>(mostExampleWords + 1, "a"), {}, {}, {}, {}, {}, {}},
            "100 words");
        row("a large picture", {3, {}, {}, {}, {}, {}, {}, std::string(longestExamplePicture + 1, 'A')},
            "a picture of");
        row("a score", {3, {}, {}, {}, 1.5, {}, {}, {}}, "a score that is not between");
        row("no number", {3, {}, {}, {}, std::nan(""), {}, {}, {}}, "a score that is not between");
        QTest::addRow("many examples") << eventOf(TestExamples{1, std::vector<TestExample>(mostExamples + 1)})
                                       << "more than 24 examples";
        const auto matrix = [](const char *name, Confusion confusion, const char *says) {
            QTest::addRow("%s", name) << eventOf(TestExamples{1, {}, std::move(confusion)}) << says;
        };
        matrix("counts of no matrix", {{"a", "b"}, {1, 2, 3}, {}}, "of 2 classes has 3 counts");
        matrix("a negative count", {{"a"}, {-1}, {}}, "a negative count");
        matrix("a negative pair", {{}, {}, {{"a", "b", -1}}}, "a negative count");
        matrix("a long name", {{std::string(longestClassName + 1, 'a')}, {1}, {}}, "a name of more than");
        matrix("many classes", {std::vector<std::string>(101, "a"), std::vector<std::int64_t>(101 * 101), {}},
            "more than 100 classes");
    }
    void refusesTooMuchOfATest()
    {
        QFETCH(Event, event);
        QFETCH(QString, says);
        const auto read = parseEvent(toLine(event));
        QVERIFY(!read);
        QVERIFY2(read.error().message.find(says.toStdString()) != std::string::npos, read.error().message.c_str());
    }

    void knowsALineByItsBeginning_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<bool>("isEvent");
        QTest::addColumn<bool>("isKnown");
        QTest::addRow("written by us") << QByteArray("{\"seq\":7,\"time\":1e9,\"type\":\"warning\",\"machine\":0}")
                                       << true << true;
        QTest::addRow("a time before 1970")
            << QByteArray("{\"seq\":7,\"time\":-1.5,\"type\":\"warning\"}") << true << true;
        QTest::addRow("newer engine") << QByteArray("{\"seq\":7,\"time\":2,\"type\":\"teleported\",\"to\":1}") << true
                                      << false;
        QTest::addRow("cut off") << QByteArray("{\"seq\":7,\"time\":2,\"type\":\"warning\",\"mach") << false << false;
        QTest::addRow("cut in the type") << QByteArray("{\"seq\":7,\"time\":2,\"type\":\"warn") << false << false;
        QTest::addRow("another order") << QByteArray("{\"time\":2,\"seq\":7,\"type\":\"warning\"}") << false << false;
        QTest::addRow("no number") << QByteArray("{\"seq\":\"7\",\"time\":2,\"type\":\"warning\"}") << false << false;
        QTest::addRow("too large a number")
            << QByteArray("{\"seq\":99999999999999999999,\"time\":2,\"type\":\"warning\"}") << false << false;
        QTest::addRow("an escape in the type")
            << QByteArray("{\"seq\":7,\"time\":2,\"type\":\"a\\\"b\"}") << false << false;
        QTest::addRow("no JSON") << QByteArray("}") << false << false;
        QTest::addRow("nothing") << QByteArray() << false << false;
    }
    void knowsALineByItsBeginning()
    {
        QFETCH(QByteArray, line);
        QFETCH(bool, isEvent);
        QFETCH(bool, isKnown);
        const auto head = headOf({line.constData(), std::size_t(line.size())});
        QCOMPARE(head.has_value(), isEvent);
        if (!head)
            return;
        QCOMPARE(head->sequence, 7);
        QCOMPARE(head->isKnown, isKnown);
    }

    void readsStepsOfBeforeThereWasANoiseScale()
    {
        std::string line = toLine(eventOf(StepDone{}));
        const std::string field = R"(,"noiseScale":null)";
        QVERIFY(line.find(field) != std::string::npos);
        line.erase(line.find(field), field.size());
        const auto again = parseEvent(line);
        QVERIFY(again);
        QVERIFY(*again == eventOf(StepDone{}));
    }

    void carriesNumbersThatJsonHasNot()
    {
        StepDone step;
        step.loss = std::numeric_limits<double>::infinity();
        step.gradientNorm = std::numeric_limits<double>::quiet_NaN();
        const auto again = parseEvent(toLine(eventOf(step)));
        QVERIFY(again.has_value());
        QCOMPARE(std::get<StepDone>(again->body).loss, step.loss);
        QVERIFY(std::isnan(std::get<StepDone>(again->body).gradientNorm));
    }

    void writesBytesThatAreNotText()
    {
        const auto again = parseEvent(toLine(eventOf(Warning{0, "disk \xff\xfe full"})));
        QVERIFY(again.has_value());
        QVERIFY(std::get<Warning>(again->body).message.find("full") != std::string::npos);
    }

    void refusesWhatIsNotAnEvent_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("words");
        QTest::addRow("nothing") << QByteArray() << QByteArray("JSON");
        QTest::addRow("cut off") << QByteArray("{\"seq\":1,\"time\":2,\"type\":") << QByteArray("JSON");
        QTest::addRow("a list") << QByteArray("[]") << QByteArray("object");
        QTest::addRow("no sequence") << QByteArray("{\"time\":2,\"type\":\"warning\"}") << QByteArray("seq");
        QTest::addRow("no type") << QByteArray("{\"seq\":1,\"time\":2}") << QByteArray("type");
        QTest::addRow("newer engine") << QByteArray("{\"seq\":1,\"time\":2,\"type\":\"teleported\"}")
                                      << QByteArray("teleported");
        QTest::addRow("missing field") << QByteArray("{\"seq\":1,\"time\":2,\"type\":\"warning\",\"machine\":0}")
                                       << QByteArray("message");
        QTest::addRow("wrong type") << QByteArray(
            "{\"seq\":1,\"time\":2,\"type\":\"warning\",\"machine\":\"0\",\"message\":\"\"}")
                                    << QByteArray("machine");
        QTest::addRow("unknown cause") << QByteArray(
            "{\"seq\":1,\"time\":2,\"type\":\"slowdown\",\"stage\":\"begun\",\"step\":1,\"sinceStep\":1,"
            "\"machine\":0,\"rank\":0,\"part\":\"compute\",\"cause\":\"moonlight\"}")
                                       << QByteArray("cause must be one of");
        QTest::addRow("too large a number")
            << QByteArray("{\"seq\":1,\"time\":2,\"type\":\"warning\",\"machine\":4294967296,\"message\":\"\"}")
            << QByteArray("machine");
        for (const int machine : {-1, 2}) {
            Plan astray = somePlan();
            astray.ranks[1].machine = machine;
            QTest::addRow("a rank on machine %d of two", machine)
                << QByteArray::fromStdString(toLine(eventOf(PlanChosen{astray}))) << QByteArray("ranks[1].machine");
        }
        QTest::addRow("too long") << QByteArray(longestEventLine + 1, ' ') << QByteArray("longer");
    }
    void refusesWhatIsNotAnEvent()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, words);
        const auto event = parseEvent(line.toStdString());
        QVERIFY(!event);
        QVERIFY2(event.error().message.find(words.toStdString()) != std::string::npos, event.error().message.c_str());
    }

    void survivesDeepNesting()
    {
        const std::string deep = "{\"seq\":" + std::string(200000, '[');
        QVERIFY(!parseEvent(deep));
    }
};

QTEST_GUILESS_MAIN(EventTest)
#include "tst_event.moc"
