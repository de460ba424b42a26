// `simulate` and `forecast`: what they print, and that they can read the files that measuring writes.
#include "runbench.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

constexpr int longest = 200'000; // milliseconds, on what may be two busy cores

double overForecast(const QJsonObject &row) // seconds of a simulated step over those of the forecast
{
    const QJsonObject ours = row["motley"].toObject();
    return ours["simulated_step_seconds"].toDouble() / ours["step_seconds"].toDouble();
}

QString source(const QString &path)
{
    return QStringLiteral(MOTLEY_SOURCES "/") + path;
}

} // namespace

class ForecastsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void simulatesFromFourToFiveHundredRanks();
    void noiseMakesStepsLongerAsForecast();
    void saysWhatIsNoCluster();
    void keepsTheBarsOnWhatWasMeasured();
    void keepsTheBarUnderQuotasOfContainers();
    void measuresWhatItReads();
    void needsSomethingToCompare();
};

void ForecastsTest::simulatesFromFourToFiveHundredRanks()
{
    const auto answer = runBench({"simulate", source("resources/clusters/hetseq-bert.json"), "--steps", "20"});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const auto json = lastLine(answer.output);
    const auto rows = json["rows"].toArray();
    QCOMPARE(rows.first()["ranks"].toInt(), 4);
    QCOMPARE(rows.last()["ranks"].toInt(), 512);
    QVERIFY(json["largest_error"].toDouble() < 0.05);
    for (const auto &item : rows) {
        const auto row = item.toObject();
        QVERIFY(row["motley"].toObject()["step_seconds"].toDouble() <= row["step_seconds"].toDouble());
        QVERIFY(qAbs(overForecast(row) - 1) < 0.001);
    }
}

void ForecastsTest::noiseMakesStepsLongerAsForecast()
{
    const auto answer
        = runBench({"simulate", source("resources/clusters/hetseq-bert.json"), "--noise", "0.03", "--nodes", "1,64"});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const auto rows = lastLine(answer.output)["rows"].toArray();
    QCOMPARE(rows.size(), 2);
    for (const auto &row : rows)
        QVERIFY(qAbs(overForecast(row.toObject()) - 1) < 0.02);
}

void ForecastsTest::saysWhatIsNoCluster()
{
    const auto answer = runBench({"simulate", source("resources/job.schema.json")});
    QVERIFY(answer.exitCode != 0);
    QVERIFY2(answer.errors.contains("job.schema.json"), answer.errors);
    QVERIFY(runBench({"simulate", "nowhere.json"}).exitCode != 0);
}

void ForecastsTest::keepsTheBarsOnWhatWasMeasured()
{
    QStringList command{"forecast"};
    const QDir folder(source("tests/fixtures/forecast"));
    for (const QString &file : folder.entryList({"*.json"}))
        command << folder.filePath(file);
    QVERIFY(command.size() > 2);
    const auto answer = runBench(command, longest);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const auto json = lastLine(answer.output);
    const auto models = json["models"].toArray();
    QCOMPARE(models.size(), 5);
    for (const char *kind : {"one_rank", "several_ranks"}) {
        QVERIFY(models.last().toObject()[kind].toDouble() <= json["bars"]["step"].toDouble());
        for (int i = 0; i + 1 < models.size(); ++i)
            QVERIFY(models.last().toObject()[kind].toDouble() < models[i].toObject()[kind].toDouble());
    }
    QCOMPARE(json["revocations"].toArray().size(), 2);
    for (const auto &row : json["revocations"].toArray())
        QVERIFY(row.toObject()["largest_error"].toDouble() <= 0.05);
    QVERIFY(json["within_bars"].toBool());
}

// Processors give such quotas out in periods of 100 ms. The mean over all files would hide how well that is predicted.
void ForecastsTest::keepsTheBarUnderQuotasOfContainers()
{
    const auto answer = runBench({"forecast", source("tests/fixtures/forecast/containers.json")}, longest);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const auto json = lastLine(answer.output);
    const auto ours = json["models"].toArray().last().toObject();
    for (const char *kind : {"one_rank", "several_ranks"})
        QVERIFY2(ours[kind].toDouble(1) <= json["bars"]["step"].toDouble(), answer.output);
}

void ForecastsTest::measuresWhatItReads()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("measured.json");
    const auto measured = runBench(QStringList{"forecast", "--measure", file, "--tasks", "fashion-mnist", "--quotas",
                                       "100", "--warm-up", "0", "--seconds", "0.1", "--turns", "1"}
            + withEngine,
        longest);
    if (measured.exitCode != 0 && measured.errors.contains("control group"))
        QSKIP(measured.errors);
    QVERIFY2(measured.exitCode == 0, measured.errors);
    const auto again = runBench({"forecast", file}, longest);
    QVERIFY2(again.exitCode == 0, again.errors);
    QVERIFY(lastLine(again.output)["models"] == lastLine(measured.output)["models"]);
    QVERIFY(!lastLine(again.output)["models"].toArray().last().toObject()["one_rank"].isNull());
}

void ForecastsTest::needsSomethingToCompare()
{
    QVERIFY(runBench({"forecast"}).exitCode == 2);
    QVERIFY(runBench({"forecast", source("resources/job.schema.json")}).exitCode == 1);
}

QTEST_GUILESS_MAIN(ForecastsTest)
#include "tst_forecasts.moc"
