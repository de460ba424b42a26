// The files that are collected from a machine when a run is over.
#include "engine/job/jobspec.h"
#include "markedprocesses.h"
#include "remote/engine/enginecommands.h"
#include "remote/history/eventlogcopy.h"
#include "remote/history/runrecord.h"
#include "remote/session/localsession.h"
#include "tests/fixtures/wholefiles.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <sys/mount.h>

using namespace motley;

class CollectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runsNoScriptOfAMachine_data();
    void runsNoScriptOfAMachine();
    void namesTheBaseOfAnAdapterAsItIsHere();
    void bringsTheChatTemplatesOfAModel();
    void leavesRoomOnTheDisk();
    void hearsNoMoreThanWasAnnounced();
    void tellsAnAgentWhatFollowsARestart();
    void leavesNothingRunning_data();
    void leavesNothingRunning();

private:
    QTemporaryDir m_folder;
    LocalSession m_session;
};

void CollectTest::runsNoScriptOfAMachine_data()
{
    QTest::addColumn<bool>("isScriptJob");
    QTest::addRow("a job with a script") << true;
    QTest::addRow("any other job") << false;
}

void CollectTest::runsNoScriptOfAMachine()
{
    QFETCH(bool, isScriptJob);
    const QString place = m_folder.filePath(isScriptJob ? "script" : "other");
    write(place + "/mine.pt", "as it was sent");
    JobSpec job;
    job.name = "mine";
    if (isScriptJob) {
        TorchScriptSpec spec;
        spec.model.script.path = (place + "/mine.pt").toStdString();
        job.task = spec;
    }
    RunHistory history(place + "/data");
    QVERIFY(history.open());
    const auto record = history.create(job, {});
    QVERIFY2(record, record ? "" : record.error().message.c_str());
    write(place + "/mine.pt", "as it was changed since");

    const QString there = place + "/there";
    for (const char *folder : {"/model", "/best-model"}) {
        write(there + folder + "/model.safetensors", "weights");
        write(there + folder + "/model.pt", "a machine's own code");
    }
    const auto collected = collect(m_session, {"", there.toStdString()}, record->folder.toStdString());
    QVERIFY2(collected, collected ? "" : collected.error().message.c_str());
    for (const char *folder : {"/model", "/best-model"}) {
        QCOMPARE(contents(record->folder + folder + "/model.safetensors"), QByteArray("weights"));
        QCOMPARE(contents(record->folder + folder + "/model.pt"), QByteArray(isScriptJob ? "as it was sent" : ""));
    }
    QVERIFY(markCollected(m_session, {"", there.toStdString()}, 42));
    QCOMPARE(contents(there + "/collected"), QByteArray("42\n"));
    QVERIFY(!markCollected(m_session, {"", there.toStdString() + "/nowhere"}, 42));
}

// PEFT opens the folder with the model that the user chose, which the machine had elsewhere.
void CollectTest::namesTheBaseOfAnAdapterAsItIsHere()
{
    const QString place = m_folder.filePath("adapter");
    JobSpec job;
    job.name = "chat";
    LanguageModelSpec spec;
    spec.model.start.path = (place + "/llama").toStdString();
    spec.data.train.path = (place + "/text.txt").toStdString();
    spec.adapter.rank = 4;
    job.task = spec;
    RunHistory history(place + "/data");
    QVERIFY(history.open());
    const auto record = history.create(job, {});
    QVERIFY2(record, record ? "" : record.error().message.c_str());
    const QString there = place + "/there";
    const QByteArray config = R"({"peft_type": "LORA", "base_model_name_or_path": "/root/data/0717/model.start", "r": 4,
        "target_modules": ["q_proj"], "modules_to_save": ["embed_tokens"]})";
    write(there + "/model/adapter_config.json", config);
    write(there + "/model/adapter_model.safetensors", "weights");
    write(there + "/best-model/adapter_config.json", "[no object]");
    for (int times = 0; times < 2; ++times) {
        const auto collected = collect(m_session, {"", there.toStdString()}, record->folder.toStdString());
        QVERIFY2(collected, collected ? "" : collected.error().message.c_str());
        const QByteArray named = contents(record->folder + "/model/adapter_config.json");
        const auto object = QJsonDocument::fromJson(named).object();
        QCOMPARE(object["base_model_name_or_path"].toString(), place + "/llama");
        QCOMPARE(object["target_modules"].toArray(), QJsonArray{"q_proj"});
        QCOMPARE(object["modules_to_save"].toArray(), QJsonArray{"embed_tokens"});
        QCOMPARE(contents(record->folder + "/best-model/adapter_config.json"), QByteArray("[no object]"));
    }
    QCOMPARE(contents(there + "/model/adapter_config.json"), config);
}

void CollectTest::bringsTheChatTemplatesOfAModel()
{
    const QString there = m_folder.filePath("templates/there");
    const QString here = m_folder.filePath("templates/here");
    for (const char *model : {"/model", "/best-model"})
        for (const char *file : {"/chat_template.jinja", "/additional_chat_templates/rag.jinja",
                 "/additional_chat_templates/notes.txt", "/other/rag.jinja"})
            write(there + model + file, QByteArray(model) + file);
    const auto collected = collect(m_session, {"", there.toStdString()}, here.toStdString());
    QVERIFY2(collected, collected ? "" : collected.error().message.c_str());
    for (const char *model : {"/model", "/best-model"}) {
        for (const char *file : {"/chat_template.jinja", "/additional_chat_templates/rag.jinja"})
            QCOMPARE(contents(here + model + file), QByteArray(model) + file);
        QCOMPARE(QDir(here + model).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
            (QStringList{"additional_chat_templates", "chat_template.jinja"}));
        QCOMPARE(QDir(here + model + "/additional_chat_templates").entryList(QDir::Files), QStringList{"rag.jinja"});
    }
}

void CollectTest::leavesRoomOnTheDisk()
{
    const QString small = m_folder.filePath("small");
    QVERIFY(QDir().mkpath(small));
    if (::mount("tmpfs", small.toUtf8(), "tmpfs", 0, "size=20m") != 0)
        QSKIP("needs root, to mount a small file system");
    const auto unmount = qScopeGuard([&] { ::umount2(small.toUtf8(), MNT_DETACH); });
    const QString there = m_folder.filePath("large");
    write(there + "/model/model.safetensors", QByteArray(20'200'000, 'x'));
    const auto collected = collect(m_session, {"", there.toStdString()}, (small + "/run").toStdString());
    QVERIFY(!collected);
    QVERIFY2(
        collected.error().message.find("too little space") != std::string::npos, collected.error().message.c_str());
    QCOMPARE(contents(small + "/run/model/model.safetensors"), QByteArray());

    EventLogCopy log(small + "/run/events.jsonl");
    Event event{1, 0, Warning{0, std::string(500'000, 'x')}};
    Result<void> written;
    for (; written && event.sequence < 60; ++event.sequence)
        written = log.append({event});
    QVERIFY(!written);
    QVERIFY(QFileInfo(small + "/run/events.jsonl").size() <= 19'922'944);
    QVERIFY(QDir(small + "/run").removeRecursively());
    QVERIFY(!log.append({event})); // else the copy would have a gap
}

void CollectTest::hearsNoMoreThanWasAnnounced()
{
    class EndlessSession : public Session {
    public:
        Result<CommandResult> run(std::string_view script, const CommandOptions &options) override
        {
            if (!options.outputSink)
                return m_there.run(script, options);
            for (chunks = 0; chunks < 1000; ++chunks) {
                if (options.stop.stop_requested())
                    return fail("stopped");
                options.outputSink(std::string(1000, 'x'));
            }
            return CommandResult{};
        }
        std::string name() const override { return "there"; }
        int chunks = 0;

    private:
        LocalSession m_there;
    };
    const QString there = m_folder.filePath("endless");
    write(there + "/model/model.safetensors", QByteArray(1500, 'x'));
    EndlessSession session;
    const auto collected = collect(session, {"", there.toStdString()}, m_folder.filePath("here").toStdString());
    QVERIFY(!collected);
    QVERIFY2(
        collected.error().message.find("model.safetensors") != std::string::npos, collected.error().message.c_str());
    QCOMPARE(session.chunks, 2);
}

void CollectTest::tellsAnAgentWhatFollowsARestart()
{
    const QString engine = m_folder.filePath("engine");
    QFile program(engine);
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\necho \"$*\" >\"$2/told\"\necho '{\"pid\":1,\"address\":\"::1\",\"controlPort\":2}'\n");
    program.close();
    QVERIFY(program.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner));
    const RemoteRun run{engine.toStdString(), m_folder.filePath("started").toStdString()};
    for (const bool isBack : {false, true}) {
        const auto ready = startAgent(m_session, run, {}, isBack ? AfterRestart::TakesPartAgain : AfterRestart::Stays);
        QVERIFY2(ready, ready ? "" : ready.error().message.c_str());
        QFile told(m_folder.filePath("started/told"));
        QVERIFY(told.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(told.readAll().trimmed()),
            "agent " + m_folder.filePath("started") + (isBack ? " --start-after-restart" : ""));
    }
}

void CollectTest::leavesNothingRunning_data()
{
    QTest::addColumn<bool>("follows");
    QTest::addRow("collect") << false;
    QTest::addRow("follow") << true;
}

void CollectTest::leavesNothingRunning()
{
    QFETCH(bool, follows);
    const QString there = m_folder.filePath(QStringLiteral("ended"));
    write(there + "/events.jsonl", QByteArray::fromStdString(toLine({1, 0, RunFinished{}}) + '\n'));
    const QString engine = m_folder.filePath(QStringLiteral("engine"));
    write(engine, "#!/bin/sh\ncat \"$2/events.jsonl\"\n");
    QVERIFY(QFile::setPermissions(engine, QFile::ReadOwner | QFile::ExeOwner));
    const RemoteRun run{engine.toStdString(), there.toStdString()};

    const MarkedProcesses started;
    const auto followIt = [&] {
        return follow(m_session, run, 0, [](const std::vector<EventLine> &) {}, {}).map_error([](const Error &error) {
            return error;
        });
    };
    const Result<void> done
        = follows ? followIt() : collect(m_session, run, m_folder.filePath(QStringLiteral("home")).toStdString());
    QVERIFY2(done, done ? "" : done.error().message.c_str());
    QTRY_VERIFY2_WITH_TIMEOUT(started.alive().isEmpty(), qPrintable(started.alive().join('\n')), 1000);
}

QTEST_GUILESS_MAIN(CollectTest)
#include "tst_collect.moc"
