// Sentences for people that are said in today's language and remembered as facts, so that they can be said in another
// language later.
#pragma once

#include "engine/base/result.h"

#include <QString>

#include <concepts>

// Gives a class phrase() beside tr(): the same arguments, but the phrase and not only its words of today.
#define MOTLEY_PHRASES(context)                                                                                        \
public:                                                                                                                \
    static ::motley::Sentence phrase(const char *text, const char *disambiguation = nullptr, int count = -1)           \
    {                                                                                                                  \
        return ::motley::phraseOf(#context, text, disambiguation, count);                                              \
    }                                                                                                                  \
                                                                                                                       \
private:

namespace motley {

// A phrase that is being put together, as QString::arg() does it.
class Sentence {
public:
    explicit Sentence(Phrase phrase) : m_phrase(std::move(phrase)) { }

    Sentence arg(const QString &words) const;
    Sentence arg(const Sentence &words) const;
    Sentence arg(const Error &cause) const; // its message
    Sentence arg(std::integral auto number) const { return arg(QString::number(number)); }
    Sentence arg(const auto &first, const auto &...others) const requires(sizeof...(others) > 0)
    {
        return arg(first).arg(others...);
    }

    const Phrase &phrase() const { return m_phrase; }

private:
    Phrase m_phrase;
};

// For functions without a class, as QCoreApplication::translate().
Sentence phraseOf(const char *context, const char *text, const char *disambiguation = nullptr, int count = -1);

Sentence verbatim(const QString &words); // the same in every language
Sentence amountOfData(std::int64_t bytes); // "1.4 GiB", with the digits of today's language

Error toError(const Sentence &said, std::string detail = {});
tl::unexpected<Error> sentence(const Sentence &said, std::string detail = {});
tl::unexpected<Error> sentence(const QString &message, std::string detail = {}); // will stay in today's language

QString say(const Phrase &phrase); // in today's language
QString say(const Error &error); // its message; one of the engine is said as it is
Phrase phraseOf(const Error &error); // a message that is said as it is becomes a phrase without a context

} // namespace motley
