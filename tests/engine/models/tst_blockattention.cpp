// Attention in blocks is the attention of a mask over whole rows, and holds no tensor as large as that.
#include "engine/device/devicememory.h"
#include "engine/models/layers/blockattention.h"

#include <torch/types.h>

#include <QTest>

using namespace motley;

namespace {

constexpr std::int64_t heads = 4;
constexpr std::int64_t size = 8; // features of a head

at::Tensor noise(std::int64_t samples, std::int64_t tokens, std::int64_t count)
{
    return torch::randn({samples, tokens, count, size}).transpose(1, 2);
}

struct Heads {
    at::Tensor query;
    at::Tensor key;
    at::Tensor value;

    static Heads ofNoise(std::int64_t samples, std::int64_t tokens, std::int64_t keyHeads)
    {
        return {noise(samples, tokens, heads), noise(samples, tokens, keyHeads), noise(samples, tokens, keyHeads)};
    }
    Heads of(std::int64_t sample, std::int64_t first, std::int64_t last) const
    {
        const auto part = [&](const at::Tensor &x) { return x.narrow(0, sample, 1).slice(2, first, last); };
        return {part(query), part(key), part(value)};
    }
    Heads in(at::ScalarType type) const { return {query.to(type), key.to(type), value.to(type)}; }
};

struct Rows {
    at::Tensor texts; // undefined: each row is one
    at::Tensor positions;
};

// A row for each list of borders, which begins with 0 and ends with the tokens.
Rows rowsOf(const std::vector<std::vector<std::int64_t>> &borders)
{
    std::vector<at::Tensor> texts, positions;
    for (const auto &row : borders) {
        std::vector<at::Tensor> numbers, places;
        for (std::size_t i = 0; i + 1 < row.size(); ++i) {
            numbers.push_back(at::full({row[i + 1] - row[i]}, std::int64_t(i) + 1, at::kLong));
            places.push_back(at::arange(row[i + 1] - row[i], at::kLong));
        }
        texts.push_back(at::cat(numbers));
        positions.push_back(at::cat(places));
    }
    return {at::stack(texts), at::stack(positions)};
}

Rows oneText(std::int64_t tokens)
{
    return {{}, at::arange(tokens, at::kLong).unsqueeze(0)};
}

// What each token sees, by its definition.
at::Tensor maskOf(const Rows &rows, std::int64_t window)
{
    const at::Tensor places = at::arange(rows.positions.size(1), at::kLong);
    at::Tensor sees = places.unsqueeze(0).le(places.unsqueeze(1));
    if (window > 0)
        sees = sees.logical_and(places.unsqueeze(0).gt(places.unsqueeze(1) - window));
    if (rows.texts.defined())
        sees = sees.logical_and(rows.texts.unsqueeze(2).eq(rows.texts.unsqueeze(1))).unsqueeze(1);
    return sees;
}

using Attend = std::function<at::Tensor(const Heads &)>;

Attend inBlocks(const Rows &rows, std::int64_t window, std::int64_t block)
{
    const auto sight = std::make_shared<const BlockSight>(blockSightOf(rows.texts, rows.positions, window, block));
    return [=](const Heads &x) { return attentionInBlocks(x.query, x.key, x.value, sight, 0.3); };
}

Attend withMask(const at::Tensor &mask)
{
    return [=](const Heads &x) { return maskedAttention(x.query, x.key, x.value, mask, 0.3); };
}

// The output, and the gradients of query, key and value for an uneven sum of it.
std::vector<at::Tensor> resultsOf(const Heads &x, const Attend &attend)
{
    const auto leaf = [](const at::Tensor &part) { return part.detach().clone().requires_grad_(); };
    const Heads inputs{leaf(x.query), leaf(x.key), leaf(x.value)};
    const at::Tensor output = attend(inputs);
    const at::Tensor weights = at::arange(output.numel()).view(output.sizes()).to(at::kFloat).sin();
    (output.to(at::kFloat) * weights).sum().backward();
    return {output.detach(), inputs.query.grad(), inputs.key.grad(), inputs.value.grad()};
}

// The largest difference, relative to the largest number, or to 1 where all are smaller, as all that cancels out is.
double apart(const at::Tensor &found, const at::Tensor &expected)
{
    const at::Tensor wide = expected.to(at::kDouble);
    return ((found.to(at::kDouble) - wide).abs().max() / wide.abs().max().clamp_min(1)).item<double>();
}

} // namespace

class BlockAttentionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { torch::manual_seed(1); }
    void isThatOfAMask_data();
    void isThatOfAMask();
    void leaksNothingOverAnyBorder();
    void looksAtTheKeysInSightAlone();
    void computesIn16Bits();
    void takesMemoryByTheTokens_data();
    void takesMemoryByTheTokens();
};

void BlockAttentionTest::isThatOfAMask_data()
{
    QTest::addColumn<qint64>("tokens");
    QTest::addColumn<qint64>("window");
    QTest::addColumn<bool>("isPacked");
    QTest::addColumn<qint64>("keyHeads");
    for (const qint64 tokens : {64, 65, 100, 127})
        for (const qint64 window : {0, 1, 20, 40})
            for (const bool isPacked : {false, true})
                for (const qint64 keyHeads : {qint64(2), qint64(heads)})
                    if (isPacked || window > 0)
                        QTest::addRow("%lld tokens, window %lld%s, %lld key heads", tokens, window,
                            isPacked ? ", packed" : "", keyHeads)
                            << tokens << window << isPacked << keyHeads;
}

// Also where the last block is short, and where texts begin within blocks, at their borders, and in other places in
// other rows.
void BlockAttentionTest::isThatOfAMask()
{
    QFETCH(qint64, tokens);
    QFETCH(qint64, window);
    QFETCH(bool, isPacked);
    QFETCH(qint64, keyHeads);
    const Rows rows
        = isPacked ? rowsOf({{0, 1, 31, 33, tokens}, {0, 32, 64 - 1, tokens}, {0, tokens}}) : oneText(tokens);
    const Heads x = Heads::ofNoise(3, tokens, keyHeads);
    const auto found = resultsOf(x, inBlocks(rows, window, 32));
    const auto expected = resultsOf(x, withMask(maskOf(rows, window)));
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double difference = apart(found[i], expected[i]);
        QVERIFY2(difference < 1e-6, qPrintable(QString("%1: %2").arg(i).arg(difference)));
    }
}

void BlockAttentionTest::leaksNothingOverAnyBorder()
{
    constexpr std::int64_t tokens = 50;
    const Heads x = Heads::ofNoise(1, tokens, 2);
    for (std::int64_t border = 1; border < tokens; ++border) {
        const auto found = resultsOf(x, inBlocks(rowsOf({{0, border, tokens}}), 0, 16));
        const auto alone = [&](std::int64_t first, std::int64_t last) { return x.of(0, first, last); };
        const Heads front = alone(0, border), back = alone(border, tokens);
        const auto causal = [](const Heads &part) {
            return maskedAttention(part.query, part.key, part.value, maskOf(oneText(part.query.size(2)), 0), 0.3);
        };
        QVERIFY(apart(found[0].slice(2, 0, border), causal(front)) < 1e-6);
        QVERIFY(apart(found[0].slice(2, border), causal(back)) < 1e-6);
        // What the second text is, is nothing to the gradients of the first one.
        Heads other = x;
        other.key = x.key.clone();
        other.key.slice(2, border).mul_(7);
        const auto changed = resultsOf(other, inBlocks(rowsOf({{0, border, tokens}}), 0, 16));
        for (std::size_t i = 0; i < found.size(); ++i)
            QVERIFY(at::equal(found[i].slice(2, 0, border), changed[i].slice(2, 0, border)));
    }
}

void BlockAttentionTest::looksAtTheKeysInSightAlone()
{
    using Keys = std::vector<std::int64_t>;
    QCOMPARE(blockSightOf({}, oneText(100).positions, 20, 32).firstKeys, (Keys{0, 13, 45, 77}));
    QCOMPARE(blockSightOf({}, oneText(100).positions, 0, 32).firstKeys, (Keys{0, 0, 0, 0}));
    const Rows rows = rowsOf({{0, 32, 70, 100}, {0, 40, 60, 100}});
    QCOMPARE(blockSightOf(rows.texts, rows.positions, 0, 32).firstKeys, (Keys{0, 0, 32, 60}));
    QCOMPARE(blockSightOf(rows.texts, rows.positions, 10, 32).firstKeys, (Keys{0, 23, 55, 87}));
}

void BlockAttentionTest::computesIn16Bits()
{
    const Rows rows = rowsOf({{0, 20, 90, 200}, {0, 150, 200}});
    const Heads x = Heads::ofNoise(2, 200, 2);
    const auto expected = resultsOf(x, withMask(maskOf(rows, 0)));
    const auto found = resultsOf(x.in(at::kBFloat16), inBlocks(rows, 0, 32));
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(found[i].scalar_type(), at::kBFloat16);
        QVERIFY(apart(found[i], expected[i]) < 2e-2);
    }
}

void BlockAttentionTest::takesMemoryByTheTokens_data()
{
    QTest::addColumn<qint64>("window");
    QTest::addColumn<bool>("isPacked");
    QTest::newRow("packed") << qint64(0) << true;
    QTest::newRow("window") << qint64(256) << false;
    QTest::newRow("packed, window") << qint64(256) << true;
}

// Beside inputs, output and gradients: twice as much for twice the tokens, where a mask takes four times as much
// itself.
void BlockAttentionTest::takesMemoryByTheTokens()
{
    QFETCH(qint64, window);
    QFETCH(bool, isPacked);
    countMemory(at::kCPU);
    const auto bytesFor = [&](std::int64_t tokens, bool masked) {
        const Rows rows = isPacked ? rowsOf({{0, tokens / 3, tokens}}) : oneText(tokens);
        const Heads x = Heads::ofNoise(1, tokens, 2);
        const std::int64_t before = usedMemory(at::kCPU);
        restartPeak(at::kCPU);
        resultsOf(x, masked ? withMask(maskOf(rows, window)) : inBlocks(rows, window, 128));
        return double(peakMemory(at::kCPU) - before);
    };
    const double blocks = bytesFor(2048, false) / bytesFor(1024, false);
    const double mask = bytesFor(2048, true) / bytesFor(1024, true);
    qInfo("twice the tokens take %.2f times the memory, with a mask %.2f times", blocks, mask);
    QVERIFY(blocks < 2.1);
    QVERIFY(mask > 2.5);
}

QTEST_GUILESS_MAIN(BlockAttentionTest)
#include "tst_blockattention.moc"
