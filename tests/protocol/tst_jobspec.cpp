// A job is written by people: defaults for what is left out, and an error that names what is wrong.
#include "engine/protocol/jobspec.h"

#include <QtTest>

using namespace motley;

namespace {

const std::string shortest = R"({"version": 1, "name": "fashion", "data": {"folder": "/data"}})";

} // namespace

class JobSpecTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fillsInDefaults()
    {
        const auto job = parseJob(shortest);
        QVERIFY2(job.has_value(), job ? "" : job.error().message.c_str());
        JobSpec expected;
        expected.name = "fashion";
        expected.data.folder = "/data";
        QVERIFY(*job == expected);
    }

    void survivesTheRoundTrip()
    {
        JobSpec job;
        job.name = "\xD8\xAA\xD8\xAC\xD8\xB1\xD8\xA8\xD8\xA9";
        job.seed = 18446744073709551615u;
        job.data = {"/data", true};
        job.model = {ModelSpec::Kind::ResNet18, 16};
        job.optimizer.kind = OptimizerSpec::Kind::AdamW;
        job.schedule.kind = ScheduleSpec::Kind::Step;
        job.schedule.peak = 0.1;
        const auto again = parseJob(toJson(job));
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QVERIFY(*again == job);
    }

    void namesWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *tag, const char *fields, const char *words) {
            QTest::addRow("%s", tag) << QByteArray("{\"version\":1,\"name\":\"n\",\"data\":{\"folder\":\"/d\"},")
                    + fields + "}" << QByteArray(words);
        };
        row("unknown field", "\"bacth\":256", "There is no field bacth");
        row("unknown field inside", "\"optimizer\":{\"lr\":1}", "There is no field optimizer.lr");
        row("text for a number", "\"batch\":\"256\"", "batch must be a whole number, but is \"256\"");
        row("fraction for a whole number", "\"batch\":2.5", "batch must be a whole number");
        row("negative", "\"batch\":-1", "batch must be between 1 and");
        row("too large for 64 bits", "\"epochs\":18446744073709551615", "epochs is out of range");
        row("unknown name", "\"model\":{\"kind\":\"vgg\"}", "model.kind must be one of \"small-cnn\", \"resnet18\"");
        row("unknown task", "\"task\":\"telepathy\"", "task");
        row("list for an object", "\"schedule\":[]", "schedule must be an object, but is a list");
        row("number for a truth", "\"optimizer\":{\"nesterov\":1}", "optimizer.nesterov must be true or false");
        row("nesterov without momentum", "\"optimizer\":{\"nesterov\":true,\"momentum\":0}", "momentum");
        row("not a number", "\"clipNorm\":\"nan\"", "clipNorm must be between");
        QTest::addRow("no version") << QByteArray("{\"name\":\"n\"}") << QByteArray("version is missing");
        QTest::addRow("newer version") << QByteArray("{\"version\":9}") << QByteArray("version 9");
        QTest::addRow("no data") << QByteArray("{\"version\":1,\"name\":\"n\"}") << QByteArray("data.folder");
        QTest::addRow("not JSON") << QByteArray("name = fashion") << QByteArray("not valid JSON");
        QTest::addRow("empty") << QByteArray() << QByteArray("not valid JSON");
    }
    void namesWhatIsWrong()
    {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, words);
        const auto job = parseJob(json.toStdString());
        QVERIFY(!job);
        QVERIFY2(job.error().message.find(words.toStdString()) != std::string::npos, job.error().message.c_str());
    }

    void theSchemaInResourcesIsTheEngines()
    {
        QFile file(QStringLiteral(MOTLEY_RESOURCES "/job.schema.json"));
        QVERIFY(file.open(QFile::ReadOnly));
        QCOMPARE(QString::fromUtf8(file.readAll()), QString::fromStdString(jobSchema()));
    }

    void theSchemaKnowsEveryField()
    {
        JobSpec job;
        job.name = "n";
        job.data.folder = "/d";
        const auto known = QJsonDocument::fromJson(QByteArray::fromStdString(jobSchema()))["properties"].toObject();
        const auto written = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(job))).object();
        QCOMPARE(known.keys(), written.keys());
        for (const auto &name : written.keys())
            QCOMPARE(known[name]["properties"].toObject().keys(), written[name].toObject().keys());
    }

    void resolvesRelativeFoldersAgainstTheFile()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("job.json"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("{\"version\":1,\"name\":\"n\",\"data\":{\"folder\":\"../images\"}}");
        file.close();
        const auto job = readJob(file.fileName().toStdString());
        QVERIFY(job.has_value());
        QCOMPARE(QString::fromStdString(job->data.folder), QDir::cleanPath(folder.filePath("../images")));
    }

    void namesTheFileThatCannotBeRead()
    {
        const auto job = readJob("/nowhere/job.json");
        QVERIFY(!job);
        QVERIFY(job.error().message.find("/nowhere/job.json") != std::string::npos);
    }

    void findsDataFilesPlainOrPacked()
    {
        QTemporaryDir folder;
        for (const char *name : {"train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte.gz"})
            QVERIFY(QFile(folder.filePath(name)).open(QFile::WriteOnly));
        JobSpec job;
        job.data.folder = folder.path().toStdString();
        const auto missing = findDataFiles(job);
        QVERIFY(!missing);
        QVERIFY(missing.error().message.find("t10k-labels-idx1-ubyte is missing") != std::string::npos);

        QVERIFY(QFile(folder.filePath("t10k-labels-idx1-ubyte.gz")).open(QFile::WriteOnly));
        const auto files = findDataFiles(job);
        QVERIFY(files.has_value());
        QCOMPARE(files->size(), 4u);
        QVERIFY(files->at(1).path.ends_with("train-labels-idx1-ubyte"));
    }
};

QTEST_GUILESS_MAIN(JobSpecTest)
#include "tst_jobspec.moc"
