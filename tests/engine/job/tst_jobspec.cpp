// A job is written by people: defaults for what is left out, and an error that names what is wrong.
#include "engine/job/continuefiles.h"
#include "engine/job/datafiles.h"
#include "engine/job/fieldviews.h"
#include "engine/job/jobchanges.h"
#include "engine/job/jobspec.h"
#include "engine/job/jobvariant.h"
#include "tests/fixtures/tasknames.h"

#include <QtTest>

#include <algorithm>

using namespace motley;

namespace {

const std::string shortest = R"({"version": 1, "name": "fashion", "data": {"folder": "/data"}})";

void everythingIsDescribed(const QJsonObject &schema)
{
    const auto properties = schema["properties"].toObject();
    for (auto field = properties.begin(); field != properties.end(); ++field) {
        const auto described = field->toObject();
        if (described.keys() == QStringList("default"))
            continue; // the usual value of one optimizer, of a field that is described beside it
        if (!described.contains("const"))
            QVERIFY2(!described["description"].toString().isEmpty(), qPrintable(field.key()));
        everythingIsDescribed(described);
    }
    for (const QJsonValue condition : schema["allOf"].toArray())
        everythingIsDescribed(condition["then"].toObject());
}

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
        expected.task = ImageSpec{{}, {"/data"}};
        QVERIFY(*job == expected);
    }

    void takesASettingByName()
    {
        const auto job = parseJob(shortest);
        JobSpec expected = *job;
        expected.schedule.kind = ScheduleSpec::Kind::OneCycle;
        expected.schedule.peak = 0.25;
        const auto varied = withSetting(*job, {"schedule.kind", "one-cycle"}).and_then([](const JobSpec &before) {
            return withSetting(before, {"schedule.peak", "0.25"});
        });
        QVERIFY2(varied, varied ? "" : varied.error().message.c_str());
        QVERIFY2(*varied == expected, varied ? "" : varied.error().message.c_str());
        for (const auto &[field, value] : {std::pair("schedule.speed", "1"), std::pair("batch.size", "1"),
                 std::pair("", "1"), std::pair("model.", "1"), std::pair("batch", "many"), std::pair("batch", "0")}) {
            const auto wrong = withSetting(*job, {field, value});
            QVERIFY2(!wrong, field);
            QVERIFY2(QByteArray::fromStdString(wrong.error().message).contains(field), wrong.error().message.c_str());
        }
    }

    void survivesTheRoundTrip()
    {
        JobSpec job;
        job.name = "\xD8\xAA\xD8\xAC\xD8\xB1\xD8\xA8\xD8\xA9";
        job.seed = 18446744073709551615u;
        job.task = ImageSpec{{ImageModelSpec::Kind::ResNet18, 16}, {"/data", true}};
        job.optimizer.kind = OptimizerSpec::Kind::AdamW;
        job.schedule.kind = ScheduleSpec::Kind::Step;
        job.schedule.peak = 0.1;
        job.schedule.epochPeaks = {0.3, 0.2};
        job.order.epochBatches = {64, 256};
        job.schedule.scaling = ScheduleSpec::Scaling::SquareRoot;
        job.optimizer.decayBiasesAndNorms = false;
        job.optimizer.averageDecay = 0.999;
        job.exchange = {ExchangeSpec::Combine::Adasum, ExchangeSpec::Between::Groups};
        job.memory.microbatch = 8;
        job.memory.recompute = MemorySpec::Recompute::Always;
        job.memory.limitMiB = 4096;
        job.memory.shard = MemorySpec::Shard::Never;
        job.precision = {PrecisionSpec::Kind::Float16, true, 1024};
        job.stopping = {3, 0.001};
        job.nonFinite = {4, false};
        job.checkpoint.keepBest = true;
        job.checkpoint.async = false;
        job.continueFrom = {"/runs/one", true};
        const auto again = parseJob(toJson(job));
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QVERIFY(*again == job);
    }

    void readsTheSwitchOfOlderJobs_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("expected");
        const auto row = [](const char *value, MemorySpec::Recompute expected) {
            QTest::addRow("%s", value) << QByteArray(value) << int(expected);
        };
        row("false", MemorySpec::Recompute::Never);
        row("true", MemorySpec::Recompute::Always);
        row("\"when-needed\"", MemorySpec::Recompute::WhenNeeded);
    }
    void readsTheSwitchOfOlderJobs()
    {
        QFETCH(QByteArray, value);
        QFETCH(int, expected);
        const auto job = withSetting(*parseJob(shortest), {"memory.recompute", value.toStdString()});
        QVERIFY2(job.has_value(), job ? "" : job.error().message.c_str());
        QCOMPARE(int(job->memory.recompute), expected);
        QVERIFY(!withSetting(*parseJob(shortest), {"memory.recompute", "1"}));
        QVERIFY(!withSetting(*parseJob(shortest), {"memory.shard", "true"})); // memory.shard never was a boolean
    }

    void readsAnAdapter()
    {
        const auto job = parseJob(R"({"version": 1, "name": "n", "task": "language-model", "data": {"train": "/t"},
            "model": {"start": "/m"}, "adapter": {"rank": 16, "rankPattern": "down_proj=32"}})");
        QVERIFY2(job, job ? "" : job.error().message.c_str());
        const AdapterSpec &adapter = std::get<LanguageModelSpec>(job->task).adapter;
        QCOMPARE(adapter.rank, 16);
        QCOMPARE(adapter.targets, std::string("all-linear"));
        QVERIFY(*parseJob(toJson(*job)) == *job);
        JobSpec without = *job;
        std::get<LanguageModelSpec>(without.task).adapter = {};
        QVERIFY(!std::get<LanguageModelSpec>(without.task).adapter.isWanted());
        QVERIFY(*parseJob(toJson(without)) == without);
    }

    void saysInWhatTwoJobsDiffer()
    {
        JobSpec before;
        before.name = "one";
        before.task = ImageSpec{{}, {"/data"}};
        JobSpec now = before;
        now.name = "two";
        now.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 16}, {"/elsewhere"}};
        now.continueFrom.path = "/runs/one";
        QCOMPARE(changesBetween(before, now), std::vector<std::string>{"model.width is 16 (was 32)"});
        now = before;
        now.batch = 64;
        now.schedule.epochPeaks = {0.5};
        const std::vector<std::string> both{"batch is 64 (was 256)", "schedule.epochPeaks is [0.5] (was [])"};
        QCOMPARE(changesBetween(before, now), both);
        QVERIFY(changesBetween(now, now).empty());
    }

    void findsTheSettingsThatDifferInSeveralJobs()
    {
        JobSpec first;
        first.name = "one";
        first.task = ImageSpec{{}, {"/data"}};
        JobSpec second = first;
        second.name = "two";
        QVERIFY(differentSettings({first, second}).empty());
        second.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 16}, {"/elsewhere"}};
        const auto different = differentSettings({first, first, second});
        QCOMPARE(different.size(), std::size_t(2));
        QCOMPARE(different[0].field, std::string("model.width"));
        QCOMPARE(different[0].values, (std::vector<std::string>{"32", "32", "16"}));
        QCOMPARE(different[1].values, (std::vector<std::string>{"/data", "/data", "/elsewhere"}));
        second.task = TaggingSpec{}; // without the fields of images
        const auto ofTwoTasks = differentSettings({second, first});
        const auto side = std::find_if(ofTwoTasks.begin(), ofTwoTasks.end(),
            [](const DifferentSetting &setting) { return setting.field == "data.side"; });
        QVERIFY(side != ofTwoTasks.end());
        QCOMPARE(side->values, (std::vector<std::string>{"", "64"}));
    }

    void findsTheWorkToGoOnFrom()
    {
        QTemporaryDir folder;
        const auto path = [&](const char *name) { return folder.filePath(QString::fromLatin1(name)).toStdString(); };
        for (const char *place : {"run/checkpoints/step-9", "run/checkpoints/step-10", "run/model"}) {
            QVERIFY(QDir().mkpath(folder.filePath(QString::fromLatin1(place))));
            QVERIFY(QFile(folder.filePath(QString::fromLatin1(place) + "/model.safetensors")).open(QFile::WriteOnly));
        }
        const std::pair<const char *, const char *> expected[] = {{"run", "step-10"}, {"run/checkpoints/", "step-10"},
            {"run/checkpoints/step-9", "step-9"}, {"run/model", "model"}};
        for (const auto &[from, work] : expected) {
            const auto files = findContinueFiles({path(from)});
            QVERIFY2(files, from);
            QVERIFY2(files->size() == 1, from);
            const std::string place = std::string("continueFrom.path/") + work;
            QCOMPARE(files->front().relativePath, place + "/model.safetensors");
            QCOMPARE(movedTo("/there", ContinueSpec{path(from)}, *files).path.path, "/there/" + place);
        }
        const auto file = findContinueFiles({path("run/model/model.safetensors")});
        QVERIFY(file);
        QCOMPARE(movedTo("/there", ContinueSpec{path("run/model/model.safetensors")}, *file).path.path,
            std::string("/there/continueFrom.path/model.safetensors"));
        // What describes the model goes along, from the run's model folder where the checkpoint has none.
        for (const char *name : {"config.json", "tokenizer.model", "README.md"})
            QVERIFY(QFile(folder.filePath(QString("run/model/") + name)).open(QFile::WriteOnly));
        const auto finds = [&](const char *from, const std::string &file) {
            const auto found = findContinueFiles({path(from)}).value_or(std::vector<DataFile>());
            return std::any_of(found.begin(), found.end(),
                [&](const DataFile &each) { return each.relativePath == "continueFrom.path/" + file; });
        };
        QVERIFY(finds("run", "step-10/tokenizer.model") && finds("run", "step-10/config.json"));
        QVERIFY(!finds("run", "step-10/README.md"));
        QVERIFY(finds("run/model/model.safetensors", "config.json"));
        QVERIFY(findContinueFiles({})->empty());
        QVERIFY(!findContinueFiles({path("nothing")}));
    }

    void givesAMethodItsUsualValues()
    {
        const auto job = parseJob(shortest.substr(0, shortest.size() - 1)
            + R"(, "optimizer": {"beta1": 0.8, "kind": "lion", "weightDecay": 0.5}})");
        QVERIFY2(job.has_value(), job ? "" : job.error().message.c_str());
        QCOMPARE(job->optimizer.beta1, 0.8);
        QCOMPARE(job->optimizer.beta2, 0.99);
        QCOMPARE(job->optimizer.weightDecay, 0.5);
        for (int kind = 0; kind <= int(OptimizerSpec::Kind::Muon); ++kind) {
            JobSpec usual = *job;
            usual.optimizer = usualOptimizer(OptimizerSpec::Kind(kind));
            QVERIFY(usual.optimizer.kind == OptimizerSpec::Kind(kind));
            const auto again = parseJob(toJson(usual));
            QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
            QVERIFY(*again == usual);
        }
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
        row("unknown name", "\"model\":{\"kind\":\"vgg\"}",
            "model.kind must be one of \"small-cnn\", \"mnistnet\", \"resnet18\"");
        row("unknown task", "\"task\":\"telepathy\"",
            "task must be one of \"image-classification\", \"bert-pretraining\"");
        row("field of another task", "\"task\":\"token-classification\"", "There is no field data.folder");
        QTest::addRow("path that is needed")
            << QByteArray("{\"version\":1,\"name\":\"n\",\"task\":\"bert-pretraining\",\"data\":{\"train\":\"/rows\"}}")
            << QByteArray("model.config is missing");
        row("list for an object", "\"schedule\":[]", "schedule must be an object, but is a list");
        row("number for a truth", "\"optimizer\":{\"nesterov\":1}", "optimizer.nesterov must be true or false");
        row("nesterov without momentum", "\"optimizer\":{\"nesterov\":true,\"momentum\":0}", "momentum");
        row("unknown method", "\"optimizer\":{\"kind\":\"adamz\"}", "optimizer.kind must be one of \"sgd\", \"adam\"");
        row("averages that never move", "\"optimizer\":{\"averageDecay\":1}", "optimizer.averageDecay must be between");
        row("negative clip", "\"optimizer\":{\"clipValue\":-1}", "optimizer.clipValue must be between");
        row("no base batch", "\"schedule\":{\"baseBatch\":0}", "schedule.baseBatch must be between 1 and");
        row("shrinking cycles", "\"schedule\":{\"cycleGrowth\":0}", "schedule.cycleGrowth must be between 1 and");
        row("negative peak", "\"schedule\":{\"epochPeaks\":[0.1,-1]}", "schedule.epochPeaks[1] must be between");
        row("peak as text", "\"schedule\":{\"epochPeaks\":[\"a\"]}", "schedule.epochPeaks[0] must be a number");
        row("batch of an epoch above all", "\"order\":{\"epochBatches\":[32,257]}",
            "order.epochBatches[1] must be between 1 and 256");
        row("no groups of such a batch", "\"order\":{\"kind\":\"hetseq\",\"epochBatches\":[32,48]}", "order.groupSize");
        row("decay within the warm-up", "\"schedule\":{\"warmupSteps\":9,\"decaySteps\":9}", "schedule.decaySteps");
        row("unknown precision", "\"precision\":{\"kind\":\"int8\"}", "precision.kind must be one of \"float32\"");
        row("no scale", "\"precision\":{\"lossScale\":0}", "precision.lossScale must be between 1 and");
        row("negative patience", "\"stopping\":{\"patience\":-1}", "stopping.patience must be between 0 and");
        row("negative microbatch", "\"memory\":{\"microbatch\":-1}", "memory.microbatch must be between 0 and");
        row("negative limit", "\"memory\":{\"limitMiB\":-1}", "memory.limitMiB must be between 0 and");
        row("unknown rule", "\"memory\":{\"shard\":\"maybe\"}", "memory.shard must be one of \"never\"");
        row("unknown combination", "\"exchange\":{\"combine\":\"mean\"}",
            "exchange.combine must be one of \"sum\", \"adasum\"");
        row("unknown level", "\"exchange\":{\"between\":\"racks\"}", "exchange.between must be one of \"ranks\"");
        row("parts of a state that all need", "\"exchange\":{\"combine\":\"adasum\"},\"memory\":{\"shard\":\"always\"}",
            "memory.shard must not be always with exchange.combine adasum");
        row("no adapter", "\"exchange\":{\"gradients\":\"bfloat16\"}", "exchange.gradients may be bfloat16 only where");
        row("unknown scaling", "\"schedule\":{\"scaling\":\"cubic\"}", "schedule.scaling must be one of \"none\"");
        row("not a number", "\"clipNorm\":\"nan\"", "clipNorm must be between");
        const auto adapter = [](const char *tag, const char *fields, const char *words) {
            QTest::addRow("adapter: %s", tag)
                << QByteArray(
                       R"({"version":1,"name":"n","task":"language-model","data":{"train":"/t"},"model":{"start":)")
                    + (qstrcmp(tag, "of nothing") == 0 ? "\"\"" : "\"/m\"") + R"(},"adapter":{"rank":4,)" + fields
                    + "}}"
                << QByteArray(words);
        };
        adapter("of nothing", R"("alpha":8)",
            "The field adapter.rank asks for an adapter, which belongs to a trained model");
        adapter("no layers", R"("targets":"")", "The field adapter.targets is missing.");
        adapter("no names", R"("targets":"(q|v)_proj")", "The field adapter.targets must be names of layers");
        adapter(
            "no ranks", R"("rankPattern":"q_proj 4")", "The field adapter.rankPattern must be names of layers with");
        adapter("no alphas", R"("alphaPattern":"q_proj=-4")",
            "The field adapter.alphaPattern must be names of layers with");
        adapter(
            "no modules", R"("modulesToSave":"lm_head,")", "The field adapter.modulesToSave must be names of layers");
        adapter("too much dropout", R"("dropout":1)", "adapter.dropout must be between 0 and 0.99");
        adapter("unknown field", R"("dora":true)", "adapter.dora");
        QTest::addRow("a field twice") << QByteArray(
            "{\"version\":1,\"name\":\"n\",\"data\":{\"folder\":\"/d\"},\"batch\":1,\"batch\":2}")
                                       << QByteArray("has the field batch twice");
        QTest::addRow("a field of a section twice")
            << QByteArray("{\"version\":1,\"name\":\"n\",\"data\":{\"folder\":\"/d\",\"folder\":\"/e\"}}")
            << QByteArray("has the field folder twice");
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
        QVERIFY2(file.readAll() == QByteArray::fromStdString(jobSchema()),
            "Run: motley-engine tasks --schema > resources/job.schema.json && tests/docs/jobpage --write");
    }

    void theSchemaKnowsEveryField_data()
    {
        QTest::addColumn<QString>("task");
        for (const std::string &name : taskNames())
            QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
    }
    void theSchemaKnowsEveryField()
    {
        QFETCH(QString, task);
        JobSpec job;
        job.task = *defaultTask(task.toStdString());
        const auto schema = QJsonDocument::fromJson(QByteArray::fromStdString(jobSchema())).object();
        auto known = schema["properties"].toObject().toVariantMap();
        for (const QJsonValue condition : schema["allOf"].toArray())
            if (condition["if"]["properties"]["task"]["const"] == task)
                known.insert(condition["then"]["properties"].toObject().toVariantMap());
        const auto written = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(job))).object();
        QCOMPARE(known.keys(), written.keys());
        for (const auto &name : written.keys())
            QCOMPARE(QJsonObject::fromVariantMap(known[name].toMap())["properties"].toObject().keys(),
                written[name].toObject().keys());
    }

    void theSchemaDescribesEveryField()
    {
        everythingIsDescribed(QJsonDocument::fromJson(QByteArray::fromStdString(jobSchema())).object());
    }

    void showsTheFieldsOfEveryTask_data() { theSchemaKnowsEveryField_data(); }
    void showsTheFieldsOfEveryTask()
    {
        QFETCH(QString, task);
        JobSpec job;
        job.task = *defaultTask(task.toStdString());
        const auto views = viewsOf(job);
        QVERIFY(!views.empty());
        for (const FieldView &view : views) {
            QVERIFY2(*view.info.label, view.path.c_str());
            QVERIFY2(*view.info.help, view.path.c_str());
            const auto *choice = std::get_if<ChoiceView>(&view.value);
            for (int i = 0; choice && i < int(choice->words.size()); ++i) {
                choice->choose(i);
                QCOMPARE(choice->chosen(), i);
            }
        }
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
        QCOMPARE(QString::fromStdString(std::get<ImageSpec>(job->task).data.folder.path),
            QDir::cleanPath(folder.filePath("../images")));
    }

    void namesTheFileThatCannotBeRead()
    {
        const auto job = readJob("/nowhere/job.json");
        QVERIFY(!job);
        QVERIFY(job.error().message.find("/nowhere/job.json") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(JobSpecTest)
#include "tst_jobspec.moc"
