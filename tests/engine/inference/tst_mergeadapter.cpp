// A merged model computes what the adapter does on the model that it is for.
#include "engine/inference/averagedmodel.h"
#include "engine/inference/mergeadapter.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "tests/engine/models/lorafixture.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace motley;

class TestMergeAdapter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesWhatTheAdapterDoes_data() { addAdapterNames(); }
    void computesWhatTheAdapterDoes();
    void takesWhatBelongsToTheModel();
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
