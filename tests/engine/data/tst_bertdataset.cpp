#include "batchnumbers.h"
#include "textfixture.h"

#include "engine/base/keyedrandom.h"
#include "engine/data/hdf5/hdf5writer.h"
#include "engine/data/text/bertdataset.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <ATen/ATen.h>

#include <functional>
#include <map>

using namespace motley;

namespace {

// Six small valid tables; the rows of refusesDamagedFiles_data() and refusesNumbersOutOfRange_data() break them.
struct Tables {
    std::int64_t rows = 3;
    std::int64_t length = 6;
    std::int64_t predictions = 3;
    std::map<std::string, std::vector<std::int32_t>> numbers{
        {"input_ids", {2, 7, 4, 3, 0, 0, 2, 4, 8, 9, 3, 0, 2, 5, 6, 7, 8, 3}},
        {"input_mask", {1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1}},
        {"segment_ids", {0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1}},
        {"masked_lm_positions", {2, 0, 0, 1, 3, 0, 1, 2, 4}},
        {"masked_lm_ids", {9, 0, 0, 5, 6, 0, 7, 8, 9}},
        {"next_sentence_labels", {0, 1, 1}},
    };
    std::map<std::string, std::int64_t> width{{"masked_lm_positions", 3}, {"masked_lm_ids", 3}}; // default: length
    std::string real; // the name of a table to be written in floating point

    std::string write(const QTemporaryDir &folder, const char *name) const
    {
        const std::string path = folder.filePath(name).toStdString();
        Hdf5Writer file = valueOf(Hdf5Writer::create(path));
        for (const auto &[table, values] : numbers) {
            const auto found = width.find(table);
            std::vector<std::int64_t> row{found == width.end() ? length : found->second};
            if (table == "next_sentence_labels")
                row.clear();
            const auto type = table == real ? Hdf5Writer::Stored::Float32 : Hdf5Writer::Stored::Int32;
            const std::span<const std::int32_t> all(values);
            if (!file.addDataset(table, type, row, 2) || !file.append(table, all))
                qFatal("cannot write %s", name);
        }
        if (!file.finish())
            qFatal("cannot finish %s", name);
        return path;
    }
};

constexpr BertLimits tenTokens{10, 2};

} // namespace

class TestBertDataset : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesRowsAsTheyAre();
    void countsAPlaceOnce();
    void readsWhatH5pyWrote_data();
    void readsWhatH5pyWrote();
    void joinsFilesWithLittleMemory();
    void refusesDamagedFiles_data();
    void refusesDamagedFiles();
    void refusesNumbersOutOfRange_data();
    void refusesNumbersOutOfRange();
    void refusesFilesThatDoNotBelongTogether();

private:
    QTemporaryDir m_folder;
};

void TestBertDataset::givesRowsAsTheyAre()
{
    const auto rows = valueOf(BertDataset::open({Tables().write(m_folder, "rows.h5")}, {tenTokens}));
    QCOMPARE(rows.size(), 3);
    const std::vector<std::int64_t> ids{2, 0};
    const Batch batch = rows.batch(ids, std::nullopt);
    QCOMPARE(batch.samples, 2);
    QVERIFY(
        (numbersOf(batch.inputs[BertDataset::Ids]) == std::vector<std::int64_t>{2, 5, 6, 7, 8, 3, 2, 7, 4, 3, 0, 0}));
    QVERIFY((numbersOf(batch.inputs[BertDataset::Segments])
        == std::vector<std::int64_t>{0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0}));
    QVERIFY(
        (numbersOf(batch.inputs[BertDataset::Mask]) == std::vector<std::int64_t>{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0}));
    QVERIFY((numbersOf(batch.inputs[BertDataset::Positions]) == std::vector<std::int64_t>{1, 2, 4, 2, 0, 0}));
    QVERIFY((numbersOf(batch.targets[BertDataset::MaskedIds]) == std::vector<std::int64_t>{7, 8, 9, 9, -1, -1}));
    QVERIFY((numbersOf(batch.targets[BertDataset::NextSentence]) == std::vector<std::int64_t>{1, 0}));
    QCOMPARE(rows.weight(ids, std::nullopt), 4.0);

    const Batch none = rows.batch({}, std::nullopt);
    QCOMPARE(none.samples, 0);
    QVERIFY(none.inputs[BertDataset::Ids].sizes().equals({0, 6}));
    QVERIFY(none.targets[BertDataset::MaskedIds].sizes().equals({0, 0}));
    QCOMPARE(rows.weight({}, std::nullopt), 0.0);
}

// HetSeq writes labels into places, so the last id wins; and a zero in the middle ends the list.
void TestBertDataset::countsAPlaceOnce()
{
    Tables tables;
    tables.numbers["masked_lm_positions"] = {2, 2, 1, 1, 0, 3, 4, 1, 4};
    tables.numbers["masked_lm_ids"] = {9, 8, 7, 5, 6, 4, 1, 2, 3};
    const auto rows = valueOf(BertDataset::open({tables.write(m_folder, "twice.h5")}, {tenTokens}));
    const Batch batch = rows.batch(allIds(rows), std::nullopt);
    QVERIFY((numbersOf(batch.inputs[BertDataset::Positions]) == std::vector<std::int64_t>{2, 1, 1, 0, 4, 1}));
    QVERIFY((numbersOf(batch.targets[BertDataset::MaskedIds]) == std::vector<std::int64_t>{8, 7, 5, -1, 3, 2}));
    QCOMPARE(rows.weight(allIds(rows), std::nullopt), 5.0);
}

void TestBertDataset::readsWhatH5pyWrote_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("count");
    QTest::addRow("NVIDIA's types, gzip") << "rows-nvidia.hdf5" << 300;
    QTest::addRow("64 bits, big endian, in one piece") << "rows-wide.hdf5" << 100;
    QTest::addRow("booleans and 16 bits, layout of 1.10, shuffled, checksums") << "rows-v110.hdf5" << 100;
}

void TestBertDataset::readsWhatH5pyWrote()
{
    QFETCH(QString, file);
    QFETCH(int, count);
    const auto open = [](const char *name) { return valueOf(BertDataset::open({fixture(name)}, {{100, 2}})); };
    const auto rows = open(file.toUtf8().constData());
    QCOMPARE(rows.size(), count);
    if (count < 300) { // the first 100 rows of the same table
        const auto whole = open("rows-nvidia.hdf5");
        const Batch one = rows.batch(allIds(rows), std::nullopt);
        const Batch other = whole.batch(allIds(rows), std::nullopt);
        for (std::size_t i = 0; i < one.inputs.size(); ++i)
            QVERIFY(at::equal(one.inputs[i], other.inputs[i]));
        for (std::size_t i = 0; i < one.targets.size(); ++i)
            QVERIFY(at::equal(one.targets[i], other.targets[i]));
        return;
    }
    const QJsonObject expected = QJsonDocument::fromJson(fixtureBytes("rows.json")).object();
    const Batch batch = rows.batch(allIds(rows), std::nullopt);
    const auto sumOf = [](at::Tensor tensor) {
        tensor = tensor.clamp_min(0).flatten();
        return (tensor * at::arange(1, tensor.numel() + 1)).sum().item<std::int64_t>();
    };
    QCOMPARE(sumOf(batch.inputs[BertDataset::Ids]), expected["input_ids"].toInteger());
    QCOMPARE(sumOf(batch.inputs[BertDataset::Mask]), expected["input_mask"].toInteger());
    QCOMPARE(sumOf(batch.inputs[BertDataset::Segments]), expected["segment_ids"].toInteger());
    QCOMPARE(sumOf(batch.inputs[BertDataset::Positions]), expected["masked_lm_positions"].toInteger());
    QCOMPARE(sumOf(batch.targets[BertDataset::MaskedIds]), expected["masked_lm_ids"].toInteger());
    QCOMPARE(sumOf(batch.targets[BertDataset::NextSentence]), expected["next_sentence_labels"].toInteger());
    QCOMPARE(rows.weight(allIds(rows), std::nullopt), expected["predictions"].toDouble());
}

void TestBertDataset::joinsFilesWithLittleMemory()
{
    const std::vector<std::string> files(12, fixture("rows-nvidia.hdf5")); // more files than are kept open
    const auto rows = valueOf(BertDataset::open(files, {{100, 2}, /*cacheBytes=*/20'000}));
    const auto alone = valueOf(BertDataset::open({files[0]}, {{100, 2}}));
    QCOMPARE(rows.size(), 3600);
    Random random{4};
    for (int round = 0; round < 60; ++round) {
        std::vector<std::int64_t> ids(5);
        std::vector<std::int64_t> inFile(5);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            ids[i] = std::int64_t(random.below(3600));
            inFile[i] = ids[i] % 300;
        }
        const Batch one = rows.batch(ids, std::nullopt);
        const Batch other = alone.batch(inFile, std::nullopt);
        QVERIFY(at::equal(one.inputs[BertDataset::Ids], other.inputs[BertDataset::Ids]));
        QVERIFY(at::equal(one.targets[BertDataset::MaskedIds], other.targets[BertDataset::MaskedIds]));
        QCOMPARE(rows.weight(ids, std::nullopt), alone.weight(inFile, std::nullopt));
    }
}

void TestBertDataset::refusesDamagedFiles_data()
{
    QTest::addColumn<std::function<void(Tables &)>>("damage");
    QTest::addColumn<QString>("words");
    using Damage = std::function<void(Tables &)>;
    for (const char *name :
        {"input_ids", "input_mask", "segment_ids", "masked_lm_positions", "masked_lm_ids", "next_sentence_labels"})
        QTest::addRow("without %s", name) << Damage([=](Tables &tables) { tables.numbers.erase(name); })
                                          << QString("broken.h5 has no dataset \"%1\"").arg(name);
    QTest::addRow("real ids") << Damage([](Tables &tables) { tables.real = "input_ids"; }) << "floating-point";
    QTest::addRow("short mask") << Damage([](Tables &tables) { tables.width["input_mask"] = 3; })
                                << "\"input_mask\" in ";
    QTest::addRow("a row less") << Damage([](Tables &tables) { tables.numbers["masked_lm_ids"].resize(6); })
                                << "has the size 2 x 3";
    QTest::addRow("no rows") << Damage([](Tables &tables) {
        for (auto &[name, values] : tables.numbers)
            values.clear();
    }) << "There are no rows in";
    QTest::addRow("more predictions than places") << Damage([](Tables &tables) {
        tables.width["masked_lm_positions"] = tables.width["masked_lm_ids"] = 9;
        tables.numbers["masked_lm_positions"].resize(27);
        tables.numbers["masked_lm_ids"].resize(27);
    }) << "which cannot be";
}

void TestBertDataset::refusesDamagedFiles()
{
    QFETCH(std::function<void(Tables &)>, damage);
    QFETCH(QString, words);
    Tables tables;
    damage(tables);
    const QString error = errorOf(BertDataset::open({tables.write(m_folder, "broken.h5")}, {tenTokens}));
    QVERIFY2(error.contains(words), qPrintable(error));
    QVERIFY2(error.contains("broken.h5"), qPrintable(error));
}

void TestBertDataset::refusesNumbersOutOfRange_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<int>("at");
    QTest::addColumn<int>("number");
    QTest::addColumn<QString>("words");
    QTest::addRow("id") << "input_ids" << 13 << 10 << "Row 2 of";
    QTest::addRow("negative id") << "input_ids" << 0 << -3 << "the number -3 in input_ids";
    QTest::addRow("masked id") << "masked_lm_ids" << 8 << 30000 << "vocabulary";
    QTest::addRow("position") << "masked_lm_positions" << 3 << 6 << "Row 1 of";
    QTest::addRow("negative position") << "masked_lm_positions" << 3 << -1 << "must be 0 to 5";
    QTest::addRow("mask") << "input_mask" << 0 << 2 << "must be 0 to 1";
    QTest::addRow("segment") << "segment_ids" << 17 << 2 << "segment_ids";
    QTest::addRow("next sentence") << "next_sentence_labels" << 1 << -1 << "Row 1 of";
}

void TestBertDataset::refusesNumbersOutOfRange()
{
    QFETCH(QString, table);
    QFETCH(int, at);
    QFETCH(int, number);
    QFETCH(QString, words);
    Tables tables;
    tables.numbers[table.toStdString()][std::size_t(at)] = number;
    const auto rows = BertDataset::open({tables.write(m_folder, "range.h5")}, {tenTokens});
    QString error = errorOf(rows); // what is wrong in the first row of a file is found before training begins
    QCOMPARE(!rows, at == 0);
    try {
        if (rows)
            rows->batch(allIds(*rows), std::nullopt);
    } catch (const std::runtime_error &failure) {
        error = failure.what();
    }
    QVERIFY2(error.contains(words), qPrintable(error));
    QVERIFY2(error.contains("range.h5"), qPrintable(error));
}

void TestBertDataset::refusesFilesThatDoNotBelongTogether()
{
    const std::string small = Tables().write(m_folder, "small.h5");
    const QString error = errorOf(BertDataset::open({small, fixture("rows-nvidia.hdf5")}, {{100, 2}}));
    QVERIFY2(error.contains("16 places and 4 predictions"), qPrintable(error));
    QVERIFY2(error.contains("small.h5"), qPrintable(error));
    QVERIFY(errorOf(BertDataset::open({}, {tenTokens})).contains("No file"));
}

QTEST_GUILESS_MAIN(TestBertDataset)
#include "tst_bertdataset.moc"
