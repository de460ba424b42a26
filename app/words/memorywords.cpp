#include "app/words/memorywords.h"

#include "app/words/format.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace motley {

namespace {

struct MemoryWords {
    Q_DECLARE_TR_FUNCTIONS(motley::MemoryWords)
};

} // namespace

QString memoryWords(const PlannedRank &rank)
{
    if (!rank.memory)
        return {};
    const MemoryParts &parts = *rank.memory;
    QStringList list;
    const auto add = [&](const QString &words, std::int64_t bytes) {
        if (bytes > 0)
            list << unbroken(words.arg(formatBytes(bytes)));
    };
    //: %1 in these is an amount of memory, and each is a part of a list
    add(MemoryWords::tr("base %1"), parts.frozen);
    add(parts.frozen > 0 ? MemoryWords::tr("adapter %1") : MemoryWords::tr("weights %1"), parts.trained);
    add(MemoryWords::tr("optimizer %1"), parts.optimizer);
    add(MemoryWords::tr("optimizer of others %1"), parts.mirror);
    add(MemoryWords::tr("gradients %1"), parts.gradients);
    add(MemoryWords::tr("exchange %1"), parts.exchange);
    add(MemoryWords::tr("copy for checkpoints %1"), parts.checkpoint);
    add(MemoryWords::tr("logits %1"), parts.logits);
    add(MemoryWords::tr("activations %1"), parts.activations);
    //: %1 is an amount of memory, %2 a list such as base 900 MiB, adapter 12 MiB and activations 288 MiB
    return MemoryWords::tr("At most %1 of memory: %2.").arg(formatBytes(parts.sum()), formatList(list));
}

std::optional<int> tokensOfSample(const TaskSpec &task)
{
    const auto *text = std::get_if<LanguageModelSpec>(&task);
    return text ? std::optional(text->model.context) : std::nullopt;
}

QString sampleLengthWords(const TaskSpec &task)
{
    const auto tokens = tokensOfSample(task);
    if (!tokens)
        return {};
    return MemoryWords::tr("The memory is that of samples of %Ln token(s), as long as a row may be.", nullptr, *tokens);
}

} // namespace motley
