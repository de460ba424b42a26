// The card of a trained model: what it says of the data, and that names from elsewhere stay plain text.
#include "engine/training/modelcard.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class ModelCardTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void namesDataByTheirHashes();
    void readsNoMoreThanItMay();
    void keepsNamesPlain();
    void saysThatNothingWasTested();
    void namesTheGroupsOfAdasum();
    void saysHowTheModelIsUsed_data();
    void saysHowTheModelIsUsed();

private:
    TaskSpec task() const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

QByteArray hashOf(const QByteArray &bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

} // namespace

void ModelCardTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_folder->path()).mkpath("rows/more"));
    for (const char *name : {"rows/train-0.hdf5", "rows/more/train-1.hdf5", "config.json"}) {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(name), qint64(qstrlen(name)));
    }
}

TaskSpec ModelCardTest::task() const
{
    BertSpec spec;
    spec.model.config = m_folder->filePath("config.json").toStdString();
    spec.data.train = m_folder->filePath("rows").toStdString();
    return spec;
}

void ModelCardTest::namesDataByTheirHashes()
{
    const auto digests = digestsOf(task(), 1000);
    QCOMPARE(digests.size(), std::size_t(2));
    QCOMPARE(digests[0].field, std::string("model.config"));
    QCOMPARE(digests[0].name, std::string("config.json"));
    QCOMPARE(QByteArray::fromStdString(digests[0].sha256), hashOf("config.json"));
    QCOMPARE(digests[1].name, std::string("rows"));
    QCOMPARE(digests[1].files, std::int64_t(2));
    QCOMPARE(digests[1].bytes, std::int64_t(17 + 22));
    // As `sha256sum more/train-1.hdf5 train-0.hdf5 | sha256sum` prints it.
    const QByteArray lines
        = hashOf("rows/more/train-1.hdf5") + "  more/train-1.hdf5\n" + hashOf("rows/train-0.hdf5") + "  train-0.hdf5\n";
    QCOMPARE(QByteArray::fromStdString(digests[1].sha256), hashOf(lines));
}

void ModelCardTest::readsNoMoreThanItMay()
{
    for (const DataDigest &item : digestsOf(task(), 20)) {
        QVERIFY(item.sha256.empty());
        QVERIFY(item.bytes > 0);
    }
    ModelCard card;
    card.job.task = task();
    card.data = digestsOf(task(), 20);
    QVERIFY(toMarkdown(card).find("| not computed |") != std::string::npos);
}

void ModelCardTest::keepsNamesPlain()
{
    ModelCard card;
    card.job.name = "a`b\n# c";
    card.plan.machines = {{"<img src=x>|\x1b[31m", "10.0.0.1"}};
    card.plan.ranks.emplace_back();
    card.data = {{"data.train", "[x](http://y)|`z", 1, 1, "00"}};
    const std::string text = toMarkdown(card);
    for (const char *part : {"<img", "\x1b", "a`b", "\n# c", "[x]", "10.0.0.1"})
        QVERIFY2(text.find(part) == std::string::npos, part);
    QVERIFY(text.find("img src=x") != std::string::npos);
}

void ModelCardTest::saysThatNothingWasTested()
{
    QVERIFY(toMarkdown(ModelCard()).find("It was not tested.") != std::string::npos);
}

void ModelCardTest::namesTheGroupsOfAdasum()
{
    ModelCard card;
    card.plan.machines = {{"box", "10.0.0.1"}, {"old", "10.0.0.2"}, {"new", "10.0.0.3"}};
    for (const int machine : {0, 0, 1, 2})
        card.plan.ranks.push_back({machine, {}, 8});
    QVERIFY(toMarkdown(card).find("Adasum") == std::string::npos);
    const int groups[] = {0, 0, 0, 1};
    for (std::size_t rank = 0; rank < 4; ++rank)
        card.plan.ranks[rank].group = groups[rank];
    const std::string text = toMarkdown(card);
    for (const char *part :
        {"the updates of 2 groups", "depends on this grouping", "| 1 | box (2 devices) + old |", "| 2 | new |"})
        QVERIFY2(text.find(part) != std::string::npos, text.c_str());
}

void ModelCardTest::saysHowTheModelIsUsed_data()
{
    QTest::addColumn<TaskSpec>("task");
    QTest::addColumn<std::string>("command");
    QTest::addColumn<std::string>("library"); // empty: none opens it
    LanguageModelSpec adapter;
    adapter.adapter.rank = 4;
    const auto row = [](const char *tag, const TaskSpec &task, const char *command, const char *library) {
        QTest::addRow("%s", tag) << task << std::string(command) << std::string(library);
    };
    row("images", ImageSpec(), "motley-engine classify FOLDER pictures/", "");
    row("tagging", TaggingSpec(), "motley-engine tag FOLDER text.txt", "transformers");
    row("translation", TranslationSpec(), "motley-engine translate FOLDER text.txt", "transformers");
    row("language model", LanguageModelSpec(), "motley-engine generate FOLDER --prompt '...'", "transformers");
    row("adapter", adapter, "motley-engine generate FOLDER --prompt '...'", "peft");
    row("volume", VolumeSpec(), "motley-engine fill FOLDER volume.h5 --out found.h5", "");
    row("script", TorchScriptSpec(), "motley-engine evaluate FOLDER --data test.safetensors", "");
}

void ModelCardTest::saysHowTheModelIsUsed()
{
    QFETCH(TaskSpec, task);
    QFETCH(std::string, command);
    QFETCH(std::string, library);
    ModelCard card;
    card.job.task = task;
    const std::string text = toMarkdown(card);
    QVERIFY2(text.find("\n    " + command + "\n") != std::string::npos, text.c_str());
    QCOMPARE(text.find("```python") != std::string::npos, !library.empty());
    if (!library.empty())
        QVERIFY2(text.find("library_name: " + library + "\npipeline_tag: ") != std::string::npos, text.c_str());
}

QTEST_GUILESS_MAIN(ModelCardTest)
#include "tst_modelcard.moc"
