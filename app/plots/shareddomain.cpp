#include "app/plots/shareddomain.h"

#include <algorithm>

namespace motley {

QString sharedDomain(const QStringList &names)
{
    if (names.size() < 2)
        return {};
    const QString &first = names.front();
    for (qsizetype dot = first.indexOf(QLatin1Char('.')); dot > 0; dot = first.indexOf(QLatin1Char('.'), dot + 1)) {
        const QString domain = first.mid(dot);
        const bool isNumber = domain.size() < 2 || !domain[1].isLetter(); // of an address
        const bool isShared = std::all_of(names.begin(), names.end(),
            [&](const QString &name) { return name.size() > domain.size() && name.endsWith(domain); });
        if (isShared && !isNumber)
            return domain;
    }
    return {};
}

} // namespace motley
