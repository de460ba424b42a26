#include "engine/data/hdf5/hdf5file.h"
#include "engine/data/hdf5/hdf5writer.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <hdf5.h>

#include <array>
#include <numeric>
#include <thread>

using namespace motley;

class TestHdf5 : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void tellsWhatADatasetHolds();
    void readsABox();
    void readsAnyTypeThatFits_data();
    void readsAnyTypeThatFits();
    void refusesWhatDoesNotFit_data();
    void refusesWhatDoesNotFit();
    void refusesWhatIsNoHdf5_data();
    void refusesWhatIsNoHdf5();
    void refusesNumbersInOtherFiles();
    void refusesWhatWasNeverWritten();
    void namesAFilterThatIsMissing();
    void saysWhichNumberIsTooLarge();
    void namesADamagedDataset();
    void servesSeveralThreads();
    void leavesNothingOfAnUnfinishedFile();
    void saysWhyItCannotWrite();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }

    QTemporaryDir m_folder;
    std::vector<std::int32_t> m_numbers; // the values of "box", 6 x 5 x 4
};

using Counts = std::vector<std::int64_t>;

template <typename Value>
Value valueOf(Result<Value> result)
{
    if (!result)
        qFatal("%s %s", result.error().message.c_str(), result.error().detail.c_str());
    return std::move(*result);
}

void check(const Result<void> &result)
{
    if (!result)
        qFatal("%s %s", result.error().message.c_str(), result.error().detail.c_str());
}

void TestHdf5::initTestCase()
{
    m_numbers.resize(6 * 5 * 4);
    std::iota(m_numbers.begin(), m_numbers.end(), 7);
    Hdf5Writer file = valueOf(Hdf5Writer::create(path("box.h5")));
    using Stored = Hdf5Writer::Stored;
    for (const auto &[name, type] : {std::pair("box", Stored::Int32), std::pair("int8", Stored::Int8),
             std::pair("uint8", Stored::UInt8), std::pair("uint32", Stored::UInt32), std::pair("int64", Stored::Int64),
             std::pair("float", Stored::Float32)}) {
        check(file.addDataset(name, type, {5, 4}, 2));
        const std::span<const std::int32_t> numbers(m_numbers);
        check(file.append(name, numbers.first(20)));
        check(file.append(name, numbers.subspan(20)));
    }
    check(file.finish());
}

void TestHdf5::tellsWhatADatasetHolds()
{
    const Hdf5File file = valueOf(Hdf5File::open(path("box.h5")));
    const Hdf5Layout layout = valueOf(file.layout("uint32"));
    QVERIFY(layout.kind == Hdf5Layout::Kind::Unsigned);
    QCOMPARE(layout.numberBytes, 4);
    QVERIFY((layout.sizes == Counts{6, 5, 4}));
    QVERIFY((layout.chunk == Counts{2, 5, 4}));
    QCOMPARE(layout.numbers(), 120);
    QVERIFY(layout.storedBytes > 0);
    QVERIFY(file.has("box"));
    QVERIFY(!file.has("bix"));
    QVERIFY(!file.has("box/inside"));
    QCOMPARE(file.layout("bix").error().message, path("box.h5") + " has no dataset \"bix\".");
}

void TestHdf5::readsABox()
{
    const Hdf5File file = valueOf(Hdf5File::open(path("box.h5")));
    std::vector<std::int32_t> box(2 * 3 * 1);
    check(file.readBlock<std::int32_t>("box", Counts{3, 1, 2}, Counts{2, 3, 1}, box));
    for (int z = 0; z < 2; ++z)
        for (int y = 0; y < 3; ++y)
            QCOMPARE(box[std::size_t(3 * z + y)], m_numbers[std::size_t((z + 3) * 20 + (y + 1) * 4 + 2)]);
    check(file.readBlock<std::int32_t>("box", Counts{6, 0, 0}, Counts{0, 5, 4}, {}));
}

void TestHdf5::readsAnyTypeThatFits_data()
{
    QTest::addColumn<QString>("dataset");
    for (const char *name : {"box", "int8", "uint8", "uint32", "int64", "float"})
        QTest::addRow("%s", name) << QString(name);
}

void TestHdf5::readsAnyTypeThatFits()
{
    QFETCH(QString, dataset);
    const Hdf5File file = valueOf(Hdf5File::open(path("box.h5")));
    std::vector<float> reals(40);
    check(file.readRows<float>(dataset.toStdString(), 2, 4, reals));
    QCOMPARE(reals[3], float(m_numbers[43]));
    if (dataset == "float")
        return;
    std::vector<std::int64_t> numbers(40);
    check(file.readRows<std::int64_t>(dataset.toStdString(), 2, 4, numbers));
    QCOMPARE(numbers[39], m_numbers[79]);
}

void TestHdf5::refusesWhatDoesNotFit_data()
{
    QTest::addColumn<QString>("dataset");
    QTest::addColumn<QList<int>>("offsets");
    QTest::addColumn<QList<int>>("counts");
    QTest::addColumn<int>("room");
    QTest::addColumn<QString>("words");
    QTest::addRow("other name") << "bix" << QList{0} << QList{1} << 1 << "has no dataset \"bix\"";
    QTest::addRow("wider type") << "int64" << QList{0, 0, 0} << QList{1, 1, 1} << 1 << "64-bit signed";
    QTest::addRow("unsigned") << "uint32" << QList{0, 0, 0} << QList{1, 1, 1} << 1 << "32-bit unsigned";
    QTest::addRow("real") << "float" << QList{0, 0, 0} << QList{1, 1, 1} << 1 << "floating-point";
    QTest::addRow("fewer dimensions") << "box" << QList{0, 0} << QList{1, 1} << 1 << "3 dimensions";
    QTest::addRow("before the start") << "box" << QList{-1, 0, 0} << QList{1, 1, 1} << 1 << "dimension 1 has 6";
    QTest::addRow("beyond the end") << "box" << QList{0, 4, 0} << QList{1, 2, 1} << 2 << "dimension 2 has 5";
    QTest::addRow("negative count") << "box" << QList{0, 0, 0} << QList{1, 1, -1} << 1 << "dimension 3 has 4";
    QTest::addRow("little room") << "box" << QList{0, 0, 0} << QList{1, 2, 3} << 5 << "room for 5";
}

void TestHdf5::refusesWhatDoesNotFit()
{
    QFETCH(QString, dataset);
    QFETCH(QList<int>, offsets);
    QFETCH(QList<int>, counts);
    QFETCH(int, room);
    QFETCH(QString, words);
    const Hdf5File file = valueOf(Hdf5File::open(path("box.h5")));
    std::vector<std::int32_t> box(std::size_t(room), 0);
    const auto read = file.readBlock<std::int32_t>(
        dataset.toStdString(), Counts(offsets.begin(), offsets.end()), Counts(counts.begin(), counts.end()), box);
    QVERIFY(!read);
    const auto message = QString::fromStdString(read.error().message);
    QVERIFY2(message.contains(words), qPrintable(message));
    QVERIFY2(message.contains("box.h5"), qPrintable(message));
}

void TestHdf5::refusesWhatIsNoHdf5_data()
{
    QFile whole(m_folder.filePath("box.h5"));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray bytes = whole.readAll();
    QTest::addColumn<QByteArray>("bytes");
    QTest::addRow("empty") << QByteArray();
    QTest::addRow("text") << QByteArray("hello\n").repeated(200);
    QTest::addRow("only the signature") << bytes.left(8);
    QTest::addRow("cut in the middle") << bytes.left(bytes.size() / 2);
    QTest::addRow("cut near the end") << bytes.left(bytes.size() - 1);
}

void TestHdf5::refusesWhatIsNoHdf5()
{
    QFETCH(QByteArray, bytes);
    QFile file(m_folder.filePath("broken.h5"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.close();
    const auto opened = Hdf5File::open(path("broken.h5"));
    QVERIFY(!opened);
    QVERIFY(opened.error().message.find("broken.h5 is not a whole HDF5 file") != std::string::npos);
    QVERIFY(!Hdf5File::open(path("missing.h5")));
    QCOMPARE(Hdf5File::open(m_folder.path().toStdString()).error().message,
        m_folder.path().toStdString() + " is not a file.");
}

// Made with HDF5's C API: an external link, numbers that are stored in a raw file, a string, a scalar.
void TestHdf5::refusesNumbersInOtherFiles()
{
    const std::string name = path("outside.h5");
    const hid_t file = H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    QVERIFY(H5Lcreate_external("box.h5", "/box", file, "linked", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    const hsize_t size = 10;
    const hid_t space = H5Screate_simple(1, &size, nullptr);
    const hid_t outside = H5Pcreate(H5P_DATASET_CREATE);
    QVERIFY(H5Pset_external(outside, "/etc/hostname", 0, 10) >= 0);
    H5Dclose(H5Dcreate2(file, "raw", H5T_STD_U8LE, space, H5P_DEFAULT, outside, H5P_DEFAULT));
    H5Pclose(outside);
    H5Dclose(H5Dcreate2(file, "words", H5T_C_S1, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    const hid_t scalar = H5Screate(H5S_SCALAR);
    H5Dclose(H5Dcreate2(file, "one", H5T_STD_U8LE, scalar, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(scalar);
    H5Sclose(space);
    H5Fclose(file);

    const Hdf5File opened = valueOf(Hdf5File::open(name));
    for (const auto &[dataset, words] : {std::pair("linked", "could not be opened"), std::pair("raw", "in other files"),
             std::pair("words", "no plain numbers"), std::pair("one", "0 dimensions")}) {
        const auto layout = opened.layout(dataset);
        QVERIFY(!layout);
        QVERIFY2(layout.error().message.find(words) != std::string::npos, layout.error().message.c_str());
    }
}

void TestHdf5::refusesWhatWasNeverWritten()
{
    const std::string name = path("unwritten.h5");
    const hid_t file = H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const std::array<hsize_t, 3> size{1024, 1024, 1024};
    const std::array<hsize_t, 3> chunk{64, 64, 64};
    const hid_t space = H5Screate_simple(3, size.data(), nullptr);
    const hid_t chunked = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(chunked, 3, chunk.data());
    H5Dclose(H5Dcreate2(file, "chunks", H5T_STD_U8LE, space, H5P_DEFAULT, chunked, H5P_DEFAULT));
    H5Dclose(H5Dcreate2(file, "whole", H5T_STD_U8LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Pclose(chunked);
    H5Sclose(space);
    H5Fclose(file);

    const Hdf5File empty = valueOf(Hdf5File::open(name));
    for (const char *dataset : {"chunks", "whole"}) {
        const auto layout = empty.layout(dataset);
        QVERIFY(!layout);
        QVERIFY2(layout.error().message.find("never written") != std::string::npos, layout.error().message.c_str());
    }
}

// lzf, which h5py brings with it, is what HDF5 itself lacks most often. Here it stands for a filter that hands bytes
// on.
void TestHdf5::namesAFilterThatIsMissing()
{
    constexpr H5Z_filter_t lzf = 32000;
    const H5Z_class2_t unchanged{H5Z_CLASS_T_VERS, lzf, 1, 1, "lzf", nullptr, nullptr,
        [](unsigned, std::size_t, const unsigned *, std::size_t bytes, std::size_t *, void **) { return bytes; }};
    QVERIFY(H5Zregister(&unchanged) >= 0);
    const std::string name = path("packed.h5");
    const hid_t file = H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hsize_t size = 4;
    const hid_t space = H5Screate_simple(1, &size, nullptr);
    const hid_t packed = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(packed, 1, &size);
    H5Pset_filter(packed, lzf, H5Z_FLAG_OPTIONAL, 0, nullptr);
    const hid_t raw = H5Dcreate2(file, "raw", H5T_STD_U8LE, space, H5P_DEFAULT, packed, H5P_DEFAULT);
    const std::array<std::uint8_t, 4> numbers{1, 2, 3, 4};
    QVERIFY(H5Dwrite(raw, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()) >= 0);
    H5Dclose(raw);
    H5Pclose(packed);
    H5Sclose(space);
    H5Fclose(file);
    QVERIFY(H5Zunregister(lzf) >= 0);

    const auto layout = valueOf(Hdf5File::open(name)).layout("raw");
    QVERIFY(!layout);
    for (const char *words : {"filter lzf (number 32000)", "h5repack -f GZIP=4"})
        QVERIFY2(layout.error().message.find(words) != std::string::npos, layout.error().message.c_str());
}

void TestHdf5::saysWhichNumberIsTooLarge()
{
    const std::string name = path("large.h5");
    const hid_t file = H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hsize_t size = 2;
    const hid_t space = H5Screate_simple(1, &size, nullptr);
    const hid_t table = H5Dcreate2(file, "labels", H5T_STD_U64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const std::array<std::uint64_t, 2> numbers{7, 18446744073709551613U};
    QVERIFY(H5Dwrite(table, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()) >= 0);
    H5Dclose(table);
    H5Sclose(space);
    H5Fclose(file);

    const Hdf5File opened = valueOf(Hdf5File::open(name));
    std::vector<std::int64_t> asSigned(2);
    const auto read = opened.readRows<std::int64_t>("labels", 0, 2, asSigned);
    QVERIFY(!read);
    QVERIFY2(read.error().message.find("the number 18446744073709551613") != std::string::npos,
        read.error().message.c_str());
    std::vector<std::uint64_t> asUnsigned(2);
    check(opened.readRows<std::uint64_t>("labels", 0, 2, asUnsigned));
    QVERIFY(std::equal(numbers.begin(), numbers.end(), asUnsigned.begin()));
}

void TestHdf5::namesADamagedDataset()
{
    QFile file(m_folder.filePath("box.h5"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray bytes = file.readAll();
    for (qsizetype at = bytes.indexOf(QByteArray("\x78\x5e", 2)); at >= 0;
         at = bytes.indexOf(QByteArray("\x78\x5e", 2), at + 1))
        bytes[at] = 0; // damages the first byte of zlib streams
    QFile damaged(m_folder.filePath("damaged.h5"));
    QVERIFY(damaged.open(QIODevice::WriteOnly));
    damaged.write(bytes);
    damaged.close();
    const Hdf5File opened = valueOf(Hdf5File::open(path("damaged.h5")));
    std::vector<std::int32_t> rows(20);
    const auto read = opened.readRows<std::int32_t>("box", 0, 1, rows);
    QVERIFY(!read);
    QCOMPARE(read.error().message,
        "The dataset \"box\" in " + path("damaged.h5")
            + " could not be read; the file is damaged or was cut short. Fetch it again.");
    QVERIFY(!read.error().detail.empty());
}

void TestHdf5::servesSeveralThreads()
{
    const Hdf5File file = valueOf(Hdf5File::open(path("box.h5")));
    std::array<bool, 4> right{};
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < right.size(); ++i)
            threads.emplace_back([&, i] {
                right[i] = true;
                for (std::int64_t round = 0; round < 200; ++round) {
                    const std::int64_t row = round % 6;
                    std::vector<std::int64_t> numbers(20);
                    const auto read = file.readRows<std::int64_t>(i % 2 ? "box" : "int64", row, row + 1, numbers);
                    right[i] = right[i] && read && numbers[5] == m_numbers[std::size_t(20 * row + 5)];
                    right[i] = right[i] && Hdf5File::open(path("box.h5")).has_value();
                }
            });
    }
    for (const bool each : right)
        QVERIFY(each);
}

void TestHdf5::leavesNothingOfAnUnfinishedFile()
{
    {
        Hdf5Writer file = valueOf(Hdf5Writer::create(path("unfinished.h5")));
        check(file.addDataset("rows", Hdf5Writer::Stored::Int32, {}, 16));
    }
    QVERIFY(QDir(m_folder.path()).entryList({"unfinished*"}, QDir::Files).isEmpty());
}

void TestHdf5::saysWhyItCannotWrite()
{
    const auto file = Hdf5Writer::create(path("no/such/folder.h5"));
    QVERIFY(!file);
    QCOMPARE(file.error().message, "Could not write " + path("no/such/folder.h5") + ".");
}

QTEST_GUILESS_MAIN(TestHdf5)
#include "tst_hdf5.moc"
