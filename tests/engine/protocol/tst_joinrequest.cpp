// What machines that were started by hand say of themselves.
#include "engine/protocol/joinrequest.h"

#include <QtTest>

using namespace motley;

namespace {

Arrival someArrival()
{
    Arrival arrival;
    arrival.engineVersion = "1.0";
    arrival.report.hostName = "node-1";
    arrival.job.name = "fashion";
    arrival.job.task = ImageSpec{{}, {"/data"}};
    arrival.devices = {{{}, 4, {100, 0.01, 0.02}}, {{Device::Kind::Cuda, "GPU-1"}, 2, {900, 0.001, 0.002}}};
    arrival.files = {{"data.folder/train", 500, std::string(64, '0')}, {"data.folder/test", 100}};
    arrival.listening = {40123, std::string(wordDigits, 'a')};
    return arrival;
}

} // namespace

class ArrivalTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void survivesTheRoundTrip()
    {
        const auto again = parseArrival(toJson(someArrival()));
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QVERIFY(*again == someArrival());
    }

    void refusesWhatCannotBe()
    {
        Arrival slow = someArrival();
        slow.devices[0].speed.samplesPerSecond = 0;
        QVERIFY(!parseArrival(toJson(slow)));
        Arrival empty = someArrival();
        empty.devices.clear();
        QVERIFY(!parseArrival(toJson(empty)));
        QVERIFY(!parseArrival("{}"));
        QVERIFY(!parseArrival("no JSON"));
        const std::string text = toJson(someArrival());
        for (std::size_t length = 0; length < text.size(); length += 7)
            QVERIFY(!parseArrival(text.substr(0, length)));
    }

    void agreesWhereOnlyPathsDiffer()
    {
        Arrival other = someArrival();
        std::get<ImageSpec>(other.job.task).data.folder = "/elsewhere";
        QVERIFY(checkAgreement({someArrival(), other}, {"a", "b"}));
    }

    void namesWhatDiffers_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QByteArray>("words");
        QTest::addRow("engine") << "engine" << QByteArray("b and a have different engines: 2.0 and 1.0");
        QTest::addRow("job") << "job" << QByteArray("The job of b differs from that of a: batch is 32 (was 256)");
        QTest::addRow("size") << "size" << QByteArray("data.folder/test is 99 bytes on b and 100 bytes on a");
        QTest::addRow("content") << "content"
                                 << QByteArray("data.folder/train is as long on both, but holds something else on b");
        QTest::addRow("sizes") << "sizes" << QByteArray("--sizes-only");
        QTest::addRow("file") << "file" << QByteArray("data.folder/test is not there on b");
        QTest::addRow("more") << "more" << QByteArray("data.folder/more is 1 bytes on b and not there on a");
    }

    void namesWhatDiffers()
    {
        QFETCH(QString, what);
        QFETCH(QByteArray, words);
        Arrival other = someArrival();
        if (what == "engine")
            other.engineVersion = "2.0";
        if (what == "job")
            other.job.batch = 32;
        if (what == "size")
            other.files[1].bytes = 99;
        if (what == "content")
            other.files[0].sha256[63] = '1';
        if (what == "sizes")
            other.comparesSizes = true;
        if (what == "file")
            other.files.pop_back();
        if (what == "more")
            other.files.push_back({"data.folder/more", 1});
        const auto agreed = checkAgreement({someArrival(), someArrival(), other}, {"a", "c", "b"});
        QVERIFY(!agreed);
        QVERIFY2(agreed.error().message.find(words.toStdString()) != std::string::npos, agreed.error().message.c_str());
    }
};

QTEST_APPLESS_MAIN(ArrivalTest)
#include "tst_joinrequest.moc"
