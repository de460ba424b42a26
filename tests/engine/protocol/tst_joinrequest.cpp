// The join requests of machines that were started by hand.
#include "engine/protocol/joinrequest.h"

#include <QtTest>

using namespace motley;

namespace {

JoinRequest someRequest()
{
    JoinRequest request;
    request.engineVersion = "1.0";
    request.report.hostName = "node-1";
    request.job.name = "fashion";
    request.job.task = ImageSpec{{}, {"/data"}};
    request.devices = {{{}, 4, {100, 0.01, 0.02}}, {{Device::Kind::Cuda, "GPU-1"}, 2, {900, 0.001, 0.002}}};
    request.files = {{"data.folder/train", 500, std::string(64, '0')}, {"data.folder/test", 100}};
    request.echoEndpoint = {40123, std::string(tokenDigits, 'a')};
    return request;
}

} // namespace

class JoinRequestTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void survivesTheRoundTrip()
    {
        const auto again = parseJoinRequest(toJson(someRequest()));
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QVERIFY(*again == someRequest());
    }

    void refusesWhatCannotBe()
    {
        JoinRequest slow = someRequest();
        slow.devices[0].speed.samplesPerSecond = 0;
        QVERIFY(!parseJoinRequest(toJson(slow)));
        JoinRequest empty = someRequest();
        empty.devices.clear();
        QVERIFY(!parseJoinRequest(toJson(empty)));
        QVERIFY(!parseJoinRequest("{}"));
        QVERIFY(!parseJoinRequest("no JSON"));
        const std::string text = toJson(someRequest());
        for (std::size_t length = 0; length < text.size(); length += 7)
            QVERIFY(!parseJoinRequest(text.substr(0, length)));
    }

    void agreesWhereOnlyPathsDiffer()
    {
        JoinRequest other = someRequest();
        std::get<ImageSpec>(other.job.task).data.folder = "/elsewhere";
        QVERIFY(checkAgreement({someRequest(), other}, {"a", "b"}));
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
        JoinRequest other = someRequest();
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
        const auto agreed = checkAgreement({someRequest(), someRequest(), other}, {"a", "c", "b"});
        QVERIFY(!agreed);
        QVERIFY2(agreed.error().message.find(words.toStdString()) != std::string::npos, agreed.error().message.c_str());
    }
};

QTEST_APPLESS_MAIN(JoinRequestTest)
#include "tst_joinrequest.moc"
