// What of the data is read before everything is called ready: HDF5 rows, volumes, entities with their vectors, texts
// and tensors. What is as it was is not read again.
#include "app/data/datacheck.h"
#include "app/data/datapreview.h"
#include "engine/data/hdf5/hdf5writer.h"
#include "engine/formats/bertconfig.h"
#include "engine/formats/safetensorsheader.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <map>

using namespace motley;

namespace {

std::string write(const QTemporaryDir &folder, const QString &name, const QByteArray &content)
{
    const QString path = folder.filePath(name);
    QFile file(path);
    if (!QDir().mkpath(QFileInfo(path).path()) || !file.open(QIODevice::WriteOnly)
        || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(name));
    return path.toStdString();
}

constexpr auto whole = Hdf5Writer::Stored::Int32;

struct Table {
    Hdf5Writer::Stored type = whole;
    std::vector<std::int64_t> row;
    std::vector<std::int32_t> numbers;
};

using Tables = std::map<std::string, Table>;

std::string write(const QTemporaryDir &folder, const QString &name, const Tables &tables)
{
    const std::string path = write(folder, name, QByteArray());
    auto file = Hdf5Writer::create(path);
    for (const auto &[table, content] : tables)
        if (!file->addDataset(table, content.type, content.row, 1)
            || !file->append(table, std::span<const std::int32_t>(content.numbers)))
            qFatal("cannot write %s", table.c_str());
    if (!file->finish())
        qFatal("cannot finish %s", qPrintable(name));
    return path;
}

// Three rows for a vocabulary of ten.
Tables rows()
{
    return {{"input_ids", {whole, {4}, {2, 7, 3, 0, 2, 8, 3, 0, 2, 9, 3, 0}}},
        {"input_mask", {whole, {4}, {1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0}}},
        {"segment_ids", {whole, {4}, std::vector<std::int32_t>(12, 0)}},
        {"masked_lm_positions", {whole, {1}, {1, 1, 1}}}, {"masked_lm_ids", {whole, {1}, {5, 6, 7}}},
        {"next_sentence_labels", {whole, {}, {0, 1, 1}}}};
}

Tables volume()
{
    std::vector<std::int32_t> voxels(8 * 6 * 7, 100);
    return {
        {"raw", {Hdf5Writer::Stored::UInt8, {6, 7}, voxels}}, {"labels", {Hdf5Writer::Stored::UInt32, {6, 7}, voxels}}};
}

// The files of every kind of task; a row of the test breaks one of them.
struct Given {
    Tables training = rows();
    Tables later = rows(); // the last file of the folder
    Tables test = rows();
    Tables space = volume();
    std::int64_t positions = 8;
    QByteArray mentions = "-DOCSTART-\n\nAda\tB\tAda\tAda_Lovelace\nruns\n\nShe\n";
    QByteArray names = "UNK\nAda_Lovelace\n";
    std::int64_t vectors = 2;
    QByteArray text = QByteArray(70'000, 'a') + "\xc3\xa4"; // longer than what is read of its ends
    QByteArray script = "PK\x03\x04, and the rest of a ZIP archive";
    std::int64_t labels = 3;
    QByteArray more; // behind the tensors
    Tables tables = {{"x", {whole, {2}, {1, 2, 3, 4, 5, 6}}}, {"y", {whole, {}, {0, 1, 0}}}};
    std::string tensorNames;
};

BertSpec rowsTask(const QTemporaryDir &folder, const Given &given)
{
    BertConfig config;
    config.vocabulary = 10;
    config.positions = given.positions;
    BertSpec spec;
    spec.model.config = {write(folder, "config.json", QByteArray::fromStdString(toJson(config)))};
    write(folder, "rows/train-0.hdf5", given.training);
    write(folder, "rows/train-1.hdf5", given.later);
    write(folder, "rows/valid-0.hdf5", given.test);
    write(folder, "rows/README", "They are rows.");
    spec.data.train = {folder.filePath("rows").toStdString()};
    return spec;
}

VolumeSpec volumeTask(const QTemporaryDir &folder, const Given &given)
{
    VolumeSpec spec;
    spec.data.volume = {write(folder, "brain.h5", given.space)};
    return spec;
}

// All of it zeros.
QByteArray safetensors(const std::vector<TensorEntry> &entries)
{
    const auto header = QByteArray::fromStdString(toSafetensorsHeader(entries));
    QByteArray length(8, '\0');
    for (int i = 0; i < length.size(); ++i)
        length[i] = static_cast<char>(header.size() >> (8 * i) & 0xff);
    return length + header + QByteArray(entries.back().end, '\0');
}

EntityLinkingSpec entityTask(const QTemporaryDir &folder, const Given &given)
{
    EntityLinkingSpec spec;
    write(folder, "bert/config.json", "{}");
    write(folder, "bert/model.safetensors", "weights");
    write(folder, "bert/vocab.txt", "[PAD]\n[UNK]\n");
    spec.model.start = {folder.filePath("bert").toStdString()};
    spec.data.train = {write(folder, "train.tsv", given.mentions)};
    spec.data.test = {write(folder, "test.tsv", Given().mentions)};
    spec.data.entities = {write(folder, "names.txt", given.names)};
    spec.data.vectors = {write(folder, "vectors.safetensors",
        safetensors({{"vectors", TensorEntry::Type::Float32, {given.vectors, 3}, 0, given.vectors * 12}}))};
    return spec;
}

LanguageModelSpec textTask(const QTemporaryDir &folder, const Given &given)
{
    LanguageModelSpec spec;
    spec.data.train = {write(folder, "train.txt", given.text)};
    return spec;
}

TorchScriptSpec tensorTask(const QTemporaryDir &folder, const Given &given)
{
    TorchScriptSpec spec;
    spec.model.script = {write(folder, "model.pt", given.script)};
    spec.data.train = {write(folder, "train.safetensors",
        safetensors({{"x", TensorEntry::Type::Float32, {3, 2}, 0, 24},
            {"y", TensorEntry::Type::Int64, {given.labels}, 24, 24 + given.labels * 8}})
            + given.more)};
    spec.data.names = given.tensorNames;
    return spec;
}

TorchScriptSpec tableTask(const QTemporaryDir &folder, const Given &given)
{
    TorchScriptSpec spec = tensorTask(folder, given);
    spec.data.train = {write(folder, "train.h5", given.tables)};
    return spec;
}

QString problemOf(const TaskSpec &task)
{
    const auto preview = previewData(task, 1);
    return preview ? QString() : QString::fromStdString(preview.error().message);
}

using Make = std::function<TaskSpec(const QTemporaryDir &, const Given &)>;
using Break = std::function<void(Given &)>;

} // namespace

Q_DECLARE_METATYPE(Make)
Q_DECLARE_METATYPE(Break)

class DataCheckTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesGoodData()
    {
        const QTemporaryDir folder;
        QCOMPARE(problemOf(rowsTask(folder, {})), QString());
        QCOMPARE(problemOf(volumeTask(folder, {})), QString());
        QCOMPARE(problemOf(entityTask(folder, {})), QString());
        QCOMPARE(problemOf(textTask(folder, {})), QString());
        QCOMPARE(problemOf(tensorTask(folder, {})), QString());
        QCOMPARE(problemOf(tableTask(folder, {.tensorNames = "x, y"})), QString());
    }

    void findsWhatTheMachinesWouldFind_data();
    void findsWhatTheMachinesWouldFind();

    // What is no file of the folder's training or test is not read.
    void leavesOutWhatIsLeftOut()
    {
        const QTemporaryDir folder;
        const BertSpec spec = rowsTask(folder, {});
        write(folder, "rows/old.hdf5", "cut short");
        QCOMPARE(problemOf(spec), QString());
    }

    void readsNoTextTwiceToCountItsLines()
    {
        const QTemporaryDir folder;
        TranslationSpec spec;
        spec.data.trainSource = {write(folder, "train.de", QByteArray("ja\n").repeated(1'000'000))};
        spec.data.trainTarget = {write(folder, "train.en", QByteArray("yes\n").repeated(1'000'000))};
        int blocks = 0;
        const auto look = [&] { return checkData(spec, [&] { return ++blocks; }).has_value(); };
        QVERIFY(look());
        QVERIFY(blocks > 5);
        blocks = 0;
        QVERIFY(look());
        QCOMPARE(blocks, 0);
        write(folder, "train.en", QByteArray("yes\n").repeated(999'999) + "yes ");
        QVERIFY(look()); // as many, in another file
        QVERIFY(blocks > 2);
        write(folder, "train.en", QByteArray("yes\n").repeated(999'999) + "yes\nno");
        QVERIFY(!look());
    }
};

void DataCheckTest::findsWhatTheMachinesWouldFind_data()
{
    QTest::addColumn<Make>("make");
    QTest::addColumn<Break>("damage");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char *tag, Make make, Break damage, const QStringList &words) {
        QTest::addRow("%s", tag) << std::move(make) << std::move(damage) << words;
    };
    row("rows without a table", rowsTask, [](Given &given) { given.training.erase("segment_ids"); },
        {"train-0.hdf5", "segment_ids"});
    row("an id that is no token", rowsTask, [](Given &given) { given.training["input_ids"].numbers[1] = 10; },
        {"Row 0 of", "train-0.hdf5", "the number 10"});
    row("such an id in the last file", rowsTask, [](Given &given) { given.later["input_ids"].numbers[9] = 11; },
        {"Row 2 of", "train-1.hdf5", "the number 11"});
    row("such an id in a test", rowsTask, [](Given &given) { given.test["input_ids"].numbers[9] = 11; },
        {"Row 2 of", "valid-0.hdf5"});
    row("rows that are too long", rowsTask, [](Given &given) { given.positions = 3; },
        {"train-0.hdf5 have 4 tokens", "takes 3"});
    row("a volume without labels", volumeTask, [](Given &given) { given.space.erase("labels"); },
        {"brain.h5", "labels"});
    row("labels of another size", volumeTask,
        [](Given &given) {
            given.space["labels"].row = {7, 6};
        },
        {"labels", "brain.h5", "another size"});
    row("voxels of another type", volumeTask, [](Given &given) { given.space["raw"].type = Hdf5Writer::Stored::Int32; },
        {"raw", "brain.h5", "type"});
    row("pictures in place of a volume", volumeTask, [](Given &given) { given.space["raw"].row = {42}; },
        {"raw", "brain.h5", "no volume"});
    row("a mention without its entity", entityTask, [](Given &given) { given.mentions = "Ada\tB\nruns\n"; },
        {"Line 1 of", "train.tsv"});
    row("a tag in its last line", entityTask, [](Given &given) { given.mentions += "runs\tO\tx\ty\n"; },
        {"The last line of", "train.tsv"});
    row("a text of another encoding", textTask, [](Given &given) { given.text[0] = '\xe4'; }, {"train.txt", "UTF-8"});
    row("such a character at the end", textTask, [](Given &given) { given.text.back() = '\xe4'; },
        {"train.txt", "UTF-8"});
    row("a text of two bytes a character", textTask,
        [](Given &given) { given.text = QByteArray("a\0", 2).repeated(900); }, {"train.txt", "UTF-8"});
    row("a text shorter than the context", textTask, [](Given &given) { given.text = "short"; },
        {"train.txt", "shorter than the 129 tokens"});
    row("code in place of TorchScript", tensorTask, [](Given &given) { given.script = "import torch"; },
        {"model.pt", "TorchScript"});
    row("tensors that were cut short", tensorTask, [](Given &given) { given.more = "more"; },
        {"train.safetensors", "no safetensors file"});
    row("tensors of other lengths", tensorTask, [](Given &given) { given.labels = 2; },
        {"“x” in", "train.safetensors holds 3 samples", "“y” holds 2"});
    row("a tensor that is not there", tensorTask, [](Given &given) { given.tensorNames = "x,z"; },
        {"train.safetensors has no tensor “z”"});
    row("no samples", tensorTask, [](Given &given) { given.labels = 0; }, {"train.safetensors", "“y”", "no samples"});
    row("HDF5 without names", tableTask, [](Given &) {}, {"train.h5 is HDF5"});
    row("a table that is not there", tableTask, [](Given &given) { given.tensorNames = "x,z"; }, {"train.h5", "z"});
    row("tables of other lengths", tableTask,
        [](Given &given) {
            given.tensorNames = "x,y";
            given.tables["y"].numbers = {0, 1};
        },
        {"train.h5 holds 3 samples", "“y” holds 2"});
    row("no names", entityTask, [](Given &given) { given.names.clear(); }, {"names.txt", "empty"});
    row("more vectors than names", entityTask, [](Given &given) { given.vectors = 3; },
        {"names.txt has 2 names", "vectors.safetensors has 3"});
}

void DataCheckTest::findsWhatTheMachinesWouldFind()
{
    QFETCH(Make, make);
    QFETCH(Break, damage);
    QFETCH(QStringList, words);
    Given given;
    damage(given);
    const QTemporaryDir folder;
    const QString problem = problemOf(make(folder, given));
    for (const QString &word : words)
        QVERIFY2(problem.contains(word), qPrintable(problem));
}

QTEST_MAIN(DataCheckTest)
#include "tst_datacheck.moc"
