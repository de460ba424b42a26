#include "glossary.h"

#include <QFile>
#include <QSet>

#include <algorithm>

namespace motley {

namespace {

const QLatin1String banPrefix("not ");
const QLatin1String bannedEnglish("not en");

// Without what makes no difference between two words: case, and Arabic's marks for vowels and doubled letters.
QString plain(const QString &text)
{
    static const QRegularExpression marks(QStringLiteral("[\\x{064B}-\\x{0652}]"));
    return text.toLower().remove(marks);
}

QStringList wordsIn(const QString &cell)
{
    QStringList words;
    for (const QString &word : cell.split(QLatin1Char(';'), Qt::SkipEmptyParts))
        words << word.trimmed();
    return words;
}

// Finds a phrase where it stands alone, in the plural too.
QRegularExpression patternOf(const QString &phrase)
{
    return QRegularExpression(
        QStringLiteral("(?<![\\w-])%1(?:s|es|\\(s\\)|\\(es\\))?(?![\\w-])").arg(QRegularExpression::escape(phrase)),
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
}

} // namespace

Glossary::Glossary(const QString &text)
{
    QStringList lines = text.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    if (lines.isEmpty()) {
        m_faults << QStringLiteral("no lines");
        return;
    }
    const QStringList columns = lines.takeFirst().split(QLatin1Char('\t'));
    for (const QString &column : columns.mid(2))
        if (!column.startsWith(banPrefix))
            m_languages << column;
    for (const QString &line : lines)
        addLine(columns, line.split(QLatin1Char('\t')));
    std::stable_sort(
        m_terms.begin(), m_terms.end(), [](const Term &a, const Term &b) { return a.phrase.size() > b.phrase.size(); });
    QSet<QString> known;
    for (const Term &term : m_terms) {
        if (known.contains(term.phrase))
            m_faults << QStringLiteral("twice: ") + term.phrase;
        known << term.phrase;
    }
}

void Glossary::addLine(const QStringList &columns, const QStringList &cells)
{
    if (cells.size() != columns.size() || cells.front().isEmpty()) {
        m_faults << QStringLiteral("not a line of %1 cells: %2").arg(columns.size()).arg(cells.front());
        return;
    }
    QHash<QString, Words> words;
    for (int i = 2; i < columns.size(); ++i)
        if (columns[i] == bannedEnglish)
            for (const QString &word : wordsIn(cells[i]))
                m_bannedEnglish[word] = patternOf(word);
        else if (columns[i].startsWith(banPrefix))
            words[columns[i].mid(banPrefix.size())].banned = wordsIn(cells[i]);
        else
            words[columns[i]].allowed = wordsIn(cells[i]);
    for (const QString &phrase : wordsIn(cells.front()))
        m_terms << Term{phrase, patternOf(phrase), words};
}

QStringList Glossary::bannedIn(const QString &source) const
{
    QStringList words;
    for (auto [word, pattern] : m_bannedEnglish.asKeyValueRange())
        if (source.contains(pattern))
            words << word;
    return words;
}

// The terms of an English text; a longer one takes its words away from a shorter one.
QList<Glossary::Term> Glossary::termsIn(QString source) const
{
    QList<Term> terms;
    for (const Term &term : m_terms) {
        if (!source.contains(term.pattern))
            continue;
        terms << term;
        source.replace(term.pattern, QStringLiteral("\t"));
    }
    return terms;
}

QStringList Glossary::problemsOf(const Message &message, const QString &language) const
{
    const QList<Term> terms = termsIn(message.source);
    QStringList problems;
    for (const QString &form : message.forms) {
        const QString text = plain(form);
        QString rest = text; // without the words that are allowed, of which a banned one may be a part
        for (const Term &term : terms)
            for (const QString &word : term.words[language].allowed)
                rest.replace(plain(word), QStringLiteral("\t"));
        for (const Term &term : terms) {
            const Words words = term.words[language];
            const auto isIn = [&text](const QString &word) { return text.contains(plain(word)); };
            if (!words.allowed.isEmpty() && std::none_of(words.allowed.begin(), words.allowed.end(), isIn))
                problems << QStringLiteral("%1 is not said as \"%2\": %3")
                                .arg(term.phrase, words.allowed.join(QStringLiteral("\" or \"")), form);
            for (const QString &word : words.banned)
                if (rest.contains(plain(word)))
                    problems << QStringLiteral("%1 is said as \"%2\": %3").arg(term.phrase, word, form);
        }
    }
    return problems;
}

Glossary readGlossary()
{
    QFile file(QStringLiteral(MOTLEY_SOURCES "/translations/glossary.tsv"));
    return Glossary(file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString());
}

} // namespace motley
