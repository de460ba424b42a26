#include "engine/data/tokenizers/pipeline/normalization.h"

#include "engine/data/tokenizers/pipeline/textregex.h"
#include "engine/data/tokenizers/pipeline/unicodeforms.h"
#include "engine/data/tokenizers/utf8.h"

namespace motley {

namespace {

using NormalizationStep = std::function<std::string(std::string_view)>;

std::string withoutSpaces(std::string_view text, bool left, bool right)
{
    std::size_t begin = left ? text.size() : 0; // where the first character that stays begins
    std::size_t end = right ? begin : text.size(); // where the last one ends
    bool found = !left;
    for (std::size_t at = 0; at < text.size();) {
        const DecodedCharacter next = firstCharacter(text.substr(at));
        if (!isSpace(next.character)) {
            begin = found ? begin : at;
            end = right ? at + next.bytes : end;
            found = true;
        }
        at += next.bytes;
    }
    return end > begin ? std::string(text.substr(begin, end - begin)) : std::string();
}

struct StepMaker {
    Result<NormalizationStep> operator()(const SequenceNormalizer &) const { return NormalizationStep(); }
    Result<NormalizationStep> operator()(const NfcNormalizer &) const { return formed(UnicodeForm::Nfc); }
    Result<NormalizationStep> operator()(const NfdNormalizer &) const { return formed(UnicodeForm::Nfd); }
    Result<NormalizationStep> operator()(const NfkcNormalizer &) const { return formed(UnicodeForm::Nfkc); }
    Result<NormalizationStep> operator()(const NfkdNormalizer &) const { return formed(UnicodeForm::Nfkd); }
    Result<NormalizationStep> operator()(const LowercaseNormalizer &) const { return NormalizationStep(inLowerCase); }
    Result<NormalizationStep> operator()(const StripAccentsNormalizer &) const
    {
        return NormalizationStep(withoutMarks);
    }
    Result<NormalizationStep> operator()(const StripNormalizer &strip) const
    {
        return NormalizationStep(
            [strip](std::string_view text) { return withoutSpaces(text, strip.left, strip.right); });
    }
    Result<NormalizationStep> operator()(const PrependNormalizer &prepend) const
    {
        return NormalizationStep([prepend](std::string_view text) {
            return text.empty() ? std::string() : prepend.text + std::string(text);
        });
    }
    Result<NormalizationStep> operator()(const ReplaceNormalizer &replace) const
    {
        return TextReplacement::make(replace.pattern, replace.content).map([](const TextReplacement &made) {
            return NormalizationStep([made](std::string_view text) { return made.apply(text); });
        });
    }

    static NormalizationStep formed(UnicodeForm form)
    {
        return [form](std::string_view text) { return inForm(form, text); };
    }
};

} // namespace

Result<TextNormalization> TextNormalization::make(const Normalizer &normalizer)
{
    TextNormalization normalization;
    return normalization.add(normalizer).map([&] { return std::move(normalization); });
}

Result<void> TextNormalization::add(const Normalizer &normalizer)
{
    if (const auto *sequence = std::get_if<SequenceNormalizer>(&normalizer.kind)) {
        for (const Normalizer &part : sequence->normalizers)
            if (const auto added = add(part); !added)
                return added;
        return {};
    }
    if (m_steps.size() >= mostTokenizerParts)
        return fail("It has more than " + std::to_string(mostTokenizerParts) + " parts.");
    return std::visit(StepMaker(), normalizer.kind).map([&](Step step) { m_steps.push_back(std::move(step)); });
}

std::string TextNormalization::apply(std::string_view text) const
{
    std::string result(text);
    for (const Step &step : m_steps) {
        result = step(result);
        boundGrowth(text.size(), result.size());
    }
    return result;
}

} // namespace motley
