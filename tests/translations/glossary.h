// translations/glossary.tsv: the words that stand for each term in each language, and those that must not.
#pragma once

#include "messages.h"

#include <QHash>
#include <QRegularExpression>

namespace motley {

class Glossary {
public:
    explicit Glossary(const QString &text); // lines of cells between tabs; the first names the columns

    const QStringList &faults() const { return m_faults; } // of the file itself
    const QStringList &languages() const { return m_languages; }
    QStringList problemsOf(const Message &message, const QString &language) const;
    QStringList bannedIn(const QString &source) const; // English words that no message has

private:
    struct Words {
        QStringList allowed; // one is enough; none: nothing is asked for
        QStringList banned;
    };
    struct Term {
        QString phrase;
        QRegularExpression pattern;
        QHash<QString, Words> words; // by language
    };

    void addLine(const QStringList &columns, const QStringList &cells);
    QList<Term> termsIn(QString source) const;

    QList<Term> m_terms; // longer ones first
    QHash<QString, QRegularExpression> m_bannedEnglish; // by word
    QStringList m_languages;
    QStringList m_faults;
};

Glossary readGlossary(); // of this tree

} // namespace motley
