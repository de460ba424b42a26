// What ranks and the run's store say to each other, and what neither may say.
#include "engine/base/base64.h"
#include "engine/protocol/store/storeline.h"

#include <QTest>

using namespace motley;

namespace {

std::string manyKeys(std::size_t count)
{
    std::string keys;
    for (std::size_t i = 0; i < count; ++i)
        keys += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\"";
    return R"({"request":"wait","keys":[)" + keys + R"(],"id":1,"rank":0})";
}

std::string setOf(const std::string &base64, const char *more = "false")
{
    return R"({"request":"set","key":"k","base64":")" + base64 + R"(","more":)" + more + R"(,"id":1,"rank":0})";
}

std::string getOf(const std::string &key, const char *from = "0")
{
    return R"({"request":"get","key":")" + key + R"(","from":)" + from + R"(,"id":1,"rank":0})";
}

} // namespace

class StoreLineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesAndReadsTheSame()
    {
        const std::vector<StoreRequest> requests{{StoreSet{"a/b", base64Of({"\0\xff\n", 3}), true}, 7, 3},
            {StoreGet{"a", 524288}, 8, 0}, {StoreAdd{"n", -4}, 9, 1}, {StoreCheck{{"a", "b"}}, 10, 1},
            {StoreWait{{}}, 11, 1}, {StoreDelete{"a"}, 12, 1}, {StoreCompareSet{"a", "", base64Of("x")}, 13, 1},
            {StoreCount{}, 14, 1}, {StoreCancel{}, 15, 1}, {StoreLeave{}, 0, 1023}};
        for (const StoreRequest &request : requests) {
            const std::string line = toLine(request);
            QVERIFY2(isStoreLine(line), line.c_str());
            QVERIFY2(line.find('\n') == std::string::npos, line.c_str());
            const auto read = parseStoreRequest(line);
            QVERIFY2(read, read ? "" : read.error().message.c_str());
            QVERIFY2(*read == request, line.c_str());
        }
        const std::vector<StoreAnswer> answers{
            {StoreValue{base64Of("word"), true}, 7, 3}, {StoreNumber{-1}, 8, 0}, {StoreRefusal{"It is full."}, 9, 1}};
        for (const StoreAnswer &answer : answers) {
            const auto read = parseStoreAnswer(toLine(answer));
            QVERIFY(isStoreLine(toLine(answer)) && read);
            QVERIFY(*read == answer);
        }
    }

    void takesTheLongestOfEverything()
    {
        for (const std::string &line : {getOf(std::string(longestStoreKey, 'k')), manyKeys(mostStoreKeys),
                 setOf(base64Of(std::string(storePiece, 'x')), "true")}) {
            const auto read = parseStoreRequest(line);
            QVERIFY2(read, read ? "" : read.error().message.c_str());
        }
    }

    void refusesWhatNoRankSays_data()
    {
        QTest::addColumn<QByteArray>("line");
        const auto row = [](const char *name, const std::string &line) {
            QTest::addRow("%s", name) << QByteArray::fromStdString(line);
        };
        row("nothing", "");
        row("half a line", getOf("key").substr(0, 20));
        row("another kind", R"({"request":"own","id":1,"rank":0})");
        row("no kind", R"({"id":1,"rank":0})");
        row("a kind that is no text", R"({"request":7,"id":1,"rank":0})");
        row("a field too many", R"({"request":"count","id":1,"rank":0,"more":true})");
        row("a field too few", R"({"request":"count","rank":0})");
        row("an id that is no number", R"({"request":"count","id":"1","rank":0})");
        row("a negative rank", R"({"request":"count","id":1,"rank":-1})");
        row("a rank beyond all", R"({"request":"count","id":1,"rank":99999999999})");
        row("an answer", toLine(StoreAnswer{StoreNumber{1}, 1, 0}));
        row("nested", R"({"request":"wait","keys":)" + std::string(1000, '[') + std::string(1000, ']') + "}");
        row("too many keys", manyKeys(mostStoreKeys + 1));
        row("a long key", getOf(std::string(longestStoreKey + 1, 'k')));
        row("from before the beginning", getOf("k", "-1"));
        row("a long piece", setOf(std::string(storePieceText + 4, 'A')));
        row("a long line", setOf(std::string(1 << 20, 'A')));
        row("no base64", setOf("*AAA"));
        row("a blank in base64", setOf("AA A"));
        row("base64 of another length", setOf("AAA"));
        row("padding in front", setOf("=AAA"));
        row("padding inside", setOf("AA==AAAA"));
        row("bits left over", setOf("AB=="));
        row("padding where more comes", setOf("AA==", "true"));
    }

    void refusesWhatNoRankSays()
    {
        QFETCH(QByteArray, line);
        const auto read = parseStoreRequest(line.toStdString());
        QVERIFY(!read);
        QVERIFY(!read.error().message.empty());
    }

    // The test vectors of RFC 4648.
    void writesBytesAsText()
    {
        const std::vector<std::pair<std::string, std::string>> vectors{{"", ""}, {"f", "Zg=="}, {"fo", "Zm8="},
            {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"fooba", "Zm9vYmE="}, {"foobar", "Zm9vYmFy"}};
        for (const auto &[bytes, text] : vectors) {
            QCOMPARE(base64Of(bytes), text);
            QCOMPARE(bytesOfBase64(text).value_or("no base64"), bytes);
        }
    }
};

QTEST_GUILESS_MAIN(StoreLineTest)
#include "tst_storeline.moc"
