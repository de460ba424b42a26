#include "engine/inference/translator.h"

#include "engine/data/text/translationdataset.h"
#include "engine/device/mixedprecision.h"
#include "engine/inference/modeltask.h"
#include "engine/models/translation/beamsearch.h"
#include "engine/models/translation/transformerfiles.h"
#include "engine/tasks/translationtokenizer.h"

#include <algorithm>
#include <numeric>

namespace motley {

namespace {

constexpr std::size_t sentencesAtOnce = 64;

} // namespace

Result<Translator> Translator::open(const std::string &modelFolder, c10::Device device)
{
    const auto spec = specOfModel<TranslationSpec>(modelFolder);
    if (!spec)
        return tl::unexpected(spec.error());
    const auto opened = readTransformerFolder(modelFolder);
    if (!opened)
        return tl::unexpected(opened.error());
    auto tokens = readTranslationTokens(modelFolder, opened->config);
    if (!tokens)
        return tl::unexpected(tokens.error());
    Translator translator;
    translator.m_model = opened->model;
    translator.m_model->to(device);
    translator.m_model->eval();
    translator.m_tokens = std::make_shared<const TranslationTokens>(std::move(*tokens));
    translator.m_device = device;
    translator.m_precision = precisionOfUse(modelFolder, device);
    translator.m_usualBeam.width = spec->model.beam;
    translator.m_usualBeam.lengthPenalty = spec->model.lengthPenalty;
    return translator;
}

std::vector<std::string> Translator::translate(std::span<const std::string> sentences, const BeamSpec &beam)
{
    const std::int64_t longest = m_model->config().positions;
    std::vector<std::int64_t> lengths;
    std::vector<std::size_t> order; // sentences that are not blank, shortest first
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        lengths.push_back(std::int64_t(m_tokens->pieces->encode(sentences[i]).size()) + 1); // with the end token
        if (lengths.back() > 1)
            order.push_back(i);
        m_cut += lengths.back() > longest ? 1 : 0;
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return lengths[a] < lengths[b]; });
    const MixedPrecision low(m_precision, m_device);
    std::vector<std::string> translations(sentences.size());
    for (std::size_t first = 0; first < order.size(); first += sentencesAtOnce) {
        const std::size_t last = std::min(first + sentencesAtOnce, order.size());
        std::vector<std::string> some;
        for (std::size_t i = first; i < last; ++i)
            some.push_back(sentences[order[i]]);
        const auto found = motley::translate(*m_model, translationSource(some, *m_tokens, longest).to(m_device), beam);
        for (std::size_t i = first; i < last; ++i) {
            const auto &best = found[i - first].front().tokens;
            translations[order[i]] = m_tokens->pieces->decode(TokenIds(best.begin(), best.end()));
        }
    }
    return translations;
}

} // namespace motley
