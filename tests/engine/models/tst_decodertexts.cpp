// Texts that share a row of a decoder are computed as if each were alone, and long ones as if token by token.
#include "decoderfixture.h"

using namespace motley;

class TestDecoderTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesTextsOfARowAsIfAlone_data() { addFamilies(); }
    void computesTextsOfARowAsIfAlone();
    void encodesPositionsByTheLengthOfEachText();
    void computesLongTextsInChunks();
    void attendsInBlocksOverLongRows_data();
    void attendsInBlocksOverLongRows();
};

// No state, window or position of a text may leak into the next one.
void TestDecoderTexts::computesTextsOfARowAsIfAlone()
{
    QFETCH(QString, name);
    const auto fixture = openFixture(name);
    QVERIFY(fixture);
    const torch::NoGradGuard noGradients;
    Decoder &model = *fixture->opened.model;
    const std::vector<std::int64_t> borders{0, 1, 9, 12, 24};
    const at::Tensor segments = at::zeros({1, 24}, at::kLong);
    std::vector<at::Tensor> alone;
    const at::Tensor ids = fixture->ids.slice(0, 0, 1);
    for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
        segments.slice(1, borders[i], borders[i + 1]).fill_(std::int64_t(i % 2));
        alone.push_back(model.forward(ids.slice(1, borders[i], borders[i + 1])));
    }
    QVERIFY(apart(model.forwardTexts(ids, segments), at::cat(alone, 1)) < 1e-5);
}

// The Phi-3 of the fixtures encodes positions in another way in texts of more than 12 tokens.
void TestDecoderTexts::encodesPositionsByTheLengthOfEachText()
{
    const auto fixture = openFixture("phi3");
    QVERIFY(fixture);
    const torch::NoGradGuard noGradients;
    Decoder &model = *fixture->opened.model;
    const std::vector<std::vector<std::int64_t>> borders{{0, 13, 24}, {0, 12, 24}, {0, 24}, {0, 5, 17, 24}};
    const at::Tensor ids = fixture->ids.slice(0, 0, 2).repeat({2, 1});
    const at::Tensor segments = at::full_like(ids, -1);
    std::vector<at::Tensor> alone;
    for (std::size_t row = 0; row < borders.size(); ++row) {
        std::vector<at::Tensor> texts;
        for (std::size_t i = 0; i + 1 < borders[row].size(); ++i) {
            const auto place = [&](const at::Tensor &all) {
                return all.narrow(0, std::int64_t(row), 1).slice(1, borders[row][i], borders[row][i + 1]);
            };
            place(segments).fill_(std::int64_t(i));
            texts.push_back(model.forward(place(ids)));
        }
        alone.push_back(at::cat(texts, 1));
    }
    const at::Tensor expected = at::cat(alone, 0);
    QVERIFY(apart(model.forwardTexts(ids, segments), expected) < 1e-5);
    for (std::int64_t row = 0; row < ids.size(0); ++row)
        QVERIFY(apart(model.forwardTexts(ids.narrow(0, row, 1), segments.narrow(0, row, 1)), expected.narrow(0, row, 1))
            < 1e-5);
    QCOMPARE(model.forwardTexts(ids.slice(0, 0, 0), segments.slice(0, 0, 0)).size(0), 0); // a rank may have no sample
}

// The recurrent layers compute 64 tokens at once: the same as token by token, over several such borders and texts.
void TestDecoderTexts::computesLongTextsInChunks()
{
    const auto fixture = openFixture("qwen3_5");
    QVERIFY(fixture);
    const torch::NoGradGuard noGradients;
    Decoder &model = *fixture->opened.model;
    const at::Tensor ids = fixture->ids.repeat({1, 7}); // 168 tokens
    const at::Tensor whole = model.forward(ids);
    auto caches = model.caches();
    std::vector<at::Tensor> parts;
    for (std::int64_t token = 0; token < ids.size(1); ++token)
        parts.push_back(model.extend(ids.slice(1, token, token + 1), caches));
    const double difference = apart(at::cat(parts, 1), whole);
    QVERIFY2(difference < 1e-4, qPrintable(QString::number(difference)));
    const at::Tensor segments = at::zeros_like(ids);
    segments.slice(1, 30, 130).fill_(1);
    segments.slice(1, 130).fill_(2);
    const at::Tensor alone
        = at::cat({whole.slice(1, 0, 30), model.forward(ids.slice(1, 30, 130)), model.forward(ids.slice(1, 130))}, 1);
    QVERIFY(apart(model.forwardTexts(ids, segments), alone) < 1e-4);
}

void TestDecoderTexts::attendsInBlocksOverLongRows_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"llama", "gemma3", "mistral", "gemma4", "qwen3_5"}) // heads share keys; windows; gates
        QTest::newRow(name) << QString(name);
}

// Long rows as part by part, and each text of a long row as if alone, with its gradients.
void TestDecoderTexts::attendsInBlocksOverLongRows()
{
    QFETCH(QString, name);
    const auto fixture = openFixture(name);
    QVERIFY(fixture);
    Decoder &model = *fixture->opened.model;
    const at::Tensor ids = fixture->ids.slice(0, 0, 2).repeat({1, 13}); // 312 tokens
    {
        const torch::NoGradGuard noGradients;
        auto caches = model.caches();
        std::vector<at::Tensor> parts;
        for (const at::Tensor &next : ids.split(39, 1))
            parts.push_back(model.extend(next, caches));
        QVERIFY(apart(model.forward(ids), at::cat(parts, 1)) < 1e-4);
    }
    const std::vector<std::int64_t> borders{0, 100, 128, 260, 312};
    const at::Tensor segments = at::zeros_like(ids);
    const at::Tensor weight = model.parameters().front();
    const auto gradientOf = [&](const at::Tensor &output) {
        weight.mutable_grad().reset();
        output.square().sum().backward();
        return weight.grad().clone();
    };
    std::vector<at::Tensor> alone;
    for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
        segments.slice(1, borders[i], borders[i + 1]).fill_(std::int64_t(i % 2));
        alone.push_back(model.forward(ids.slice(1, borders[i], borders[i + 1])));
    }
    const at::Tensor apartFromOthers = at::cat(alone, 1), together = model.forwardTexts(ids, segments);
    const double most = name == "qwen3_5" ? 1e-4 : 1e-5; // its recurrent layers compute in chunks
    QVERIFY(apart(together.detach(), apartFromOthers.detach()) < most);
    QVERIFY(apart(gradientOf(together), gradientOf(apartFromOthers)) < most);
}

QTEST_GUILESS_MAIN(TestDecoderTexts)
#include "tst_decodertexts.moc"
