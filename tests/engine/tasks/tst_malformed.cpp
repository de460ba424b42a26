// Data that are truncated, mixed up or hostile: each gives one sentence that names the file.
#include "engine/data/hdf5/hdf5writer.h"
#include "engine/tasks/registry.h"
#include "engine/tensorfiles/safetensors.h"
#include "fixturerun.h"
#include "taskdata.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <torch/torch.h>

#include <cmath>
#include <filesystem>
#include <functional>

using namespace motley;

using Damage = std::function<void(const std::string &folder, TaskSpec &task)>;
Q_DECLARE_METATYPE(Damage)

class MalformedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void endsInOneClearError_data();
    void endsInOneClearError();

private:
    QTemporaryDir m_folder;
    int m_folders = 0;
};

namespace {

QByteArray read(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", path.c_str());
    return file.readAll();
}

void write(const std::string &path, const QByteArray &bytes)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", path.c_str());
}

Damage holding(const std::string &name, const QByteArray &bytes)
{
    return [=](const std::string &folder, TaskSpec &) { write(folder + "/" + name, bytes); };
}

Damage halved(const std::string &name)
{
    return [=](const std::string &folder, TaskSpec &) {
        const QByteArray whole = read(folder + "/" + name);
        write(folder + "/" + name, whole.left(whole.size() / 2));
    };
}

Damage lengthened(const std::string &name, const QByteArray &more)
{
    return [=](const std::string &folder, TaskSpec &) { write(folder + "/" + name, read(folder + "/" + name) + more); };
}

// Eight bytes of length, then the header.
QByteArray safetensors(const QByteArray &header, quint64 length)
{
    QByteArray bytes;
    for (int shift = 0; shift < 64; shift += 8)
        bytes += char((length >> shift) & 255);
    return bytes + header;
}

QByteArray safetensors(const QByteArray &header)
{
    return safetensors(header, quint64(header.size())) + QByteArray(64, '\0');
}

template <typename... Values>
Damage tensors(const std::string &name, const Values &...values)
{
    return [=](const std::string &folder, TaskSpec &) {
        if (!writeSafetensors(folder + "/" + name, {NamedTensor(values)...}))
            qFatal("cannot write %s", name.c_str());
    };
}

struct Table {
    const char *name;
    Hdf5Writer::Stored type;
    std::vector<std::int64_t> row;
    std::int64_t rows;
};

// Damages a file by writing these tables into it, filled with ones.
Damage tables(const std::string &name, const std::vector<Table> &list)
{
    return [=](const std::string &folder, TaskSpec &) {
        auto file = Hdf5Writer::create(folder + "/" + name);
        bool good = file.has_value();
        for (const Table &table : list) {
            std::int64_t numbers = table.rows;
            for (const std::int64_t size : table.row)
                numbers *= size;
            good = good && file->addDataset(table.name, table.type, table.row, 4)
                && file->append<std::int64_t>(table.name, std::vector<std::int64_t>(std::size_t(numbers), 1));
        }
        if (!good || !file->finish())
            qFatal("cannot write %s", name.c_str());
    };
}

std::vector<Table> bertTables(Hdf5Writer::Stored idType, std::int64_t maskLength)
{
    using Stored = Hdf5Writer::Stored;
    return {{"input_ids", idType, {32}, 20}, {"input_mask", Stored::Int8, {maskLength}, 20},
        {"segment_ids", Stored::Int8, {32}, 20}, {"masked_lm_positions", Stored::Int32, {5}, 20},
        {"masked_lm_ids", Stored::Int32, {5}, 20}, {"next_sentence_labels", Stored::Int8, {}, 20}};
}

Damage starting(const std::string &bert)
{
    return [=](const std::string &folder, TaskSpec &task) {
        std::get<BertSpec>(task).model = {folder + "/" + bert, {}, false};
    };
}

Damage both(const Damage &first, const Damage &second)
{
    return [=](const std::string &folder, TaskSpec &task) {
        first(folder, task);
        second(folder, task);
    };
}

} // namespace

void MalformedTest::endsInOneClearError_data()
{
    using Stored = Hdf5Writer::Stored;
    QTest::addColumn<QString>("task");
    QTest::addColumn<Damage>("damage");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *task, const char *name, const Damage &damage, const char *words) {
        QTest::addRow("%s: %s", task, name) << task << damage << words;
    };

    const char *bert = "bert-pretraining";
    row(bert, "empty HDF5", holding("rows/train-0.hdf5", ""), "train-0.hdf5");
    row(bert, "truncated HDF5", halved("rows/train-0.hdf5"), "train-0.hdf5");
    row(bert, "ids with points", tables("rows/train-0.hdf5", bertTables(Stored::Float32, 32)), "floating-point");
    row(bert, "a short mask", tables("rows/train-0.hdf5", bertTables(Stored::Int32, 31)), "input_mask");
    row(bert, "a table missing", tables("rows/train-0.hdf5", {{"input_ids", Stored::Int32, {32}, 20}}), "train-0.hdf5");
    row(
        bert, "a smaller vocabulary",
        [](const std::string &folder, TaskSpec &) {
            write(folder + "/bert/config.json",
                read(folder + "/bert/config.json").replace("\"vocab_size\": 23", "\"vocab_size\": 9"));
        },
        "vocabulary");
    row(
        bert, "fewer positions",
        [](const std::string &folder, TaskSpec &) {
            write(folder + "/bert/config.json",
                read(folder + "/bert/config.json")
                    .replace("\"max_position_embeddings\": 32", "\"max_position_embeddings\": 16"));
        },
        "max_position_embeddings");
    row(bert, "half a configuration", halved("bert/config.json"), "config.json");
    row(bert, "endless safetensors header",
        both(starting("bert"), holding("bert/model.safetensors", safetensors("{}", quint64(1) << 62))),
        "model.safetensors");
    row(bert, "tensor beyond the file",
        both(starting("bert"),
            holding("bert/model.safetensors",
                safetensors(R"({"a":{"dtype":"F32","shape":[1073741824,1073741824],"data_offsets":[0,64]}})"))),
        "model.safetensors");
    row(bert, "tensors one over the other",
        both(starting("bert"),
            holding("bert/model.safetensors",
                safetensors(R"({"a":{"dtype":"F32","shape":[8],"data_offsets":[0,32]},)"
                            R"("b":{"dtype":"F32","shape":[8],"data_offsets":[16,48]}})"))),
        "model.safetensors");
    row(bert, "nested header",
        both(starting("bert"), holding("bert/model.safetensors", safetensors(QByteArray(100000, '[')))),
        "model.safetensors");
    row(bert, "half the weights", both(starting("bert"), halved("bert/model.safetensors")), "model.safetensors");

    const char *tagging = "token-classification";
    row(tagging, "empty CoNLL", holding("train.conll", ""), "train.conll has no sentence");
    row(tagging, "ragged CoNLL", holding("train.conll", "anna\tB-person\nsees\tx\tO\n"), "Line 2 of");
    row(tagging, "a word alone", holding("test.conll", "anna\n"), "Line 1 of");
    row(tagging, "not UTF-8", holding("train.conll", "f\xfcnf\tO\n"), "not UTF-8");
    row(tagging, "lines of an old Mac", holding("train.conll", "anna\tB-person\rsees\tO\r\rclara\tB-person\r"),
        "carriage returns alone");
    row(tagging, "a larger vocabulary", lengthened("bert/vocab.txt", "more\nwords\n"), "they do not belong together");
    row(tagging, "no vocabulary", holding("bert/vocab.txt", ""), "vocab.txt");
    row(
        tagging, "weights of another shape",
        [](const std::string &folder, TaskSpec &) {
            write(folder + "/bert/config.json",
                read(folder + "/bert/config.json").replace("\"intermediate_size\": 64", "\"intermediate_size\": 48"));
        },
        "does not fit");

    const char *linking = "entity-linking";
    row(linking, "ragged mentions", holding("train.txt", "anna\tB\n"), "Line 1 of");
    row(linking, "no names", holding("entities.txt", ""), "entities.txt");
    row(linking, "a name more", lengthened("entities.txt", "nobody\n"), "they do not belong together");
    row(linking, "other names", holding("entities.txt", "0\n1\n2\n3\n4\n5\n6\n"), "they do not belong together");
    row(linking, "vectors of whole numbers",
        tensors("vectors.safetensors", NamedTensor{"v", at::ones({7, 8}, at::kLong)}), "does not hold vectors");
    row(linking, "vectors that are not numbers",
        tensors("vectors.safetensors", NamedTensor{"v", at::full({7, 8}, std::nan(""))}), "not a number");
    row(linking, "two tables",
        tensors("vectors.safetensors", NamedTensor{"v", at::ones({7, 8})}, NamedTensor{"w", at::ones({7, 8})}),
        "2 tensors");

    const char *translation = "translation";
    row(translation, "unequal lines", lengthened("train.target", "one more\n"), "line by line");
    row(translation, "empty texts", both(holding("train.source", ""), holding("train.target", "")), "have no text");
    row(translation, "not UTF-8", lengthened("test.source", "\xff\n"), "not UTF-8");
    row(translation, "lines of an old Mac",
        both(holding("train.source", "anna\rclara"), holding("train.target", "clara\ranna")), "carriage returns alone");
    row(
        translation, "pieces that are none",
        [](const std::string &folder, TaskSpec &task) {
            write(folder + "/pieces.model", "no model at all");
            std::get<TranslationSpec>(task).data.pieces = folder + "/pieces.model";
        },
        "pieces.model");

    const char *writing = "language-model";
    row(writing, "empty text", holding("text.txt", ""), "text.txt");
    row(writing, "Latin-1", lengthened("text.txt", "caf\xe9\n"), "text.txt is not UTF-8");
    row(writing, "UTF-16", holding("text.txt", QByteArray("\xff\xfe") + QByteArray("a\0b\0", 4).repeated(80)),
        "iconv -f UTF-16");
    row(writing, "UTF-16 without its mark", holding("text.txt", QByteArray("a\0 \0", 4).repeated(80)),
        "iconv -f UTF-16");
    row(
        writing, "a model without tokens",
        [](const std::string &, TaskSpec &task) {
            std::get<LanguageModelSpec>(task).data.units = LanguageModelData::Units::OfModel;
        },
        "model.start");

    const char *volume = "volume-segmentation";
    row(volume, "empty HDF5", holding("volume.h5", ""), "volume.h5");
    row(volume, "truncated HDF5", halved("volume.h5"), "volume.h5");
    row(volume, "grey with points",
        tables("volume.h5", {{"raw", Stored::Float32, {48, 48}, 48}, {"labels", Stored::UInt32, {48, 48}, 48}}),
        "another type");
    row(volume, "labels of another size",
        tables("volume.h5", {{"raw", Stored::UInt8, {48, 48}, 48}, {"labels", Stored::UInt32, {48, 40}, 48}}),
        "another size");
    row(volume, "four dimensions", tables("volume.h5", {{"raw", Stored::UInt8, {8, 8, 8}, 8}}), "dimensions");
    row(volume, "no labels", tables("volume.h5", {{"raw", Stored::UInt8, {48, 48}, 48}}), "no data set \"labels\"");

    const char *images = "image-classification";
    row(images, "empty IDX", holding("train-images-idx3-ubyte", ""), "train-images-idx3-ubyte");
    row(images, "truncated IDX", halved("train-images-idx3-ubyte"), "train-images-idx3-ubyte");
    row(images, "a label more", halved("train-labels-idx1-ubyte"), "train-labels-idx1-ubyte");
    row("pictures", "an empty picture", holding("train/red/0.png", ""), "train/red/0.png");
    row("pictures", "half a picture", halved("train/red/0.png"), "train/red/0.png");
    row(
        "pictures", "a class without pictures",
        [](const std::string &folder, TaskSpec &) { std::filesystem::create_directories(folder + "/train/yellow"); },
        "yellow");

    const char *script = "torchscript";
    row(script, "a script that is none", holding("larger.pt", "no script"), "larger.pt");
    row(script, "half a script", halved("larger.pt"), "larger.pt");
    row(script, "tensors of unequal length",
        tensors("train.safetensors", NamedTensor{"answers", at::ones({9}, at::kLong)},
            NamedTensor{"numbers", at::ones({8, 2})}),
        "train.safetensors");
    row(script, "a tensor missing", tensors("train.safetensors", NamedTensor{"numbers", at::ones({8, 2})}), "answers");
    row(script, "empty tensors", holding("train.safetensors", ""), "train.safetensors");
}

void MalformedTest::endsInOneClearError()
{
    QFETCH(QString, task);
    QFETCH(Damage, damage);
    QFETCH(QString, words);
    const std::string folder = m_folder.filePath(QString::number(++m_folders)).toStdString();
    TaskJob made = makeTaskJob(task.toStdString(), folder + "/data");
    damage(folder + "/data", made.job.task);
    made.job.maxSteps = 40; // enough for every sample to be read, as contents are checked only then
    const RunResult run = runRanks({made.job, {made.job.batch}, folder + "/run"});
    const auto &outcome = run.outcomes.front();
    QVERIFY(!outcome);
    const QString said = QString::fromStdString(outcome.error().message + " (" + outcome.error().detail + ")");
    QVERIFY2(said.contains(words), qPrintable(said));
    QVERIFY2(outcome.error().message.find('\n') == std::string::npos, qPrintable(said));
    QVERIFY2(outcome.error().message.size() < 500, qPrintable(said));
    QVERIFY2(!said.contains("frame #0"), qPrintable(said)); // part of torch's stack traces
}

QTEST_GUILESS_MAIN(MalformedTest)
#include "tst_malformed.moc"
