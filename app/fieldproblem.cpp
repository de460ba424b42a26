#include "app/fieldproblem.h"

namespace motley {

bool namesField(const QString &message, const QString &path)
{
    const auto at = message.indexOf(path);
    if (at < 0)
        return false;
    const auto isPartOfAName = [](QChar character) {
        return character.isLetterOrNumber() || character == QLatin1Char('.') || character == QLatin1Char('_');
    };
    const auto end = at + path.size();
    const bool begins = at == 0 || !isPartOfAName(message[at - 1]);
    const bool ends = end == message.size() || !(message[end].isLetterOrNumber() || message[end] == QLatin1Char('_'));
    return begins && ends;
}

} // namespace motley
