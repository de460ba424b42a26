// `steps` on every task, with made-up data: the table for people, the last line for programs.
#include "runbench.h"

#include "engine/machine/cgroup.h"
#include "tests/fixtures/processtree.h"
#include "tests/fixtures/tinyimages.h"

#include <QDir>
#include <QJsonArray>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace motley;

class BenchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void timesEachTask_data();
    void timesEachTask();
    void countsTheSameOnAnyRanks();
    void saysWhatIsNoTask();
    void comparesMachinesWithTheirSum();
    void timesAdasumBesideTheAllReduce();
    void comparesNumbersOfRanks();
    void comparesWaysToWriteCheckpoints();
    void tunesEachFamily_data();
    void tunesEachFamily();
    void leavesNothingBehindWhenStopped();
    void saysWhatIsNoSpeed();
    void saysThatNoFolderCanBeMade();
    void studiesAdasum();
    void findsTheEngineOfItsBuild();
    void explainsEachCommandByExample_data();
    void explainsEachCommandByExample();
};

namespace {

QStringList shortRun(const QString &task, int batch)
{
    return QStringList{
               "steps", task, "--steps", "2", "--warm-up", "1", "--threads", "1", "--batch", QString::number(batch)}
    + withEngine;
}

QStringList quotasOf(qint64 agent)
{
    const QDir groups(QString::fromStdString(controlGroupFolders("cpu").front()));
    return groups.entryList({QStringLiteral("motley-bench-%1-*").arg(agent)}, QDir::Dirs);
}

} // namespace

void BenchTest::timesEachTask_data()
{
    QTest::addColumn<int>("batch");
    QTest::addColumn<bool>("isText");
    QTest::addRow("image-classification") << 16 << false;
    QTest::addRow("bert-pretraining") << 4 << true;
    QTest::addRow("token-classification") << 4 << true;
    QTest::addRow("entity-linking") << 4 << true;
    QTest::addRow("translation") << 128 << true;
    QTest::addRow("language-model") << 4 << true;
    QTest::addRow("finetune-llama") << 2 << true;
    QTest::addRow("volume-segmentation") << 2 << false;
    QTest::addRow("torchscript") << 16 << false;
}

void BenchTest::timesEachTask()
{
    QFETCH(int, batch);
    QFETCH(bool, isText);
    const QString task = QTest::currentDataTag();
    const auto answer = runBench(shortRun(task, batch) << "--peak-tflops"
                                                       << "0.1");
    QVERIFY2(answer.exitCode == 0, answer.errors);
    QVERIFY2(answer.output.contains("samples/s"), answer.output);
    const QJsonObject figures = lastLine(answer.output);
    QCOMPARE(figures["task"].toString(), task == "finetune-llama" ? QString("language-model") : task);
    QCOMPARE(figures["batch"].toInt(), batch);
    QCOMPARE(figures["steps"].toInt(), 2);
    QCOMPARE(figures.contains("tokensPerSecond"), isText);
    double parts = 0;
    for (const char *part : {"data", "forward", "backward", "exchange", "optimizer", "other"})
        parts += figures[QLatin1String(part) + QLatin1String("Seconds")].toDouble();
    const double step = figures["stepSeconds"].toDouble();
    QVERIFY(step > 0);
    QVERIFY2(std::abs(parts / step - 1) < 0.5, answer.output); // medians of few steps need not add up
    QVERIFY(figures["parameters"].toDouble() > 0);
    QVERIFY(figures["flopsPerStep"].toDouble() > 0);
    const double utilisation = figures["flopsPerStep"].toDouble() / step / 0.1e12;
    QVERIFY(std::abs(figures["modelFlopsUtilisation"].toDouble() / utilisation - 1) < 1e-6);
}

void BenchTest::countsTheSameOnAnyRanks()
{
    const auto alone = runBench(shortRun("fashion-mnist", 16));
    const auto two = runBench(shortRun("fashion-mnist", 16) << "--workers"
                                                            << "2");
    QVERIFY2(alone.exitCode == 0, two.errors);
    QVERIFY2(two.exitCode == 0, two.errors);
    QCOMPARE(lastLine(two.output)["flopsPerStep"], lastLine(alone.output)["flopsPerStep"]);
    QCOMPARE(lastLine(two.output)["workers"].toInt(), 2);
    QCOMPARE(lastLine(alone.output)["peak"].toString(), QStringLiteral("measured"));
}

void BenchTest::saysWhatIsNoTask()
{
    const auto answer = runBench({"steps", "knitting"});
    QCOMPARE(answer.exitCode, 1);
    QVERIFY2(answer.errors.contains("knitting"), answer.errors);
    QVERIFY2(answer.errors.contains("motley-engine tasks"), answer.errors);
    QVERIFY(answer.output.isEmpty());
}

void BenchTest::comparesMachinesWithTheirSum()
{
    const auto answer
        = runBench(QStringList{"balance", "--speeds", "90,45", "--tasks", "fashion-mnist", "--warm-up", "2", "--settle",
                       "4", "--seconds", "2", "--turns", "1", "--lives", "2", "--batch", "128"}
            + withEngine);
    if (answer.exitCode != 0 && answer.errors.contains("control group"))
        QSKIP(answer.errors);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const auto rows = lastLine(answer.output)["rows"].toArray();
    QCOMPARE(rows.size(), 1);
    const auto row = rows.first().toObject();
    const auto solo = row["solo"].toArray();
    QVERIFY(solo[0].toDouble() > 0);
    QVERIFY(solo[1].toDouble() > 0);
    QVERIFY(row["mixed"].toDouble() > 0);
    // Medians of two turns are their means.
    QCOMPARE(row["sum_of_solo"].toDouble(), solo[0].toDouble() + solo[1].toDouble());
    const auto ratios = row["ratios"].toArray();
    QCOMPARE(ratios.size(), 2);
    QCOMPARE(row["ratio"].toDouble(), (ratios[0].toDouble() + ratios[1].toDouble()) / 2);
    QCOMPARE(row["shares"].toArray()[0].toInt() + row["shares"].toArray()[1].toInt(), 128);
    QVERIFY(row["even"].toDouble() > 0);
    QVERIFY(row["reachable"].toDouble() > 0);
    QVERIFY(row["reachable"].toDouble() <= 1.001);
}

void BenchTest::timesAdasumBesideTheAllReduce()
{
    const auto answer = runBench({"adasum", "--models", "bert-tiny", "--ranks", "2,3", "--turns", "1"});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const QJsonArray rows = lastLine(answer.output)["rows"].toArray();
    QCOMPARE(rows.size(), 2);
    for (int i = 0; i < 2; ++i) {
        const QJsonObject row = rows[i].toObject();
        QCOMPARE(row["ranks"].toInt(), i + 2);
        QCOMPARE(row["bytes"].toInt(), 4 * 4'433'468); // parameters of BERT tiny with its heads
        QVERIFY(row["plain_s"].toDouble() > 0);
        QVERIFY(row["adasum_s"].toDouble() > 0);
    }
}

void BenchTest::comparesNumbersOfRanks()
{
    const auto answer = runBench(QStringList{"workers", "fashion-mnist", "--workers", "2,3", "--batch", "24",
                                     "--warm-up", "0", "--seconds", "0.2", "--turns", "1"}
        + withEngine);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const QJsonArray rows = lastLine(answer.output)["rows"].toArray();
    QCOMPARE(rows.size(), 2);
    const double first = rows[0]["step_s"].toDouble();
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(rows[i]["workers"].toInt(), i + 2);
        QVERIFY(rows[i]["steps"].toInt() > 0);
        QVERIFY(rows[i]["exchange_s"].toDouble() > 0);
        QVERIFY(rows[i]["exchange_s"].toDouble() < rows[i]["step_s"].toDouble());
        QCOMPARE(rows[i]["ratio"].toDouble(), rows[i]["step_s"].toDouble() / first);
    }
}

void BenchTest::comparesWaysToWriteCheckpoints()
{
    const auto answer = runBench(QStringList{"checkpoint", "fashion-mnist", "--batch", "24", "--every", "3",
                                     "--warm-up", "0", "--seconds", "0.5", "--turns", "2"}
        + withEngine);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const QJsonArray rows = lastLine(answer.output)["rows"].toArray();
    QCOMPARE(rows.size(), 3);
    QCOMPARE(rows[0]["written"].toInt(), 0);
    QCOMPARE(rows[0]["ratio"].toDouble(), 1.0);
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(rows[i]["checkpoints"].toString(), QStringList({"none", "waits", "async"})[i]);
        QVERIFY(rows[i]["steps"].toInt() > 0);
        QVERIFY(rows[i]["longest_s"].toDouble() >= rows[i]["step_s"].toDouble());
    }
    for (int i = 1; i < 3; ++i) {
        QVERIFY(rows[i]["bytes"].toDouble() > 10000);
        for (const char *number : {"written", "pause_s", "write_s"})
            QVERIFY(rows[i][number].toDouble() > 0);
    }
    QVERIFY(rows[1]["pause_s"].toDouble() >= rows[1]["write_s"].toDouble());
    QVERIFY(rows[2]["pause_s"].toDouble() < rows[2]["write_s"].toDouble());
}

void BenchTest::tunesEachFamily_data()
{
    QTest::addColumn<QString>("families");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("workers");
    for (const char *some :
        {"llama,qwen2,qwen3,qwen3_5", "gemma3,gemma4,mistral,ministral3", "smollm3,granite,phi3,olmo3"})
        QTest::addRow("%s", some) << some << QStringList() << 1;
    QTest::addRow("4 bits") << "llama,qwen3" << QStringList{"--quantization", "nf4"} << 1;
    QTest::addRow("all weights") << "llama,gemma4" << QStringList{"--all-weights", "--rows", "texts"} << 2;
}

void BenchTest::tunesEachFamily()
{
    QFETCH(QString, families);
    QFETCH(QStringList, options);
    QFETCH(int, workers);
    const QStringList expected = families.split(',');
    const auto answer
        = runBench(QStringList{"finetune", "--families", families, "--layers", "4", "--width", "64", "--heads", "4",
                       "--vocabulary", "512", "--context", "128", "--batch", "4", "--rank", "4", "--steps", "2",
                       "--warm-up", "1", "--threads", "1", "--workers", QString::number(workers)}
                + options + withEngine,
            300'000);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const QJsonArray rows = lastLine(answer.output)["rows"].toArray();
    QCOMPARE(rows.size(), expected.size());
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const QJsonObject row = rows[i].toObject();
        QCOMPARE(row["family"].toString(), expected[i]);
        QVERIFY2(answer.output.contains(expected[i].toLatin1()), answer.output);
        QVERIFY(row["tokens_per_s"].toDouble() > 0);
        QCOMPARE(row["bytes_per_step"].toDouble(), 4 * row["trained"].toDouble());
        QVERIFY(row["trained"].toDouble() > 0);
        QCOMPARE(row["trained"].toDouble() < row["parameters"].toDouble(), workers == 1); // then an adapter
        const double off = row["memory_predicted"].toDouble() / row["memory_measured"].toDouble() - 1;
        QVERIFY2(std::abs(off) < 0.05, answer.output);
    }
}

// The program is stopped amid its turns, while some of its runs are suspended.
void BenchTest::leavesNothingBehindWhenStopped()
{
    const QTemporaryDir folder;
    QProcess bench;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TMPDIR"), folder.path());
    bench.setProcessEnvironment(environment);
    bench.start(QStringLiteral(MOTLEY_BENCH),
        QStringList{"balance", "--speeds", "90,45", "--tasks", "fashion-mnist", "--warm-up", "0", "--settle", "0",
            "--seconds", "1", "--turns", "1000", "--batch", "128"}
            + withEngine);
    QVERIFY(bench.waitForStarted());
    // Three sets: one run of two workers, two of one, one of two.
    constexpr int allRanks = 6;
    const auto ranks = [&] {
        QList<qint64> all;
        for (const qint64 agent : childrenOf(bench.processId()))
            all += childrenOf(agent);
        return all;
    };
    QTRY_VERIFY_WITH_TIMEOUT(ranks().size() == allRanks || bench.state() == QProcess::NotRunning, 120'000);
    const QByteArray reason = bench.readAllStandardError();
    if (reason.contains("control group"))
        QSKIP(reason);
    QVERIFY2(bench.state() == QProcess::Running, reason);
    const auto agents = childrenOf(bench.processId());
    const auto all = ranks();
    for (const qint64 agent : agents)
        QVERIFY(!quotasOf(agent).isEmpty());
    bench.terminate();
    QVERIFY(bench.waitForFinished(60'000));
    QCOMPARE(bench.exitCode(), 1);
    QVERIFY(bench.readAllStandardError().contains("Stopped"));
    for (const qint64 process : agents + all)
        QVERIFY2(!QFile::exists(QStringLiteral("/proc/%1").arg(process)), qPrintable(QString::number(process)));
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
    for (const qint64 agent : agents)
        QCOMPARE(quotasOf(agent), QStringList());
}

void BenchTest::saysWhatIsNoSpeed()
{
    const auto answer = runBench({"balance", "--speeds", "100,fast"});
    QVERIFY(answer.exitCode != 0);
    QVERIFY2(answer.errors.contains("100,fast"), answer.errors);
}

void BenchTest::saysThatNoFolderCanBeMade()
{
    const QByteArray usual = qgetenv("TMPDIR");
    const auto restore = qScopeGuard([&] { usual.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", usual); });
    qputenv("TMPDIR", "/nowhere");
    for (const QStringList &command : {shortRun("fashion-mnist", 16), QStringList{"balance"} + withEngine}) {
        const auto answer = runBench(command);
        QCOMPARE(answer.exitCode, 1);
        QVERIFY2(answer.errors.contains("/nowhere: No such file"), answer.errors);
        QVERIFY2(answer.errors.contains("Set TMPDIR"), answer.errors);
    }
}

void BenchTest::findsTheEngineOfItsBuild()
{
    const QTemporaryDir folder;
    const QString program = folder.filePath("bin/motley-bench");
    QVERIFY(QDir(folder.path()).mkpath("bin"));
    QVERIFY(QDir(folder.path()).mkpath("native/bin"));
    QVERIFY(QFile::copy(MOTLEY_BENCH, program));
    const auto alone = runProgram(program, {"steps", "fashion-mnist"});
    QCOMPARE(alone.exitCode, 1);
    QVERIFY2(alone.errors.contains("--engine"), alone.errors);
    for (const char *place : {"native/bin/motley-engine", "bin/motley-engine"}) { // the nearer one is preferred
        const QString engine = folder.filePath(place);
        QVERIFY(QFile(engine).open(QIODevice::WriteOnly));
        const auto answer = runProgram(program, {"balance", "--help"});
        QCOMPARE(answer.exitCode, 0);
        QVERIFY2(answer.output.contains(engine.toLocal8Bit()), answer.output);
    }
}

// Every optimizer at one rank and, by each rule that differs, at four.
void BenchTest::studiesAdasum()
{
    QTemporaryDir folder;
    writeTinyImages(folder.path().toStdString());
    const QString job = folder.filePath(QStringLiteral("job.json"));
    QFile file(job);
    QVERIFY(file.open(QFile::WriteOnly));
    file.write(R"({"version": 1, "name": "tiny", "model": {"width": 2}, "data": {"folder": "."}})");
    file.close();
    const auto answer
        = runBench({"adasum", "--study", "--quick", "--job", job, "--samples", "128", "--rank-batch", "8"}, 300'000);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const QJsonArray rows = lastLine(answer.output)["study"].toArray();
    QCOMPARE(rows.size(), 4 + 3 + 3);
    for (const auto &item : rows) {
        const QJsonObject row = item.toObject();
        QVERIFY(row["final"].toDouble() > 0);
        if (row["ranks"].toInt() == 1) {
            QVERIFY(row["steps_to_target"].toInt() >= 1);
            QVERIFY(row["steps_to_target"].toInt() <= 8);
        }
    }
    QCOMPARE(lastLine(answer.output)["uneven"].toArray().size(), 3);
}

void BenchTest::explainsEachCommandByExample_data()
{
    QTest::addColumn<QString>("command");
    for (const char *command :
        {"steps", "balance", "finetune", "forecast", "simulate", "adasum", "workers", "checkpoint"})
        QTest::addRow("%s", command) << QString::fromLatin1(command);
}

void BenchTest::explainsEachCommandByExample()
{
    QFETCH(QString, command);
    const auto answer = runBench({command, QStringLiteral("--help")});
    QCOMPARE(answer.exitCode, 0);
    QVERIFY2(answer.output.contains("motley-bench " + command.toLatin1()), answer.output);
    QVERIFY2(answer.output.contains("Example"), answer.output);
}

QTEST_GUILESS_MAIN(BenchTest)
#include "tst_bench.moc"
