#include "engine/tensorfiles/loadtensors.h"

#include <torch/types.h>

#include <QTest>

using namespace motley;

class TestLoadTensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesWhatIsFreshAndUnused();
    void staysShortHoweverManyTensorsThereAre();
};

void TestLoadTensors::namesWhatIsFreshAndUnused()
{
    const NamedTensors model{{"body", at::zeros({2})}, {"head.weight", at::zeros({2})}};
    const auto loaded
        = loadTensors(model, {{"body", at::ones({2})}, {"other.weight", at::ones({3})}}, {{"head"}, {"other"}});
    QVERIFY2(loaded, loaded ? "" : loaded.error().message.c_str());
    QVERIFY(at::equal(model[0].tensor, at::ones({2})));
    QCOMPARE(QString::fromStdString(describe(*loaded)),
        "1 tensor starts with fresh values: head.weight. 1 stored tensor is not used: other.weight.");
}

void TestLoadTensors::staysShortHoweverManyTensorsThereAre()
{
    NamedTensors stored;
    for (int i = 0; i < 100000; ++i)
        stored.push_back({"other." + std::to_string(i) + std::string(i == 0 ? 5000 : 1, 'x'), at::zeros({1})});
    const auto refused = loadTensors({}, stored, {});
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.find("and 99996 more") != std::string::npos, refused.error().message.c_str());
    QVERIFY(refused.error().message.size() < 1000);
    QVERIFY(refused.error().detail.size() < 5000);
    const std::string unused = describe(*loadTensors({}, stored, {{}, {"other"}}));
    QVERIFY2(unused.find("100000 stored tensors are not used: other.0x") == 0, unused.substr(0, 100).c_str());
    QVERIFY(unused.size() < 5000);
}

QTEST_GUILESS_MAIN(TestLoadTensors)
#include "tst_loadtensors.moc"
