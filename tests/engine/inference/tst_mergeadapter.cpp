// A merged model computes what the adapter does on the model that it is for.
#include "engine/inference/averagedmodel.h"
#include "engine/inference/mergeadapter.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "tests/engine/models/lorafixture.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>

using namespace motley;

class TestMergeAdapter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesWhatTheAdapterDoes_data() { addAdapterNames(); }
    void computesWhatTheAdapterDoes();
    void takesWhatBelongsToTheModel();
    void takesTheChatTemplatesOfOneFolder_data();
    void takesTheChatTemplatesOfOneFolder();
    void saysWhatIsWrong();
    void doesNotAverageAdapters();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    void copyAdapter(const QString &to) const;

    QTemporaryDir m_folder;
};

void TestMergeAdapter::copyAdapter(const QString &to) const
{
    QVERIFY(QDir().mkpath(to));
    for (const char *file : {"/adapter_config.json", "/adapter_model.safetensors"})
        QVERIFY(QFile::copy(QString::fromStdString(adapterFolder("llama")) + file, to + file));
}

void TestMergeAdapter::computesWhatTheAdapterDoes()
{
    QFETCH(QString, name);
    const QJsonObject reference = readReference(adapterFolder(name) + "/reference.json");
    const std::string base = baseFolder(reference["base"].toString());
    const std::string folder = path(qPrintable("merged-" + name));
    const auto merged = mergeAdapter(adapterFolder(name), base, folder);
    QVERIFY2(merged, merged ? "" : merged.error().message.c_str());
    const auto read = readDecoderFolder(folder);
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(allTensors(*read).size(), allTensors(*readDecoderFolder(base)).size());
    read->model->eval();
    const torch::NoGradGuard noGradients;
    const at::Tensor logits = logitsOf(*read->model, tensorOf(reference["ids"]).to(at::kLong))[0];
    QVERIFY(apart(logits, tensorOf(reference["logits"])) < 1e-5);
}

void TestMergeAdapter::takesWhatBelongsToTheModel()
{
    const QString adapter = m_folder.filePath("adapter");
    copyAdapter(adapter);
    const auto write = [&](const QString &name, const QByteArray &text) {
        QFile file(adapter + "/" + name);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    };
    LanguageModelSpec task;
    task.adapter.rank = 4;
    write("tokenizer.json", "{}");
    write("chat_template.jinja", "{{ messages }}");
    write("README.md", "of the adapter");
    write("motley.json", QByteArray::fromStdString(toJson(ModelOrigin{task})));
    const std::string folder = path("whole");
    QVERIFY(mergeAdapter(adapter.toStdString(), baseFolder("llama"), folder));
    const QStringList files = QDir(QString::fromStdString(folder)).entryList(QDir::Files);
    QCOMPARE(files,
        (QStringList{"chat_template.jinja", "config.json", "model.safetensors", "motley.json", "tokenizer.json"}));
    QVERIFY(readModelOrigin(folder)->task == TaskSpec(LanguageModelSpec()));
}

void TestMergeAdapter::takesTheChatTemplatesOfOneFolder_data()
{
    QTest::addColumn<QStringList>("ofAdapter");
    QTest::addColumn<QStringList>("expected");
    const QString usual = "chat_template.jinja";
    const QString rag = "additional_chat_templates/rag.jinja";
    const QString tools = "additional_chat_templates/tool_use.jinja";
    QTest::addRow("the model's") << QStringList() << QStringList{rag, tools, usual};
    QTest::addRow("the adapter's") << QStringList{usual, rag} << QStringList{rag, usual};
}

// The first file of the adapter, which has fewer of them, says that it was trained without the others.
void TestMergeAdapter::takesTheChatTemplatesOfOneFolder()
{
    QFETCH(QStringList, ofAdapter);
    QFETCH(QStringList, expected);
    const QString root = m_folder.filePath(QTest::currentDataTag());
    copyAdapter(root + "/adapter");
    const QString base = QString::fromStdString(baseFolder("llama"));
    const auto write = [&](const QString &folder, const QString &name) {
        QVERIFY(QDir().mkpath(folder + "/additional_chat_templates"));
        QFile file(folder + "/" + name);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(folder.toUtf8()) > 0);
    };
    for (const char *name :
        {"chat_template.jinja", "additional_chat_templates/rag.jinja", "additional_chat_templates/tool_use.jinja"})
        write(root + "/base", name);
    for (const QString &name : ofAdapter)
        write(root + "/adapter", name);
    for (const char *name : {"/config.json", "/model.safetensors"})
        QVERIFY(QFile::copy(base + name, root + "/base" + name));
    const QString merged = root + "/merged";
    const auto done
        = mergeAdapter((root + "/adapter").toStdString(), (root + "/base").toStdString(), merged.toStdString());
    QVERIFY2(done, done ? "" : done.error().message.c_str());
    QStringList found;
    QDirIterator files(merged, {"*.jinja"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        found << QDir(merged).relativeFilePath(file.fileName());
        QCOMPARE(file.readAll(), (root + (ofAdapter.isEmpty() ? "/base" : "/adapter")).toUtf8());
    }
    found.sort();
    QCOMPARE(found, expected);
}

void TestMergeAdapter::saysWhatIsWrong()
{
    const auto there = mergeAdapter(adapterFolder("llama"), baseFolder("llama"), m_folder.path().toStdString());
    QVERIFY(!there);
    QVERIFY(there.error().message.find("is there already") != std::string::npos);
    const auto other = mergeAdapter(adapterFolder("llama"), baseFolder("phi3"), path("other"));
    QVERIFY(!other);
    QVERIFY2(other.error().message.find("adapter_model.safetensors: The adapter has the tensor") != std::string::npos,
        other.error().message.c_str());
    const auto none = mergeAdapter(baseFolder("llama"), baseFolder("llama"), path("other"));
    QVERIFY(!none);
    QVERIFY(none.error().message.find("adapter_config.json") != std::string::npos);
    QVERIFY(!QFile::exists(m_folder.filePath("other")));
}

void TestMergeAdapter::doesNotAverageAdapters()
{
    AverageRequest request;
    for (const char *name : {"step-1", "step-2"}) {
        const std::string file = path(name) + ".safetensors";
        QVERIFY(writeSafetensors(file, {{"model.layers.0.mlp.up_proj.lora_A.weight", at::ones({2, 3})}}));
        request.checkpoints.push_back(file);
    }
    request.folder = path("averaged");
    const auto written = writeAveragedModel(request);
    QVERIFY(!written);
    QVERIFY2(written.error().message.find("The checkpoints are of an adapter.") == 0, written.error().message.c_str());
}

QTEST_GUILESS_MAIN(TestMergeAdapter)

#include "tst_mergeadapter.moc"
