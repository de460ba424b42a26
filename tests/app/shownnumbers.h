// Reads the numbers of a text that the user sees, in English, to hold them against what they should be.
#pragma once

#include "tests/app/plainspaces.h"

#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <vector>

namespace motley {

struct Shown {
    double value = 0;
    double precision = 0; // half of its last digit
};

// All numbers of a text, in their order.
inline std::vector<Shown> numbersIn(const QString &text)
{
    static const QRegularExpression number(QStringLiteral(
        "([-\u2212]?\\d[\\d,]*)(\\.\\d+)?( \u00d7 10([\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+))?"));
    static const QString superscript = QStringLiteral("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079");
    std::vector<Shown> found;
    for (auto matches = number.globalMatch(plainSpaces(text)); matches.hasNext();) {
        const auto match = matches.next();
        int power = 0;
        for (const QChar digit : match.captured(4))
            if (superscript.contains(digit))
                power = 10 * power + int(superscript.indexOf(digit));
        const double scale = std::pow(10.0, match.captured(4).startsWith(QChar(0x207b)) ? -power : power);
        const QString whole = match.captured(1).remove(QLatin1Char(',')).replace(QChar(0x2212), QLatin1Char('-'));
        const double value = (whole + match.captured(2)).toDouble();
        const auto decimals = double(std::max<qsizetype>(0, match.capturedLength(2) - 1));
        found.push_back({value * scale, 0.5 * std::pow(10.0, -decimals) * scale});
    }
    return found;
}

// Whether the text has these numbers and no others, each as exact as it is written.
inline bool shows(const QString &text, const std::vector<double> &expected)
{
    const auto found = numbersIn(text);
    bool same = found.size() == expected.size();
    for (std::size_t i = 0; same && i < found.size(); ++i)
        same = std::abs(found[i].value - expected[i]) <= found[i].precision * (1 + 1e-9) + 1e-12;
    if (!same) {
        QStringList wanted;
        for (const double value : expected)
            wanted << QString::number(value, 'g', 8);
        qWarning("\"%s\" does not show %s", qPrintable(text), qPrintable(wanted.join(QStringLiteral("; "))));
    }
    return same;
}

} // namespace motley
