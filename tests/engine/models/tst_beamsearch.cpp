#include "engine/models/translation/beamsearch.h"
#include "engine/models/translation/transformerfiles.h"
#include "tests/fixtures/referencetensors.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace motley;

class TestBeamSearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void oneHypothesisIsGreedy();
    void saysWhatTransformersSay();
    void findsTheBestOfAll_data();
    void findsTheBestOfAll();
    void findsMoreProbableTranslationsWithMoreHypotheses();
    void translatesTheSameInABatch();
    void endsInTime();
    void refusesImpossibleSpecs_data();
    void refusesImpossibleSpecs();

private:
    QJsonObject m_reference;
    std::shared_ptr<Transformer> m_model;
    at::Tensor m_source;
};

namespace {

using Tokens = std::vector<std::int64_t>;

Tokens tokensOf(const at::Tensor &ids)
{
    const at::Tensor here = ids.contiguous();
    return {here.data_ptr<std::int64_t>(), here.data_ptr<std::int64_t>() + here.numel()};
}

// Log-probabilities of what follows each prefix of the tokens, [tokens + 1, vocabulary], without caches.
at::Tensor following(Transformer &model, const at::Tensor &source, Tokens tokens)
{
    tokens.insert(tokens.begin(), model.config().startId);
    const at::Tensor target = at::tensor(tokens, at::kLong).unsqueeze(0);
    return model.predict(model.forward({source, target, {}}))[0].log_softmax(-1);
}

Tokens greedy(Transformer &model, const at::Tensor &source, std::size_t longest)
{
    Tokens tokens;
    while (tokens.size() < longest) {
        at::Tensor next = following(model, source, tokens)[std::int64_t(tokens.size())].clone();
        next[model.config().padId] = -INFINITY;
        if (tokens.empty())
            next[model.config().endId] = -INFINITY;
        const auto token = next.argmax().item<std::int64_t>();
        if (token == model.config().endId)
            break;
        tokens.push_back(token);
    }
    return tokens;
}

double logProbability(Transformer &model, const at::Tensor &source, const Tokens &tokens) // includes the end token
{
    const at::Tensor scores = following(model, source, tokens);
    double sum = scores[std::int64_t(tokens.size())][model.config().endId].item<double>();
    for (std::size_t i = 0; i < tokens.size(); ++i)
        sum += scores[std::int64_t(i)][tokens[i]].item<double>();
    return sum;
}

} // namespace

void TestBeamSearch::initTestCase()
{
    const std::string folder = MOTLEY_TESTS "/fixtures/transformer";
    const auto read = readTransformerFolder(folder);
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    m_model = read->model;
    m_model->eval();
    m_reference = readReference(folder + "/reference.json");
    m_source = tensorOf(m_reference["source"]).to(at::kLong).slice(0, 0, 12);
}

void TestBeamSearch::oneHypothesisIsGreedy()
{
    const torch::NoGradGuard noGradients;
    const auto found = translate(*m_model, m_source, {1, 1, 0, 8});
    for (std::int64_t i = 0; i < m_source.size(0); ++i) {
        QCOMPARE(found[std::size_t(i)].size(), std::size_t(1));
        QCOMPARE(found[std::size_t(i)][0].tokens, greedy(*m_model, m_source.slice(0, i, i + 1), 8));
    }
}

void TestBeamSearch::saysWhatTransformersSay()
{
    const at::Tensor expected = tensorOf(m_reference["greedy"]).to(at::kLong);
    const auto found = translate(*m_model, m_source.slice(0, 0, expected.size(0)), {1, 1, 0, 12});
    for (std::int64_t i = 0; i < expected.size(0); ++i) {
        Tokens tokens = tokensOf(expected[i]);
        tokens.erase(std::find(tokens.begin(), tokens.end(), m_model->config().endId), tokens.end());
        QCOMPARE(found[std::size_t(i)][0].tokens, tokens);
    }
}

void TestBeamSearch::findsTheBestOfAll_data()
{
    QTest::addColumn<double>("lengthPenalty");
    QTest::addRow("probability") << 0.0;
    QTest::addRow("between") << 0.6;
    QTest::addRow("per token") << 1.0;
    QTest::addRow("long") << 2.0;
}

// With 5 tokens all translations of up to 4 tokens can be enumerated: 3 + 9 + 27 + 81.
void TestBeamSearch::findsTheBestOfAll()
{
    QFETCH(double, lengthPenalty);
    const torch::NoGradGuard noGradients;
    MarianConfig config = m_model->config();
    config.vocabulary = 5;
    Transformer model(config);
    initialiseTransformer(model, config, 1);
    model.eval();
    const at::Tensor source = at::tensor({2, 4, 3, 3, 1}, at::kLong).unsqueeze(0);
    std::vector<Translation> all;
    std::vector<Tokens> shorter{{}};
    for (int length = 1; length <= 4; ++length) {
        std::vector<Tokens> longer;
        for (const Tokens &tokens : shorter) {
            for (std::int64_t word = 2; word < 5; ++word) {
                longer.push_back(tokens);
                longer.back().push_back(word);
                const double score = logProbability(model, source, longer.back());
                all.push_back({longer.back(), score / std::pow(length + 1, lengthPenalty)});
            }
        }
        shorter = longer;
    }
    std::sort(all.begin(), all.end(), [](const Translation &a, const Translation &b) { return a.score > b.score; });
    const auto found = translate(model, source, {200, lengthPenalty, 0, 4})[0];
    QCOMPARE(found.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        QVERIFY(std::abs(found[i].score - all[i].score) < 1e-5);
        // Two translations of equal score may be in either order.
        const auto same = std::find_if(
            all.begin(), all.end(), [&](const Translation &other) { return other.tokens == found[i].tokens; });
        QVERIFY(same != all.end());
        QVERIFY(std::abs(same->score - found[i].score) < 1e-5);
    }
}

void TestBeamSearch::findsMoreProbableTranslationsWithMoreHypotheses()
{
    const torch::NoGradGuard noGradients;
    const auto few = translate(*m_model, m_source, {1, 0, 0, 12});
    const auto many = translate(*m_model, m_source, {8, 0, 0, 12});
    double gain = 0;
    for (std::size_t i = 0; i < many.size(); ++i) {
        QCOMPARE(many[i].size(), std::size_t(8));
        const auto number = std::int64_t(i);
        const at::Tensor source = m_source.slice(0, number, number + 1);
        for (const Translation &one : many[i])
            QVERIFY(std::abs(one.score - logProbability(*m_model, source, one.tokens)) < 1e-3);
        for (std::size_t place = 1; place < many[i].size(); ++place)
            QVERIFY(many[i][place - 1].score >= many[i][place].score);
        gain += many[i][0].score - few[i][0].score;
    }
    QVERIFY(gain > 0.01);
}

void TestBeamSearch::translatesTheSameInABatch()
{
    const auto together = translate(*m_model, m_source, {4, 1, 1, 3});
    for (std::int64_t i = 0; i < m_source.size(0); ++i) {
        const at::Tensor row = m_source[i];
        const at::Tensor alone = row.masked_select(row.ne(m_model->config().padId)).unsqueeze(0);
        const auto found = translate(*m_model, alone, {4, 1, 1, 3})[0];
        QCOMPARE(found.size(), together[std::size_t(i)].size());
        for (std::size_t place = 0; place < found.size(); ++place) {
            QCOMPARE(found[place].tokens, together[std::size_t(i)][place].tokens);
            QVERIFY(std::abs(found[place].score - together[std::size_t(i)][place].score) < 1e-4);
        }
    }
}

void TestBeamSearch::endsInTime()
{
    for (const auto &ofSentence : translate(*m_model, m_source, {4, 1, 0, 3}))
        for (const Translation &translation : ofSentence) {
            QVERIFY(!translation.tokens.empty());
            QVERIFY(translation.tokens.size() <= 3);
        }
    // A translation with its end token is never longer than the model's positions.
    const auto ofSentence = translate(*m_model, m_source.slice(0, 0, 1), {2, 5, 0, 1000000})[0];
    QVERIFY(!ofSentence.empty());
    for (const Translation &translation : ofSentence)
        QVERIFY(std::int64_t(translation.tokens.size()) < m_model->config().positions);
}

void TestBeamSearch::refusesImpossibleSpecs_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("lengthPenalty");
    QTest::addColumn<double>("longestPerToken");
    QTest::addColumn<QString>("said");
    QTest::addRow("no hypotheses") << 0 << 1.0 << 1.0 << "width";
    QTest::addRow("too many") << 2000 << 1.0 << 1.0 << "width";
    QTest::addRow("no number") << 4 << double(NAN) << 1.0 << "length penalty";
    QTest::addRow("negative") << 4 << 1.0 << -1.0 << "length";
}

void TestBeamSearch::refusesImpossibleSpecs()
{
    QFETCH(int, width);
    QFETCH(double, lengthPenalty);
    QFETCH(double, longestPerToken);
    QFETCH(QString, said);
    const auto good = validate(BeamSpec{width, lengthPenalty, longestPerToken, 50});
    QVERIFY(!good);
    QVERIFY(QString::fromStdString(good.error().message).contains(said));
    QVERIFY(validate(BeamSpec()));
}

QTEST_GUILESS_MAIN(TestBeamSearch)
#include "tst_beamsearch.moc"
