#include "app/words/comebackwords.h"

#include "app/words/format.h"
#include "remote/session/isolated.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>

namespace motley {

namespace {

constexpr int longestReason = 400;

struct ComebackSentence {
    Q_DECLARE_TR_FUNCTIONS(motley::ComebackWords)
};

QString leftWords(Comeback::Reason reason)
{
    switch (reason) {
    case Comeback::Reason::Terms:
        return ComebackSentence::tr("%1 is lost, and its terms say that it is not taken back by itself.");
    case Comeback::Reason::Failure:
        return ComebackSentence::tr("%1 is lost. It is not taken back by itself, as its ranks would fail again.");
    case Comeback::Reason::Login:
        return ComebackSentence::tr(
            "%1 is lost. It is not taken back by itself, as it asks a question before it lets you log in.");
    case Comeback::Reason::LoginRefused:
    case Comeback::Reason::Refusal:
    case Comeback::Reason::None:
        break;
    }
    return ComebackSentence::tr("%1 is lost, and is not taken back by itself: %2");
}

} // namespace

QString comebackWords(const Comeback &comeback, const QString &machine)
{
    const QString why = isolated(plainText(say(comeback.why), longestReason));
    switch (comeback.state) {
    case Comeback::State::Preparing:
        return ComebackSentence::tr("%1 is reachable again and prepares to take part.").arg(machine);
    case Comeback::State::Left: {
        const QString words = leftWords(comeback.reason);
        return words.contains(QLatin1String("%2")) ? words.arg(machine, why) : words.arg(machine);
    }
    case Comeback::State::Waiting:
        break;
    }
    if (comeback.wasReached)
        return ComebackSentence::tr("%1 could not be taken back yet, and is tried again: %2").arg(machine, why);
    return ComebackSentence::tr("%1 is lost; it is taken back as soon as it can be reached.").arg(machine);
}

} // namespace motley
