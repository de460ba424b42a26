#include "engine/tasks/rows/firstrows.h"

#include "engine/data/text/conll.h"
#include "engine/tasks/rows/beginning.h"
#include "engine/tasks/rows/languagemodelrows.h"
#include "engine/tasks/rows/rowtext.h"

#include <algorithm>
#include <variant>

namespace motley {

namespace {

// What was read becomes what is learned.
Result<TrainingRows> rowsOf(const TranslationSpec &spec, int most, const RowLimits &)
{
    const auto source = readFirstLines(spec.data.trainSource.path, std::size_t(most));
    if (!source)
        return tl::unexpected(source.error());
    const auto target = readFirstLines(spec.data.trainTarget.path, std::size_t(most));
    if (!target)
        return tl::unexpected(target.error());
    TrainingRows result;
    for (std::size_t i = 0; i < std::min(source->size(), target->size()); ++i) {
        TrainingRow row;
        addPiece(row, {(*source)[i] + "\n", false, false});
        addPiece(row, {(*target)[i], true, false});
        result.rows.push_back(std::move(row));
    }
    return result;
}

// Each word with its tag, which is learned.
Result<TrainingRows> rowsOf(const TaggingSpec &spec, int most, const RowLimits &)
{
    const auto sentences = readConll(spec.data.train.path);
    if (!sentences)
        return tl::unexpected(sentences.error());
    TrainingRows result;
    for (std::size_t i = 0; i < sentences->size() && i < std::size_t(most); ++i) {
        const TaggedSentence &sentence = (*sentences)[i];
        TrainingRow row{.where = "line " + std::to_string(sentence.line)};
        for (std::size_t word = 0; word < sentence.words.size(); ++word) {
            addPiece(row, {(word == 0 ? "" : "\n") + sentence.words[word] + " ", false, false});
            addPiece(row, {sentence.tags[word], true, false});
        }
        result.rows.push_back(std::move(row));
    }
    return result;
}

Result<TrainingRows> rowsOf(const LanguageModelSpec &spec, int most, const RowLimits &limits)
{
    return languageModelRows(spec, most, limits);
}

template <typename Other>
Result<TrainingRows> rowsOf(const Other &, int, const RowLimits &)
{
    return fail(std::string("The data of the task ") + Other::name + " are no text.");
}

} // namespace

Result<TrainingRows> firstRows(const JobSpec &job, int most, const RowLimits &limits)
{
    return std::visit([&](const auto &spec) { return rowsOf(spec, most, limits); }, job.task);
}

} // namespace motley
