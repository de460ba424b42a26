#include "engine/tensorfiles/averagetensors.h"
#include "engine/tensorfiles/safetensors.h"

#include <ATen/ATen.h>

#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class TestAverageTensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isTheMean();
    void staysWhatOneFileIs();
    void refusesWhatDiffers_data();
    void refusesWhatDiffers();

private:
    std::string write(const char *name, const NamedTensors &tensors) const;

    QTemporaryDir m_folder;
};

std::string TestAverageTensors::write(const char *name, const NamedTensors &tensors) const
{
    const std::string path = m_folder.filePath(name).toStdString();
    if (!writeSafetensors(path, tensors))
        qFatal("%s cannot be written", path.c_str());
    return path;
}

void TestAverageTensors::isTheMean()
{
    std::vector<std::string> paths;
    for (const int value : {1, 2, 6}) {
        const NamedTensors tensors{{"weight", at::full({2, 2}, value, at::kFloat)},
            {"narrow", at::full({3}, 1000 + value, at::kBFloat16)}, {"exact", at::full({1}, value / 3.0, at::kDouble)},
            {"count", at::full({1}, value, at::kLong)}};
        paths.push_back(write(std::to_string(value).c_str(), tensors));
    }
    const auto mean = averageTensors(paths);
    QVERIFY2(mean, mean ? "" : mean.error().message.c_str());
    QVERIFY(at::equal((*mean)[0].tensor, at::full({2, 2}, 3, at::kFloat)));
    QCOMPARE((*mean)[0].name, std::string("weight"));
    // bfloat16 has 1000, 1004 and 1008, but nothing between: the mean of 1000, 1000 and 1008 is rounded once, at the
    // end.
    QVERIFY(at::equal((*mean)[1].tensor, at::full({3}, (1000.0 + 1000 + 1008) / 3, at::kBFloat16)));
    QVERIFY(std::abs((*mean)[2].tensor.item<double>() - 1) < 1e-15);
    QCOMPARE((*mean)[3].tensor.item<std::int64_t>(), 6);
}

void TestAverageTensors::staysWhatOneFileIs()
{
    const at::Tensor values = at::randn({5});
    const auto mean = averageTensors({write("one", {{"weight", values}})});
    QVERIFY(mean);
    QVERIFY(at::equal((*mean)[0].tensor, values));
}

void TestAverageTensors::refusesWhatDiffers_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("said");
    QTest::addRow("name") << "name"
                          << "its tensor wait differs";
    QTest::addRow("shape") << "shape"
                           << "its tensor weight differs";
    QTest::addRow("type") << "type"
                          << "its tensor weight differs";
    QTest::addRow("count") << "count"
                           << "it holds 2 tensors, the first file 1";
    QTest::addRow("nothing") << "nothing"
                             << "no checkpoints";
}

void TestAverageTensors::refusesWhatDiffers()
{
    QFETCH(QString, change);
    QFETCH(QString, said);
    NamedTensors other{{change == "name" ? "wait" : "weight",
        at::zeros({change == "shape" ? 4 : 3}, change == "type" ? at::kDouble : at::kFloat)}};
    if (change == "count")
        other.push_back({"bias", at::zeros({3})});
    const std::string first = write("first", {{"weight", at::zeros({3})}});
    const std::string second = write("second", other);
    const auto mean = averageTensors(change == "nothing" ? std::vector<std::string>() : std::vector{first, second});
    QVERIFY(!mean);
    QVERIFY2(QString::fromStdString(mean.error().message).contains(said), mean.error().message.c_str());
    QVERIFY(change == "nothing" || mean.error().message.find(second) != std::string::npos);
}

QTEST_GUILESS_MAIN(TestAverageTensors)
#include "tst_averagetensors.moc"
