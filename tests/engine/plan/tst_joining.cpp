// When a machine that was lost takes part again: named cases.
#include "engine/plan/joining.h"

#include <QTest>

using namespace motley;

Q_DECLARE_METATYPE(JoinCase)
Q_DECLARE_METATYPE(Joining)

class JoiningTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decides_data();
    void decides();
};

void JoiningTest::decides_data()
{
    QTest::addColumn<JoinCase>("now");
    QTest::addColumn<Joining>("decided");
    const std::set<int> others{0, 1, 4};
    const std::set<int> all{0, 1, 2, 3, 4};
    const JoinCase asking{.ranks = {2, 3}, .training = others};
    const JoinCase ready{.ranks = {2, 3}, .training = others, .ready = {2, 3}, .isWelcome = true, .asks = false};
    const auto row
        = [](const char *name, const JoinCase &now, Joining decided) { QTest::addRow("%s", name) << now << decided; };
    const auto with = [](JoinCase base, bool JoinCase::*fact, bool value = true) {
        base.*fact = value;
        return base;
    };
    const auto training = [](JoinCase base, const std::set<int> &ranks) {
        base.training = ranks;
        return base;
    };
    const auto readyOf = [&](const std::set<int> &ranks) {
        JoinCase now = ready;
        now.ready = ranks;
        return now;
    };
    row("asks", asking, Joining::Prepare);
    row("asks while others are lost", with(asking, &JoinCase::isChanging), Joining::Prepare);
    row("asks before its loss is known", training(asking, all), Joining::Wait);
    row("half of its ranks train on", training(asking, {0, 1, 3, 4}), Joining::Wait);
    row("after the end", with(asking, &JoinCase::isEnding), Joining::RefuseAtEnd);
    row("twice the same machine", with(ready, &JoinCase::asks), Joining::RefuseTwice);

    row("ready", ready, Joining::TakeIn);
    row("ready during a shrink", with(ready, &JoinCase::isChanging), Joining::Wait);
    row("half of its ranks are ready", readyOf({3}), Joining::Wait);
    row("only ranks of another machine are ready", readyOf({5, 6}), Joining::Wait);
    row("the run ends while it gets ready", with(ready, &JoinCase::isEnding), Joining::RefuseAtEnd);
    row("it trains", training(ready, all), Joining::Wait);
}

void JoiningTest::decides()
{
    QFETCH(JoinCase, now);
    QTEST(joining(now), "decided");
}

QTEST_GUILESS_MAIN(JoiningTest)
#include "tst_joining.moc"
