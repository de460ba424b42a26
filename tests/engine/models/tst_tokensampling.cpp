#include "engine/models/causal/tokensampling.h"

#include <ATen/ATen.h>

#include <QTest>

#include <cmath>
#include <vector>

using namespace motley;

class TestTokenSampling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void drawsWithTheProbabilitiesAskedFor_data();
    void drawsWithTheProbabilitiesAskedFor();
    void refusesImpossibleSpecs_data();
    void refusesImpossibleSpecs();
};

void TestTokenSampling::drawsWithTheProbabilitiesAskedFor_data()
{
    QTest::addColumn<double>("temperature");
    QTest::addColumn<int>("topK");
    QTest::addColumn<double>("topP");
    QTest::addColumn<QList<double>>("expected");
    // Tokens of the probabilities 0.1, 0.4, 0.2 and 0.3.
    QTest::addRow("all") << 1.0 << 0 << 1.0 << QList<double>{0.1, 0.4, 0.2, 0.3};
    QTest::addRow("most probable") << 0.0 << 0 << 1.0 << QList<double>{0, 1, 0, 0};
    QTest::addRow("cold") << 0.5 << 0 << 1.0 << QList<double>{1 / 30., 16 / 30., 4 / 30., 9 / 30.};
    QTest::addRow("top two") << 1.0 << 2 << 1.0 << QList<double>{0, 4 / 7., 0, 3 / 7.};
    QTest::addRow("more than there are") << 1.0 << 9 << 1.0 << QList<double>{0.1, 0.4, 0.2, 0.3};
    QTest::addRow("four fifths together") << 1.0 << 0 << 0.8 << QList<double>{0, 4 / 9., 2 / 9., 3 / 9.};
    QTest::addRow("less than the first") << 1.0 << 0 << 0.1 << QList<double>{0, 1, 0, 0};
    QTest::addRow("both") << 1.0 << 3 << 0.6 << QList<double>{0, 4 / 7., 0, 3 / 7.};
}

void TestTokenSampling::drawsWithTheProbabilitiesAskedFor()
{
    QFETCH(double, temperature);
    QFETCH(int, topK);
    QFETCH(double, topP);
    QFETCH(QList<double>, expected);
    constexpr int draws = 1000;
    std::vector<double> uniform;
    for (int i = 0; i < draws; ++i)
        uniform.push_back((i + 0.5) / draws);
    const at::Tensor logits = at::tensor({0.1, 0.4, 0.2, 0.3}).log().add(3).expand({draws, 4});
    const at::Tensor drawn = sampleTokens(logits, {temperature, topK, topP}, uniform);
    const at::Tensor counts = drawn.bincount({}, 4);
    for (int token = 0; token < 4; ++token)
        QVERIFY(std::abs(counts[token].item<double>() / draws - expected[token]) < 0.002);
}

void TestTokenSampling::refusesImpossibleSpecs_data()
{
    QTest::addColumn<double>("temperature");
    QTest::addColumn<int>("topK");
    QTest::addColumn<double>("topP");
    QTest::addColumn<QString>("said");
    QTest::addRow("frozen") << -1.0 << 0 << 1.0 << "temperature";
    QTest::addRow("endless") << double(INFINITY) << 0 << 1.0 << "temperature";
    QTest::addRow("negative") << 1.0 << -1 << 1.0 << "top-k";
    QTest::addRow("nothing") << 1.0 << 0 << 0.0 << "top-p";
    QTest::addRow("too much") << 1.0 << 0 << 1.5 << "top-p";
}

void TestTokenSampling::refusesImpossibleSpecs()
{
    QFETCH(double, temperature);
    QFETCH(int, topK);
    QFETCH(double, topP);
    QFETCH(QString, said);
    const auto good = validate({temperature, topK, topP});
    QVERIFY(!good);
    QVERIFY(QString::fromStdString(good.error().message).contains(said));
    QVERIFY(validate(SamplingSpec()));
}

QTEST_GUILESS_MAIN(TestTokenSampling)
#include "tst_tokensampling.moc"
