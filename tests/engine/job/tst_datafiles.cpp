// The files that a job names: found, sent with what belongs to them, and refused by name.
#include "engine/job/datafiles.h"
#include "engine/job/jobspec.h"

#include <QtTest>

#include <sys/stat.h>

#include <cstring>

using namespace motley;

class DataFilesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheFilesOfATaskAndPutsThemElsewhere()
    {
        QTemporaryDir folder;
        const auto write = [&](const QString &name) {
            QVERIFY(QDir().mkpath(QFileInfo(folder.filePath(name)).path()));
            QVERIFY(QFile(folder.filePath(name)).open(QFile::WriteOnly));
        };
        for (const char *name : {"bert/config.json", "bert/vocab.txt", "bert/added_tokens.json", "bert/tf_model.h5",
                 "rows/a/1.hdf5", "rows/2.hdf5", "test.hdf5"})
            write(name);
        const std::string root = folder.path().toStdString();
        JobSpec job;
        job.task = BertSpec{{root + "/bert"}, {root + "/rows", root + "/test.hdf5"}};
        const auto files = findDataFiles(job.task);
        QVERIFY2(files.has_value(), files ? "" : files.error().message.c_str());
        QStringList places;
        for (const DataFile &file : *files)
            places << QString::fromStdString(file.relativePath);
        QCOMPARE(places,
            (QStringList{"model.start/added_tokens.json", "model.start/config.json", "model.start/vocab.txt",
                "data.train/2.hdf5", "data.train/a/1.hdf5", "data.test/test.hdf5"}));
        const auto moved = std::get<BertSpec>(movedTo("/there", job.task));
        QCOMPARE(moved.model.start.path, std::string("/there/model.start"));
        QCOMPARE(moved.data.train.path, std::string("/there/data.train"));
        QCOMPARE(moved.data.test.path, std::string("/there/data.test/test.hdf5"));
        QVERIFY(moved.model.config.empty());
        std::get<BertSpec>(job.task).model = {};
        std::get<BertSpec>(job.task).model.config = root + "/bert/config.json";
        std::get<BertSpec>(job.task).model.vocabulary = root + "/bert/vocab.txt";
        const auto alone = findDataFiles(job.task); // with what is said of the vocabulary beside it
        QVERIFY2(alone.has_value(), alone ? "" : alone.error().message.c_str());
        QStringList ofVocabulary;
        for (const DataFile &file : *alone)
            if (file.field == "model.vocabulary")
                ofVocabulary << QString::fromStdString(file.relativePath);
        QCOMPARE(ofVocabulary,
            (QStringList{
                "model.vocabulary/vocab.txt", "model.vocabulary/added_tokens.json", "model.vocabulary/config.json"}));
    }

    void findsWhatBelongsToALanguageModel()
    {
        QTemporaryDir folder;
        const QStringList wanted{"chat_template.jinja", "config.json", "generation_config.json",
            "model-00001-of-00002.safetensors", "model.safetensors.index.json", "preprocessor_config.json",
            "tokenizer.json", "tokenizer.model", "tokenizer_config.json"};
        for (const char *inside : {"additional_chat_templates/more", "original"})
            QVERIFY(QDir(folder.path()).mkpath(inside));
        const QStringList templates{"additional_chat_templates/rag.jinja", "additional_chat_templates/tool_use.jinja"};
        for (const QString &name : wanted + templates
                + QStringList{"consolidated.pth", "model.gguf", "text.txt", "original/config.json",
                    "additional_chat_templates/README.md", "additional_chat_templates/more/deep.jinja"})
            QVERIFY(QFile(folder.filePath(name)).open(QFile::WriteOnly));
        LanguageModelSpec task;
        task.model.start = folder.path().toStdString();
        task.data.train = folder.filePath("text.txt").toStdString();
        const auto files = findDataFiles(task);
        QVERIFY2(files.has_value(), files ? "" : files.error().message.c_str());
        QStringList found;
        for (const DataFile &file : *files)
            if (file.field == "model.start")
                found << QString::fromStdString(file.relativePath).mid(int(std::strlen("model.start/")));
        QCOMPARE(found, wanted + templates);
    }

    void takesTheFileOfAChatTemplateAlong()
    {
        QTemporaryDir folder;
        for (const char *name : {"config.json", "text.jsonl", "mine.jinja"})
            QVERIFY(QFile(folder.filePath(name)).open(QFile::WriteOnly));
        LanguageModelSpec task;
        task.model.start = folder.path().toStdString();
        task.data.train = folder.filePath("text.jsonl").toStdString();
        task.data.chatTemplate = folder.filePath("mine.jinja").toStdString();
        const auto files = findDataFiles(task);
        QVERIFY2(files.has_value(), files ? "" : files.error().message.c_str());
        QCOMPARE(files->back().relativePath, std::string("data.chatTemplate/mine.jinja"));
        QCOMPARE(std::get<LanguageModelSpec>(movedTo("/there", task)).data.chatTemplate.path,
            std::string("/there/data.chatTemplate/mine.jinja"));
        task.data.chatTemplate = "rag"; // of the model
        const auto ofModel = findDataFiles(task);
        QVERIFY2(ofModel.has_value(), ofModel ? "" : ofModel.error().message.c_str());
        QCOMPARE(ofModel->size(), files->size() - 1);
        QCOMPARE(std::get<LanguageModelSpec>(movedTo("/there", task)).data.chatTemplate.path, std::string("rag"));
        task.data.chatTemplate = "/nowhere/mine.jinja";
        const auto missing = findDataFiles(task);
        QVERIFY(!missing);
        QVERIFY(missing.error().message.find("Check the field data.chatTemplate") != std::string::npos);
    }

    void namesTheDataThatAreMissing()
    {
        JobSpec job;
        job.task = TaggingSpec{{"/nowhere/bert"}, {"/nowhere/train", "/nowhere/test"}};
        const auto files = findDataFiles(job.task);
        QVERIFY(!files);
        QVERIFY2(files.error().message.find("/nowhere/bert. Check the field model.start") != std::string::npos,
            files.error().message.c_str());
    }

    void takesOfAnAdapterWhatIsRead()
    {
        QTemporaryDir folder;
        for (const char *name :
            {"adapter_config.json", "adapter_model.safetensors", "README.md", "optimizer.pt", "tokenizer.json", "text"})
            QVERIFY(QFile(folder.filePath(name)).open(QFile::WriteOnly));
        LanguageModelSpec spec;
        spec.data.train = folder.filePath("text").toStdString();
        spec.adapter.start = folder.path().toStdString();
        QVERIFY(QDir().mkpath(folder.filePath("base")));
        QVERIFY(QFile(folder.filePath("base/config.json")).open(QFile::WriteOnly));
        spec.model.start = folder.filePath("base").toStdString();
        const auto files = findDataFiles(spec);
        QVERIFY2(files, files ? "" : files.error().message.c_str());
        QStringList places;
        for (const DataFile &file : *files)
            places << QString::fromStdString(file.relativePath);
        QCOMPARE(places,
            (QStringList{"model.start/config.json", "data.train/text", "adapter.start/adapter_config.json",
                "adapter.start/adapter_model.safetensors"}));
    }

    void refusesDataThatAreNoFile()
    {
        QTemporaryDir folder;
        const std::string pipe = folder.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        LanguageModelSpec spec;
        spec.data.train = pipe;
        const auto refused = findDataFiles(spec);
        QVERIFY(!refused);
        QCOMPARE(refused.error().message, pipe + " is neither a file nor a folder. Check the field data.train.");
        QVERIFY(QFile(folder.filePath("model.safetensors")).open(QFile::WriteOnly));
        spec.model.start = folder.filePath("model.safetensors").toStdString();
        const auto weights = findDataFiles(spec);
        QVERIFY(!weights);
        QCOMPARE(weights.error().message,
            spec.model.start.path + " is a file, but the field model.start names the folder of a model, such as "
                + folder.path().toStdString() + ".");
        const auto pictures = findDataFiles(ImageSpec{{}, {folder.path().toStdString()}});
        QVERIFY(!pictures);
        QVERIFY2(pictures.error().message.find("so is a folder of pictures named") != std::string::npos,
            pictures.error().message.c_str());
    }

    void findsDataFilesPlainOrPacked()
    {
        QTemporaryDir folder;
        for (const char *name : {"train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte.gz"})
            QVERIFY(QFile(folder.filePath(name)).open(QFile::WriteOnly));
        JobSpec job;
        job.task = ImageSpec{{}, {folder.path().toStdString()}};
        const auto missing = findDataFiles(job.task);
        QVERIFY(!missing);
        QVERIFY(missing.error().message.find("t10k-labels-idx1-ubyte is missing") != std::string::npos);

        QVERIFY(QFile(folder.filePath("t10k-labels-idx1-ubyte.gz")).open(QFile::WriteOnly));
        const auto files = findDataFiles(job.task);
        QVERIFY(files.has_value());
        QCOMPARE(files->size(), 4u);
        QVERIFY(files->at(1).path.ends_with("train-labels-idx1-ubyte"));
    }
};

QTEST_GUILESS_MAIN(DataFilesTest)
#include "tst_datafiles.moc"
