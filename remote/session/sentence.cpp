#include "remote/session/sentence.h"

#include "remote/session/datasize.h"
#include "remote/session/isolated.h"

#include <QCoreApplication>

namespace motley {

namespace {

QString sayWithin(const Phrase &argument)
{
    const bool isForeign = argument.context.empty() && !argument.bytes;
    return isForeign ? isolated(say(argument)) : say(argument);
}

// In one pass, so that a place within an argument is not filled.
QString fillPlaceholders(const QString &text, const std::vector<Phrase> &arguments)
{
    QString filled;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const int number = text[i] == QLatin1Char('%') && i + 1 < text.size() ? text[i + 1].digitValue() : -1;
        if (number < 1 || static_cast<std::size_t>(number) > arguments.size()) {
            filled += text[i];
            continue;
        }
        filled += sayWithin(arguments[static_cast<std::size_t>(number - 1)]);
        ++i;
    }
    return filled;
}

} // namespace

Sentence Sentence::arg(const QString &words) const
{
    return arg(verbatim(words));
}

Sentence Sentence::arg(const Sentence &words) const
{
    Sentence longer = *this;
    longer.m_phrase.arguments.push_back(words.phrase());
    return longer;
}

Sentence Sentence::arg(const Error &cause) const
{
    return arg(Sentence(phraseOf(cause)));
}

Sentence phraseOf(const char *context, const char *text, const char *, int count)
{
    return Sentence(Phrase{context, text, count, {}});
}

Sentence verbatim(const QString &words)
{
    return Sentence(Phrase{{}, words.toStdString(), -1, {}});
}

Sentence amountOfData(std::int64_t bytes)
{
    return Sentence(Phrase{{}, {}, -1, {}, bytes});
}

Error toError(const Sentence &said, std::string detail)
{
    return {say(said.phrase()).toStdString(), std::move(detail), said.phrase()};
}

tl::unexpected<Error> sentence(const Sentence &said, std::string detail)
{
    return tl::unexpected<Error>(toError(said, std::move(detail)));
}

tl::unexpected<Error> sentence(const QString &message, std::string detail)
{
    return fail(message.toStdString(), std::move(detail));
}

QString say(const Phrase &phrase)
{
    if (phrase.bytes)
        return dataSize(*phrase.bytes);
    const QString text = phrase.context.empty()
        ? QString::fromStdString(phrase.text)
        : QCoreApplication::translate(phrase.context.c_str(), phrase.text.c_str(), nullptr, phrase.count);
    return phrase.arguments.empty() ? text : fillPlaceholders(text, phrase.arguments);
}

QString say(const Error &error)
{
    return error.phrase.text.empty() ? QString::fromStdString(error.message) : say(error.phrase);
}

Phrase phraseOf(const Error &error)
{
    return error.phrase.text.empty() ? Phrase{{}, error.message, -1, {}} : error.phrase;
}

} // namespace motley
