#include "engine/base/mappedfile.h"
#include "engine/tensorfiles/pickle.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/torchfile.h"
#include "tests/fixtures/fulldisk.h"

#include <ATen/ATen.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <limits>

using namespace motley;

// Reads files that tests/reference/torchfiles.py wrote.
class TestTorchFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatTorchSaves_data();
    void readsWhatTorchSaves();
    void readsOnlyWhatIsWanted();
    void showsViewsAsTorchDoes();
    void refusesAnotherByteOrder();
    void readsTheNumbersOfACommandLine_data();
    void readsTheNumbersOfACommandLine();
    void keepsTensorsInAFile();
    void runsNothing_data();
    void runsNothing();
    void refusesBrokenPickles_data();
    void refusesBrokenPickles();
    void refusesTensorsBeyondTheirBytes_data();
    void refusesTensorsBeyondTheirBytes();
    void refusesCutFiles_data();
    void refusesCutFiles();
    void survivesEveryChangedByte_data();
    void survivesEveryChangedByte();
    void boundsTheMemoryOfSharedValues();
    void leavesNothingOnAFullDisk();

private:
    QTemporaryDir m_folder;
};

namespace {

std::string fixture(const QString &name)
{
    return std::string(MOTLEY_TESTS "/fixtures/torchfiles/") + name.toStdString();
}

QByteArray contents(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::string_view view(const QByteArray &bytes)
{
    return {bytes.constData(), std::size_t(bytes.size())};
}

template <std::size_t size>
QByteArray bytes(const char (&text)[size]) // keeps zero bytes inside the text
{
    return QByteArray(text, size - 1);
}

void bothLayouts()
{
    QTest::addColumn<QString>("name");
    QTest::addRow("zip") << "types.pt";
    QTest::addRow("legacy") << "types-legacy.pt";
}

} // namespace

void TestTorchFile::readsWhatTorchSaves_data()
{
    bothLayouts();
}

void TestTorchFile::readsWhatTorchSaves()
{
    QFETCH(QString, name);
    const auto read = readTorchFile(fixture(name));
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    const auto expected = readSafetensors(fixture("types.safetensors"));
    QVERIFY2(expected, expected ? "" : expected.error().message.c_str());
    QCOMPARE(read->size(), expected->size());
    for (const auto &item : *expected) {
        const auto same = std::find_if(
            read->begin(), read->end(), [&](const NamedTensor &other) { return other.name == item.name; });
        QVERIFY2(same != read->end(), item.name.c_str());
        QCOMPARE(same->tensor.scalar_type(), item.tensor.scalar_type());
        QVERIFY2(at::equal(same->tensor, item.tensor), item.name.c_str());
    }
}

void TestTorchFile::readsOnlyWhatIsWanted()
{
    const auto read = readTorchFile(fixture("types.pt"), [](const std::string &name) { return name == "deep/part"; });
    QVERIFY(read);
    QCOMPARE(read->size(), std::size_t(1));
    QVERIFY(at::equal((*read)[0].tensor, at::arange(24, at::kFloat).view({4, 6}).slice(0, 1, 3).slice(1, 2, 5)));
}

void TestTorchFile::showsViewsAsTorchDoes()
{
    const auto negative = readTorchFile(fixture("views.pt"));
    QVERIFY2(negative, negative ? "" : negative.error().message.c_str());
    QVERIFY(at::equal(negative->front().tensor, -at::arange(4, at::kFloat)));
    QByteArray other = contents(fixture("views.pt"));
    other.replace(QByteArray("X\3\0\0\0neg", 8), QByteArray("X\3\0\0\0nex", 8));
    const auto unknown = parseTorchFile(view(other));
    QVERIFY(!unknown);
    QVERIFY2(unknown.error().message.find("mark \"nex\"") != std::string::npos, unknown.error().message.c_str());
    const auto expanded = readTorchFile(fixture("expanded.pt"));
    QVERIFY(!expanded);
    QVERIFY2(
        expanded.error().message.find("after contiguous()") != std::string::npos, expanded.error().message.c_str());
}

void TestTorchFile::refusesAnotherByteOrder()
{
    QByteArray legacy = contents(fixture("types-legacy.pt"));
    const qsizetype isLittle = legacy.indexOf('\x88', legacy.indexOf("little_endian"));
    QVERIFY(isLittle > 0);
    legacy[isLittle] = '\x89'; // False
    QByteArray zip = contents(fixture("types.pt"));
    QVERIFY(zip.contains("little"));
    zip.replace("little", "bigger");
    for (const QByteArray &file : {legacy, zip}) {
        const auto read = parseTorchFile(view(file));
        QVERIFY(!read);
        QVERIFY2(read.error().message.find("another byte order") != std::string::npos, read.error().message.c_str());
    }
}

void TestTorchFile::readsTheNumbersOfACommandLine_data()
{
    bothLayouts();
}

void TestTorchFile::readsTheNumbersOfACommandLine()
{
    QFETCH(QString, name);
    const auto read = readTorchContents(fixture(name));
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(read->numbers, (std::map<std::string, std::int64_t>{{"args/flag", 1}, {"list/1", 3}}));
}

void TestTorchFile::keepsTensorsInAFile()
{
    const at::Tensor whole = at::arange(12, at::kFloat).view({3, 4});
    const NamedTensors written{{"whole", whole}, {"turned", whole.t()}, {"bf16", whole.to(at::kBFloat16)},
        {"yes", at::ones({2}, at::kBool)}, {"none", at::zeros({0, 3})}};
    const std::string path = m_folder.filePath("written.pt").toStdString();
    QVERIFY(writeTorchFile(path, "model", written, {"args", "extra_state"}));
    const auto read = readTorchFile(path);
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(read->size(), written.size());
    for (std::size_t i = 0; i < written.size(); ++i) {
        QCOMPARE((*read)[i].name, "model/" + written[i].name);
        QVERIFY(at::equal((*read)[i].tensor, written[i].tensor));
    }
    QVERIFY(!writeTorchFile(path, "model", {{"complex", at::zeros({2}, at::kComplexFloat)}}));
    QVERIFY(!writeTorchFile("/nowhere/written.pt", "model", written));
}

void TestTorchFile::runsNothing_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("said");
    QTest::addRow("a command") << bytes("\x80\x02"
                                        "cposix\nsystem\nX\x02\0\0\0ls\x85R.")
                               << "posix.system";
    QTest::addRow("by stack") << bytes("\x80\x04\x8c\x08"
                                       "builtins\x8c\x04"
                                       "eval\x93.")
                              << "builtins.eval";
    QTest::addRow("a class") << bytes("\x80\x02"
                                      "cmodel\nNet\n)\x81.")
                             << "model.Net";
    QTest::addRow("like a storage") << bytes("\x80\x02"
                                             "ctorch\nload.Storage\n.")
                                    << "torch.load.Storage";
    QTest::addRow("calls a storage") << bytes("\x80\x02"
                                              "ctorch\nFloatStorage\nK\x01\x85R.")
                                     << "FloatStorage";
    QTest::addRow("by instance") << bytes("\x80\x02(cos\nsystem\no.") << "os.system";
    QTest::addRow("extension") << bytes("\x80\x02\x82\x01.") << "instruction 130";
}

void TestTorchFile::runsNothing()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QString, said);
    const auto read = readPickle(view(pickle));
    QVERIFY(!read);
    QVERIFY2(QString::fromStdString(read.error().message).contains(said), read.error().message.c_str());
}

void TestTorchFile::refusesBrokenPickles_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addRow("nothing") << QByteArray();
    QTest::addRow("no end") << bytes("\x80\x02N");
    QTest::addRow("no value") << bytes("\x80\x02.");
    QTest::addRow("two values") << bytes("\x80\x02NN.");
    QTest::addRow("protocol 0") << bytes("(dp0\n.");
    QTest::addRow("protocol 9") << bytes("\x80\x09N.");
    QTest::addRow("pops nothing") << bytes("\x80\x02"
                                           "0N.");
    QTest::addRow("pops below a mark") << bytes("\x80\x02N(0.");
    QTest::addRow("no mark") << bytes("\x80\x02NNt.");
    QTest::addRow("recalls nothing") << bytes("\x80\x02h\x05.");
    QTest::addRow("remembers nothing") << bytes("\x80\x02q\x05N.");
    QTest::addRow("a text of 4 GB") << bytes("\x80\x02X\xff\xff\xff\xff.");
    QTest::addRow("a text of 2^64 bytes") << bytes("\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\xff.");
    QTest::addRow("a number of 4 GB") << bytes("\x80\x02\x8b\xff\xff\xff\xff.");
    QTest::addRow("half a pair") << bytes("\x80\x02}(Nu.");
    QTest::addRow("adds to a number") << bytes("\x80\x02K\x01Na.");
    QTest::addRow("calls a number") << bytes("\x80\x02K\x01)R.");
    QTest::addRow("attributes of a number") << bytes("\x80\x02K\x01}b.");
    QTest::addRow("an odd dict") << bytes("\x80\x02"
                                          "ccollections\nOrderedDict\n](]Nae\x85R.");
    QTest::addRow("a name without end") << bytes("\x80\x02"
                                                 "ctorch\nFloatStorage");
}

void TestTorchFile::refusesBrokenPickles()
{
    QFETCH(QByteArray, pickle);
    const auto read = readPickle(view(pickle));
    QVERIFY(!read);
    QVERIFY(!read.error().message.empty());
}

void TestTorchFile::refusesTensorsBeyondTheirBytes_data()
{
    QTest::addColumn<int>("number"); // index of the number in the tensor's description
    QTest::addColumn<qlonglong>("value");
    for (const qlonglong value :
        {qlonglong(8), qlonglong(1) << 62, std::numeric_limits<qlonglong>::max(), qlonglong(-1)}) {
        QTest::addRow("elements %lld", value) << 0 << value;
        QTest::addRow("offset %lld", value) << 1 << value;
        QTest::addRow("size %lld", value) << 2 << value;
        QTest::addRow("stride %lld", value) << 3 << value;
    }
}

void TestTorchFile::refusesTensorsBeyondTheirBytes()
{
    QFETCH(int, number);
    QFETCH(qlonglong, value);
    const std::string path = m_folder.filePath("beyond.pt").toStdString();
    QVERIFY(writeTorchFile(path, "model", {{"t", at::arange(7, at::kFloat)}}));
    QByteArray file = contents(path);
    qsizetype place = 0; // each number is written as \x8a\x08 and 8 bytes
    for (int i = 0; i <= number; ++i)
        place = file.indexOf("\x8a\x08", place) + 2;
    for (int i = 0; i < 8; ++i)
        file[place + i] = char(value >> (8 * i));
    const auto read = parseTorchFile(view(file));
    QVERIFY(!read);
    QVERIFY(read.error().message.find("model/t") != std::string::npos);
}

void TestTorchFile::refusesCutFiles_data()
{
    bothLayouts();
}

void TestTorchFile::refusesCutFiles()
{
    QFETCH(QString, name);
    const QByteArray file = contents(fixture(name));
    QVERIFY(file.size() > 1000);
    for (qsizetype length = 0; length < file.size(); length += length < 3000 ? 1 : 37)
        QVERIFY(!parseTorchFile(view(file.left(length))));
}

void TestTorchFile::survivesEveryChangedByte_data()
{
    bothLayouts();
}

void TestTorchFile::survivesEveryChangedByte()
{
    QFETCH(QString, name);
    const QByteArray file = contents(fixture(name));
    for (qsizetype i = 0; i < file.size(); ++i) {
        QByteArray changed = file;
        changed[i] = char(changed[i] ^ (1 << (i % 8)));
        const auto read = parseTorchFile(view(changed));
        std::size_t held = 0;
        if (read)
            for (const auto &item : *read)
                held += item.tensor.nbytes();
        QVERIFY(held <= 2 * std::size_t(file.size()));
        QVERIFY(read || !read.error().message.empty());
    }
}

// A dict that holds itself, and one that doubles its size with every level.
void TestTorchFile::boundsTheMemoryOfSharedValues()
{
    const QByteArray start
        = bytes("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03.\x80\x02}.");
    const QByteArray keys = bytes("\x80\x02].");
    const QByteArray self = bytes("\x80\x02}q\0X\x01\0\0\0ah\0s.");
    const auto circle = parseTorchFile(view(start + self + keys));
    QVERIFY(!circle);
    QVERIFY(circle.error().message.find("nested") != std::string::npos);
    QByteArray doubling = bytes("\x80\x02]");
    for (int level = 0; level < 8; ++level)
        doubling += bytes("q\0(h\0h\0h\0h\0h\0h\0h\0h\0h\0h\0h\0h\0h\0h\0h\0h\0l");
    doubling += "N.";
    QVERIFY(!parseTorchFile(view(start + doubling + keys)));
}

// torch's archive writes in its destructor too, which must not throw while another error is on its way.
void TestTorchFile::leavesNothingOnAFullDisk()
{
    QVERIFY(m_folder.isValid());
    QDir(m_folder.path()).mkdir("full");
    const QString path = m_folder.filePath("full/weights.pt");
    Result<void> written;
    {
        const FullDisk full(64 << 10);
        written = writeTorchFile(path.toStdString(), "model", {{"weights", at::ones({1 << 16})}});
    }
    QVERIFY(!written);
    QVERIFY2(written.error().message.find("weights.pt") != std::string::npos, written.error().message.c_str());
    QVERIFY2(!written.error().detail.empty(), written.error().message.c_str());
    QCOMPARE(QDir(m_folder.filePath("full")).entryList(QDir::Files), QStringList());
}

QTEST_APPLESS_MAIN(TestTorchFile)
#include "tst_torchfile.moc"
