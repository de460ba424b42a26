#include "app/cli/comebackline.h"

#include "app/cli/terminal/output.h"
#include "app/words/comebackwords.h"
#include "app/words/format.h"

#include <QJsonObject>

namespace motley {

namespace {

QString nameOf(Comeback::State state)
{
    switch (state) {
    case Comeback::State::Waiting:
        return QStringLiteral("waiting");
    case Comeback::State::Preparing:
        return QStringLiteral("preparing");
    case Comeback::State::Left:
        break;
    }
    return QStringLiteral("left");
}

} // namespace

void printComeback(const Comeback &comeback, const QString &machine, bool asJson)
{
    const QString words = comebackWords(comeback, plainText(machine, 60));
    if (asJson)
        printJson({{QStringLiteral("comeback"), nameOf(comeback.state)}, {QStringLiteral("machine"), machine},
            {QStringLiteral("message"), words}});
    else
        printNote(words);
}

} // namespace motley
