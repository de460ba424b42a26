#include "engine/inference/tagger.h"

#include "engine/data/text/taggingdataset.h"
#include "engine/data/tokenizers/vocabularyfit.h"
#include "engine/device/mixedprecision.h"
#include "engine/inference/modeltask.h"
#include "engine/models/bert/bertfiles.h"
#include "engine/tasks/bertwordpieces.h"
#include "engine/tasks/entitycounts.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <numeric>

namespace motley {

namespace {

constexpr std::size_t rowsAtOnce = 32;

} // namespace

Result<Tagger> Tagger::open(const std::string &modelFolder, LetterCase letterCase, c10::Device device)
{
    const auto spec = specOfModel<TaggingSpec>(modelFolder);
    if (!spec)
        return tl::unexpected(spec.error());
    const auto files = readBertFolder(modelFolder);
    if (!files)
        return tl::unexpected(files.error());
    const auto opened = openBertForTokenClassification(*files, {}, {}, 0);
    if (!opened)
        return tl::unexpected(opened.error());
    auto pieces = readWordPieces(
        modelFolder, opened->config, letterCase == LetterCase::OfModel ? spec->model.lowercase : letterCase);
    if (!pieces)
        return tl::unexpected(pieces.error());
    Tagger tagger;
    tagger.m_model = opened->model;
    tagger.m_model->to(device);
    tagger.m_model->eval();
    tagger.m_tokenizer = std::make_shared<const WordPieceTokenizer>(std::move(pieces->tokenizer));
    tagger.m_notes = notesOnUnused(tagger.m_tokenizer->size(), opened->config.vocabulary, modelFolder);
    tagger.m_labels = opened->config.labels;
    tagger.m_longest = std::min(spec->data.longest, opened->config.positions);
    tagger.m_device = device;
    tagger.m_precision = precisionOfUse(modelFolder, device);
    return tagger;
}

std::vector<Tagger::Words> Tagger::tag(std::span<const Words> sentences)
{
    const torch::NoGradGuard noGradients;
    const MixedPrecision low(m_precision, m_device);
    std::vector<TaggedSentence> texts;
    for (const Words &words : sentences)
        texts.push_back({words, Words(words.size(), m_labels.front()), 0});
    const auto data
        = TaggingDataset::make(texts, m_labels, *m_tokenizer, m_longest, TaggingDataset::Long::InParts, "the text");
    TORCH_CHECK(data, "the tags are the model's own");
    std::vector<std::int64_t> order(sentences.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return data->cost(a) < data->cost(b); });
    std::vector<Words> tags(sentences.size());
    for (std::size_t first = 0; first < order.size(); first += rowsAtOnce) {
        const auto ids = std::span(order).subspan(first, std::min(rowsAtOnce, order.size() - first));
        const at::Tensor chosen = mostProbable(data->batch(ids, std::nullopt));
        const auto labels = labelsOfWords(*data, ids, chosen, outsideLabel(m_labels));
        for (std::size_t i = 0; i < ids.size(); ++i)
            for (const std::int64_t label : labels[i])
                tags[std::size_t(ids[i])].push_back(m_labels[std::size_t(label)]);
    }
    return tags;
}

at::Tensor Tagger::mostProbable(const Batch &batch)
{
    std::vector<at::Tensor> chosen;
    const std::int64_t rows = batch.targets[0].size(0);
    for (std::int64_t first = 0; first < rows; first += std::int64_t(rowsAtOnce)) {
        const Batch some = batch.slice(first, std::min(first + std::int64_t(rowsAtOnce), rows)).to(m_device);
        const at::Tensor answers = m_model->forward({some.inputs[TaggingDataset::Ids],
            some.inputs[TaggingDataset::Segments], some.inputs[TaggingDataset::Mask], {}});
        chosen.push_back(answers.argmax(-1).cpu());
    }
    return at::cat(chosen);
}

} // namespace motley
