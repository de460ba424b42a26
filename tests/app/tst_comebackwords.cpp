// What is said of a machine that a run has lost and that may take part in it again.
#include "app/words/comebackwords.h"

#include <QTest>

using namespace motley;

class ComebackWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysHowALostMachineComesBack_data()
    {
        using State = Comeback::State;
        using Reason = Comeback::Reason;
        QTest::addColumn<Comeback>("comeback");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *tag, const Comeback &comeback, const char *words) {
            QTest::addRow("%s", tag) << comeback << QString::fromLatin1(words);
        };
        row("lost", {}, "box3 is lost; it is taken back as soon as it can be reached.");
        row("it does not answer", {State::Waiting, Reason::None, {"no answer", {}}, false},
            "box3 is lost; it is taken back as soon as it can be reached.");
        row("it was reached", {State::Waiting, Reason::None, {"Nobody leads the run.", {}}, true},
            "box3 could not be taken back yet, and is tried again: Nobody leads the run.");
        row("it prepares", {State::Preparing, Reason::None, {}, true},
            "box3 is reachable again and prepares to take part.");
        row("by its terms", {State::Left, Reason::Terms, {}, false},
            "box3 is lost, and its terms say that it is not taken back by itself.");
        row("it failed", {State::Left, Reason::Failure, {}, false},
            "box3 is lost. It is not taken back by itself, as its ranks would fail again.");
        row("its login asks", {State::Left, Reason::Login, {"a question", {}}, false},
            "box3 is lost. It is not taken back by itself, as it asks a question before it lets you log in.");
        row("it is refused", {State::Left, Reason::Refusal, {"The state is %1 sharded.", {}}, true},
            "box3 is lost, and is not taken back by itself: The state is %1 sharded.");
    }

    void saysHowALostMachineComesBack()
    {
        QFETCH(Comeback, comeback);
        QTEST(comebackWords(comeback, "box3"), "words");
    }
};

QTEST_GUILESS_MAIN(ComebackWordsTest)
#include "tst_comebackwords.moc"
