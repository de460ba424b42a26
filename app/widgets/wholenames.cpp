#include "app/widgets/wholenames.h"

#include <QLabel>
#include <QRegularExpression>

#include <algorithm>

namespace motley {

namespace {

constexpr QChar hyphen('-');
constexpr QChar unbrokenHyphen(0x2011);

// Capitals are rare in host names, and usual in the compounds of German, which may be broken.
bool mayBeName(QStringView word)
{
    if (word.endsWith(u'.'))
        word.chop(1); // the sentence's
    const bool hasCapital = std::any_of(word.begin(), word.end(), [](QChar letter) { return letter.isUpper(); });
    return !hasCapital
        || std::any_of(word.begin(), word.end(), [](QChar letter) { return letter.isDigit() || letter == u'.'; });
}

} // namespace

QString wholeNames(const QString &sentence)
{
    // Neither a part of a path, which may be typed again, nor an option.
    static const QRegularExpression hyphenated(
        QStringLiteral(R"((?<![\w.\\/-])[A-Za-z0-9_.]+(?:-[A-Za-z0-9_.]+)+(?![\w\\/-]))"));
    QString whole = sentence;
    auto matches = hyphenated.globalMatch(sentence);
    while (matches.hasNext()) {
        const auto match = matches.next();
        if (mayBeName(match.capturedView()))
            whole.replace(
                match.capturedStart(), match.capturedLength(), match.captured().replace(hyphen, unbrokenHyphen));
    }
    return whole;
}

QString plainHyphens(QString shown)
{
    return shown.replace(unbrokenHyphen, hyphen);
}

void setSentence(QLabel *label, const QString &sentence)
{
    label->setText(wholeNames(sentence));
    label->setAccessibleName(sentence);
}

} // namespace motley
