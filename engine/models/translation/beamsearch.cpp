#include "engine/models/translation/beamsearch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr double impossible = -std::numeric_limits<double>::infinity();

struct Hypothesis {
    std::vector<std::int64_t> tokens;
    double score = impossible; // log-probability
};

struct Sentence {
    std::size_t number = 0; // index in the batch
    std::int64_t longest = 0; // most tokens of its translation
    std::vector<Hypothesis> growing;
};

struct Candidate { // a hypothesis extended by one token
    std::size_t parent = 0; // index among the sentence's hypotheses
    std::int64_t token = 0;
    double score = impossible;
};

using Translations = std::vector<std::vector<Translation>>;

class BeamSearch {
public:
    BeamSearch(Transformer &model, const at::Tensor &source, const BeamSpec &spec);

    Translations run();

private:
    at::Tensor scores(); // of every token after every hypothesis, [sentences, hypotheses, vocabulary]
    void forbid(at::Tensor &scores) const;
    std::vector<std::vector<Candidate>> best(const at::Tensor &scores) const; // for each sentence, best first
    std::vector<Candidate> advance(Sentence &sentence, const std::vector<Candidate> &candidates);
    void keep(const std::vector<std::vector<Candidate>> &chosen);

    Transformer &m_model;
    BeamSpec m_spec;
    at::TensorOptions m_options; // of token ids
    TranslationState m_state;
    std::vector<Sentence> m_sentences; // the unfinished sentences
    std::int64_t m_width = 1; // hypotheses of each sentence; at most m_spec.width
    std::int64_t m_length = 0; // tokens of each hypothesis
    Translations m_done;
};

BeamSearch::BeamSearch(Transformer &model, const at::Tensor &source, const BeamSpec &spec)
    : m_model(model), m_spec(spec), m_options(source.options()), m_state(model.read(source)),
      m_done(std::size_t(source.size(0)))
{
    const at::Tensor lengths = source.ne(model.config().padId).sum(1).to(at::kCPU);
    for (std::size_t i = 0; i < m_done.size(); ++i) {
        const auto tokens = double(lengths.const_data_ptr<std::int64_t>()[i]);
        const auto longest = std::int64_t(spec.longestPerToken * tokens) + spec.longestExtra;
        // One position is left for the end token.
        const std::int64_t most
            = std::clamp<std::int64_t>(longest, 1, std::max<std::int64_t>(model.config().positions - 1, 1));
        m_sentences.push_back({i, most, {Hypothesis{{}, 0}}});
    }
}

Translations BeamSearch::run()
{
    while (!m_sentences.empty()) {
        at::Tensor next = scores();
        forbid(next);
        const auto candidates = best(next);
        std::vector<std::vector<Candidate>> chosen;
        for (std::size_t i = 0; i < m_sentences.size(); ++i)
            chosen.push_back(advance(m_sentences[i], candidates[i]));
        ++m_length;
        keep(chosen);
    }
    for (auto &translations : m_done)
        std::stable_sort(translations.begin(), translations.end(),
            [](const Translation &a, const Translation &b) { return a.score > b.score; });
    return m_done;
}

at::Tensor BeamSearch::scores()
{
    const auto sentences = std::int64_t(m_sentences.size());
    const at::Tensor tokens = at::empty({sentences, m_width}, at::kLong);
    const at::Tensor soFar = at::empty({sentences, m_width, 1}, at::kFloat);
    auto *token = tokens.data_ptr<std::int64_t>();
    auto *score = soFar.data_ptr<float>();
    for (const Sentence &sentence : m_sentences) {
        for (const Hypothesis &hypothesis : sentence.growing) {
            *token++ = hypothesis.tokens.empty() ? m_model.config().startId : hypothesis.tokens.back();
            *score++ = float(hypothesis.score);
        }
    }
    const at::Tensor logits = m_model.predict(m_model.extend(tokens.to(m_options.device()), m_state)).to(at::kFloat);
    return logits.log_softmax(-1).add_(soFar.to(m_options.device()));
}

void BeamSearch::forbid(at::Tensor &scores) const
{
    const MarianConfig &config = m_model.config();
    scores.select(2, config.padId).fill_(impossible);
    if (m_length == 0)
        scores.select(2, config.endId).fill_(impossible);
    for (std::size_t i = 0; i < m_sentences.size(); ++i) {
        if (m_length < m_sentences[i].longest)
            continue;
        at::Tensor ofSentence = scores[std::int64_t(i)];
        ofSentence.narrow(1, 0, config.endId).fill_(impossible);
        ofSentence.slice(1, config.endId + 1).fill_(impossible);
    }
}

// The best 2 * width candidates of each sentence: at most `width` of them end, so that enough are left to continue.
std::vector<std::vector<Candidate>> BeamSearch::best(const at::Tensor &scores) const
{
    const std::int64_t vocabulary = scores.size(2);
    const at::Tensor flat = scores.flatten(1);
    const auto [values, indices] = flat.topk(std::min(2 * m_spec.width, flat.size(1)), 1);
    const at::Tensor valuesHere = values.to(at::kCPU).contiguous();
    const at::Tensor indicesHere = indices.to(at::kCPU).contiguous();
    std::vector<std::vector<Candidate>> candidates(m_sentences.size());
    const float *value = valuesHere.const_data_ptr<float>();
    const auto *index = indicesHere.const_data_ptr<std::int64_t>();
    for (auto &ofSentence : candidates)
        for (std::int64_t i = 0; i < valuesHere.size(1); ++i, ++value, ++index)
            ofSentence.push_back({std::size_t(*index / vocabulary), *index % vocabulary, *value});
    return candidates;
}

// Stores the translations that end with these candidates. Returns the candidates to continue with; none if the sentence
// is finished.
std::vector<Candidate> BeamSearch::advance(Sentence &sentence, const std::vector<Candidate> &candidates)
{
    const auto width = std::size_t(m_spec.width);
    std::vector<Translation> &done = m_done[sentence.number];
    std::vector<Candidate> going;
    for (std::size_t rank = 0; rank < candidates.size(); ++rank) {
        const Candidate &candidate = candidates[rank];
        if (candidate.score == impossible)
            break;
        if (candidate.token != m_model.config().endId) {
            if (going.size() < width)
                going.push_back(candidate);
        } else if (rank < width && done.size() < width) {
            const double divisor = std::pow(double(m_length + 1), m_spec.lengthPenalty);
            done.push_back({sentence.growing[candidate.parent].tokens, candidate.score / divisor});
        }
    }
    if (done.size() == width)
        going.clear();
    return going;
}

void BeamSearch::keep(const std::vector<std::vector<Candidate>> &chosen)
{
    const std::int64_t before = m_width;
    std::size_t most = 0;
    for (const auto &going : chosen)
        most = std::max(most, going.size());
    m_width = std::int64_t(most);
    std::vector<Sentence> left;
    std::vector<std::int64_t> numbers;
    std::vector<std::int64_t> rows;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i].empty())
            continue;
        Sentence sentence{m_sentences[i].number, m_sentences[i].longest, {}};
        numbers.push_back(std::int64_t(i));
        for (std::size_t index = 0; index < most; ++index) {
            // All sentences have equally many rows; those with fewer hypotheses are filled up with impossible ones.
            const bool isThere = index < chosen[i].size();
            const Candidate candidate = isThere ? chosen[i][index] : Candidate{0, m_model.config().endId, impossible};
            rows.push_back(std::int64_t(i) * before + std::int64_t(candidate.parent));
            sentence.growing.push_back({m_sentences[i].growing[candidate.parent].tokens, candidate.score});
            sentence.growing.back().tokens.push_back(candidate.token);
        }
        left.push_back(std::move(sentence));
    }
    m_sentences = std::move(left);
    if (!m_sentences.empty())
        select(m_state, at::tensor(numbers, m_options), at::tensor(rows, m_options));
}

} // namespace

Result<void> validate(const BeamSpec &spec)
{
    if (spec.width < 1 || spec.width > 1024)
        return fail("The beam's width must be between 1 and 1024.");
    if (!std::isfinite(spec.lengthPenalty))
        return fail("The length penalty must be a number.");
    if (!(spec.longestPerToken >= 0) || !std::isfinite(spec.longestPerToken) || spec.longestExtra < 0)
        return fail("The limits on a translation's length must be 0 or more.");
    return {};
}

Translations translate(Transformer &model, const at::Tensor &source, const BeamSpec &spec)
{
    const torch::NoGradGuard noGradients;
    return BeamSearch(model, source, spec).run();
}

} // namespace motley
