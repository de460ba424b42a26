#include "engine/inference/tagger.h"

#include "engine/data/text/taggingdataset.h"
#include "engine/device/mixedprecision.h"
#include "engine/inference/modeltask.h"
#include "engine/models/bert/bertfiles.h"
#include "engine/tasks/bertwordpieces.h"

#include <algorithm>
#include <numeric>

namespace motley {

namespace {

constexpr std::size_t partsAtOnce = 32;
constexpr std::int64_t specialPieces = 2; // [CLS] and [SEP] around a sentence

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
    tagger.m_labels = opened->config.labels;
    const bool hasOutside = std::find(tagger.m_labels.begin(), tagger.m_labels.end(), "O") != tagger.m_labels.end();
    tagger.m_outside = hasOutside ? "O" : tagger.m_labels.front();
    tagger.m_longest = std::min(spec->data.longest, opened->config.positions);
    tagger.m_device = device;
    tagger.m_precision = precisionOfUse(modelFolder, device);
    return tagger;
}

// Every part has at least one word, even one that is too long for the model and will get the outside tag.
std::vector<Tagger::Part> Tagger::cut(std::span<const Words> sentences) const
{
    std::vector<Part> parts;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        std::int64_t pieces = specialPieces;
        for (std::size_t word = 0; word < sentences[i].size(); ++word) {
            const auto ofWord = std::int64_t(m_tokenizer->encode(sentences[i][word]).size());
            if (word == 0 || pieces + ofWord > m_longest) {
                parts.push_back({i, word, word});
                pieces = specialPieces;
            }
            pieces += ofWord;
            parts.back().last = word + 1;
        }
    }
    return parts;
}

// Adds the tags of a part to the result. labels and answers: int64 [pieces]; those of a word are at its first piece.
void Tagger::put(const Part &part, const at::Tensor &labels, const at::Tensor &answers,
    std::span<const Words> sentences, std::vector<Words> &tags) const
{
    const auto *label = labels.const_data_ptr<std::int64_t>();
    const auto *answer = answers.const_data_ptr<std::int64_t>();
    std::size_t word = part.first;
    for (std::int64_t piece = 0; piece < labels.size(0); ++piece) {
        if (label[piece] == TaggingDataset::ignored)
            continue;
        while (m_tokenizer->encode(sentences[part.sentence][word]).empty())
            ++word;
        tags[part.sentence][word++] = m_labels[std::size_t(answer[piece])];
    }
}

std::vector<Tagger::Words> Tagger::tag(std::span<const Words> sentences)
{
    const torch::NoGradGuard noGradients;
    const MixedPrecision low(m_precision, m_device);
    std::vector<Words> tags;
    for (const Words &words : sentences)
        tags.emplace_back(words.size(), m_outside);
    const std::vector<Part> parts = cut(sentences);
    std::vector<TaggedSentence> texts;
    for (const Part &part : parts) {
        const Words &words = sentences[part.sentence];
        texts.push_back({{words.begin() + std::ptrdiff_t(part.first), words.begin() + std::ptrdiff_t(part.last)},
            Words(part.last - part.first, m_labels.front()), 0});
    }
    const auto data = TaggingDataset::make(texts, m_labels, *m_tokenizer, m_longest, "the text");
    TORCH_CHECK(data, "the tags are the model's own");
    std::vector<std::int64_t> order(parts.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return data->cost(a) < data->cost(b); });
    for (std::size_t first = 0; first < order.size(); first += partsAtOnce) {
        const auto ids = std::span(order).subspan(first, std::min(partsAtOnce, order.size() - first));
        const Batch here = data->batch(ids, std::nullopt);
        const Batch batch = here.to(m_device);
        const at::Tensor answers = m_model->forward({batch.inputs[TaggingDataset::Ids],
            batch.inputs[TaggingDataset::Segments], batch.inputs[TaggingDataset::Mask], {}});
        const at::Tensor chosen = answers.argmax(-1).cpu().contiguous();
        for (std::size_t row = 0; row < ids.size(); ++row)
            put(parts[std::size_t(ids[row])], here.targets[TaggingDataset::Labels][std::int64_t(row)],
                chosen[std::int64_t(row)], sentences, tags);
    }
    return tags;
}

} // namespace motley
