// Batches, ranks' shares and micro-batches in which there is nothing to learn: a step counts them as 0 and not as 0/0.
#include "engine/data/hdf5/hdf5writer.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/training/evaluatemodel.h"
#include "fixturerun.h"
#include "taskdata.h"

#include <torch/types.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace motley;
using Shares = std::vector<std::int64_t>;
using Groups = std::vector<int>;

namespace {

// Sentences of a word that has no pieces (a zero-width joiner), and so no label; every `labelled`-th has six labels.
QByteArray sentences(int count, int labelled)
{
    QByteArray text;
    for (int i = 0; i < count; ++i)
        text += labelled > 0 && i % labelled == 0
            ? "anna\tB-person\nruns\tO\nhome\tO\n.\tO\nanna\tB-person\nwalks\tO\n\n"
            : "\u200d\tO\n\n";
    return text;
}

bool write(const std::string &path, const QByteArray &bytes)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size();
}

// BERT's rows with next-sentence labels; every `masked`-th has two hidden words, and 0: none has.
Result<void> writeRows(const std::string &path, int rows, int masked)
{
    constexpr int length = 16;
    constexpr int predictions = 4;
    std::vector<std::int32_t> ids, ones, segments, positions, hidden, next;
    for (int row = 0; row < rows; ++row) {
        for (int place = 0; place < length; ++place) {
            ids.push_back(place == 0 ? 2 : 6 + (row * 7 + place * 5) % 12);
            ones.push_back(1);
            segments.push_back(place < length / 2 ? 0 : 1);
        }
        const bool hides = masked > 0 && row % masked == 0;
        for (int i = 0; i < predictions; ++i) {
            positions.push_back(hides && i < 2 ? 3 + i : 0);
            hidden.push_back(hides && i < 2 ? 7 + row % 5 : 0);
        }
        next.push_back(row % 2);
    }
    using Stored = Hdf5Writer::Stored;
    using Numbers = std::span<const std::int32_t>;
    auto file = Hdf5Writer::create(path);
    Result<void> written;
    const auto add = [&](const char *name, Stored type, std::vector<std::int64_t> row, const std::vector<int> &all) {
        written = written.and_then([&] { return file->addDataset(name, type, row, 8); }).and_then([&] {
            return file->append(name, Numbers(all));
        });
    };
    add("input_ids", Stored::Int32, {length}, ids);
    add("input_mask", Stored::Int8, {length}, ones);
    add("segment_ids", Stored::Int8, {length}, segments);
    add("masked_lm_positions", Stored::Int32, {predictions}, positions);
    add("masked_lm_ids", Stored::Int32, {predictions}, hidden);
    add("next_sentence_labels", Stored::Int8, {}, next);
    return written.and_then([&] { return file->finish(); });
}

void verifyFinite(const RunResult &run)
{
    QVERIFY2(run.problem().isEmpty(), run.problem().constData());
    for (const StepDone &step : run.steps()) {
        QVERIFY2(std::isfinite(step.loss), qPrintable(QString::number(step.step)));
        QVERIFY(std::isfinite(step.gradientNorm));
    }
    for (const std::string &warning : run.warnings())
        QVERIFY2(warning.find("finite") == std::string::npos, warning.c_str());
}

std::vector<std::int64_t> emptySteps(const RunResult &run)
{
    std::vector<std::int64_t> found;
    for (const StepDone &step : run.steps())
        if (step.skipped)
            found.push_back(step.step);
    return found;
}

} // namespace

class EmptyStepsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsWhatThereIs_data();
    void countsWhatThereIs();
    void changesNothingWithoutLabels_data();
    void changesNothingWithoutLabels();
    void learnsNextSentencesWithoutHiddenWords_data();
    void learnsNextSentencesWithoutHiddenWords();
    void saysWhatATestCannotMeasure();

private:
    std::string freshFolder() { return m_folder.filePath(QString("%1").arg(++m_folders)).toStdString(); }
    JobSpec tagging(int labelled, int labelledTests);
    JobSpec pretraining(int masked);

    QTemporaryDir m_folder;
    int m_folders = 0;
};

JobSpec EmptyStepsTest::tagging(int labelled, int labelledTests)
{
    JobSpec job = makeTaskJob("token-classification", freshFolder()).job;
    const auto &data = std::get<TaggingSpec>(job.task).data;
    if (!write(data.train.path, sentences(32, labelled)) || !write(data.test.path, sentences(8, labelledTests)))
        qFatal("the sentences cannot be written");
    job.batch = 4;
    job.schedule.warmupSteps = 0;
    return job;
}

JobSpec EmptyStepsTest::pretraining(int masked)
{
    JobSpec job = makeTaskJob("bert-pretraining", freshFolder()).job;
    const std::string rows = freshFolder() + ".hdf5";
    if (const auto written = writeRows(rows, 32, masked); !written)
        qFatal("%s", written.error().message.c_str());
    auto &data = std::get<BertSpec>(job.task).data;
    data.train = rows;
    data.test = rows;
    job.batch = 4;
    job.schedule.warmupSteps = 0;
    return job;
}

void EmptyStepsTest::countsWhatThereIs_data()
{
    QTest::addColumn<Shares>("shares");
    QTest::addColumn<std::int64_t>("microbatch");
    QTest::addColumn<bool>("sharded");
    QTest::addColumn<Groups>("groups");
    const auto row = [](const char *name, Shares shares, std::int64_t microbatch, bool sharded, Groups groups) {
        QTest::addRow("%s", name) << shares << microbatch << sharded << groups;
    };
    row("micro-batches", {4}, 1, false, {});
    row("two ranks", {3, 1}, 0, false, {});
    row("three ranks, one without samples", {2, 0, 2}, 0, false, {});
    row("two ranks in shards", {2, 2}, 1, true, {});
    row("Adasum of two ranks", {2, 2}, 0, false, {0, 1});
    row("Adasum of two groups", {1, 1, 2}, 0, false, {0, 0, 1});
}

void EmptyStepsTest::countsWhatThereIs()
{
    QFETCH(Shares, shares);
    QFETCH(std::int64_t, microbatch);
    QFETCH(bool, sharded);
    QFETCH(Groups, groups);
    JobSpec job = tagging(8, 1);
    const RunResult alone = runRanks({job, {4}, freshFolder()});
    verifyFinite(alone);
    const auto empty = emptySteps(alone);
    QVERIFY(!empty.empty());
    QVERIFY(empty.size() < alone.steps().size());
    QVERIFY(alone.warned("No sample of step " + std::to_string(empty.front()) + " has a label"));
    QVERIFY(empty.size() == 1 || alone.warned(std::to_string(empty.size()) + " of the steps changed nothing"));

    if (!groups.empty())
        job.exchange.combine = ExchangeSpec::Combine::Adasum;
    RunRequest request{job, shares, freshFolder()};
    request.microbatch = microbatch;
    request.stateShares = sharded ? std::vector<double>(shares.size(), 1) : std::vector<double>();
    request.groups = groups;
    const RunResult split = runRanks(request);
    verifyFinite(split);
    QCOMPARE(emptySteps(split), empty);
    if (groups.empty())
        QVERIFY(largestDifference(alone, split) < 1e-4);
}

void EmptyStepsTest::changesNothingWithoutLabels_data()
{
    QTest::addColumn<Shares>("shares");
    QTest::addColumn<bool>("adasum");
    QTest::addRow("one rank") << Shares{4} << false;
    QTest::addRow("two ranks") << Shares{2, 2} << false;
    QTest::addRow("Adasum") << Shares{2, 2} << true;
}

void EmptyStepsTest::changesNothingWithoutLabels()
{
    QFETCH(Shares, shares);
    QFETCH(bool, adasum);
    JobSpec job = tagging(0, 1);
    if (adasum)
        job.exchange.combine = ExchangeSpec::Combine::Adasum;
    std::vector<NamedTensors> models;
    for (const std::int64_t steps : {1, 12}) {
        job.maxSteps = steps;
        RunRequest request{job, shares, freshFolder()};
        request.groups = adasum ? Groups{0, 1} : Groups();
        const RunResult run = runRanks(request);
        verifyFinite(run);
        QCOMPARE(std::int64_t(emptySteps(run).size()), steps);
        const auto model = readSafetensors(request.folder + "/model/model.safetensors");
        QVERIFY(model);
        models.push_back(*model);
    }
    for (const NamedTensor &item : models[0])
        QVERIFY2(findTensor(models[1], item.name)->equal(item.tensor), item.name.c_str());
}

void EmptyStepsTest::learnsNextSentencesWithoutHiddenWords_data()
{
    QTest::addColumn<int>("masked");
    QTest::addColumn<Shares>("shares");
    QTest::addColumn<Groups>("groups");
    for (const int masked : {0, 8}) {
        const char *rows = masked > 0 ? "few rows have hidden words" : "no row has";
        QTest::addRow("%s, two ranks", rows) << masked << Shares{3, 1} << Groups();
        QTest::addRow("%s, three ranks", rows) << masked << Shares{2, 0, 2} << Groups();
        QTest::addRow("%s, Adasum", rows) << masked << Shares{2, 2} << Groups{0, 1};
    }
}

void EmptyStepsTest::learnsNextSentencesWithoutHiddenWords()
{
    QFETCH(int, masked);
    QFETCH(Shares, shares);
    QFETCH(Groups, groups);
    JobSpec job = pretraining(masked);
    const RunResult alone = runRanks({job, {4}, freshFolder()});
    verifyFinite(alone);
    QCOMPARE(emptySteps(alone).size(), std::size_t(0));
    const auto steps = alone.steps();
    QCOMPARE(steps.size(), std::size_t(12));
    for (const StepDone &step : steps) {
        QVERIFY(step.gradientNorm > 0);
        if (masked == 0) // the mean of two classes that the network does not know yet
            QVERIFY2(std::abs(step.loss - std::log(2)) < 0.3, qPrintable(QString::number(step.loss)));
    }
    QVERIFY(std::isfinite(alone.lastEvaluation()->loss));

    if (!groups.empty())
        job.exchange.combine = ExchangeSpec::Combine::Adasum;
    RunRequest request{job, shares, freshFolder()};
    request.groups = groups;
    const RunResult split = runRanks(request);
    verifyFinite(split);
    QCOMPARE(emptySteps(split).size(), std::size_t(0));
    if (groups.empty())
        QVERIFY(largestDifference(alone, split) < 1e-4);
}

void EmptyStepsTest::saysWhatATestCannotMeasure()
{
    const JobSpec job = tagging(2, 0);
    const std::string folder = freshFolder();
    const RunResult run = runRanks({job, {2, 2}, folder});
    verifyFinite(run);
    QCOMPARE(run.lastEvaluation()->loss, 0.0);
    QVERIFY(run.warned("so that f1 says nothing of it"));
    std::string noted;
    const auto tested = evaluateModel({folder + "/model", std::get<TaggingSpec>(job.task).data.test.path, {}}, {}, 1,
        [&](const std::string &sentence) { noted += sentence; });
    QVERIFY2(tested, tested ? "" : tested.error().message.c_str());
    QVERIFY2(noted.find("No tested sample") != std::string::npos, noted.c_str());
}

QTEST_GUILESS_MAIN(EmptyStepsTest)
#include "tst_emptysteps.moc"
