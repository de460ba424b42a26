// Ranks that would train on unlike data, or on the same data in another order, do not train.
#include "imageruns.h"
#include "taskdata.h"

#include "engine/exchange/group.h"
#include "engine/tasks/registry.h"
#include "idxfixture.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <fstream>

using namespace motley;

namespace {

constexpr qint64 secondsAtMost = 20; // under load; a rank that waits for another one does so for minutes

// Draws the samples of a step by another seed.
class OtherOrder : public Dataset {
public:
    explicit OtherOrder(const Dataset &data) : m_data(data) { }

    std::int64_t size() const override { return m_data.size(); }
    std::uint64_t fingerprint() const override { return m_data.fingerprint(); }
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override
    {
        return m_data.batch(ids, key);
    }
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override
    {
        return m_data.weight(ids, key);
    }
    std::unique_ptr<Sampler> sampler(std::uint64_t seed, std::int64_t batch, const OrderSpec &order) const override
    {
        return m_data.sampler(seed + 1, batch, order);
    }

private:
    const Dataset &m_data;
};

class OrdersOtherwise : public SlowTask {
public:
    explicit OrdersOtherwise(std::unique_ptr<Task> task)
        : SlowTask(std::move(task), std::chrono::microseconds(0)), m_training(SlowTask::trainingSet())
    {
    }
    const Dataset &trainingSet() const override { return m_training; }

private:
    OtherOrder m_training;
};

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

} // namespace

class TestSameData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesUnlikePictures_data();
    void refusesUnlikePictures();
    void refusesATestSetOfOneRankAlone_data();
    void refusesATestSetOfOneRankAlone();
    void refusesUnlikeModels();
    void endsAtTheFirstStepWithOtherSamples_data();
    void endsAtTheFirstStepWithOtherSamples();
    void takesTheSameDataInAnotherFolder();

private:
    QByteArray refusal(RunRequest request, const JobOpener &open);
    QString pictures(int training, int tests);

    ImageRuns m_runs;
};

// Why all ranks refuse to train where the last one opens its task otherwise; what is wrong where they do not.
QByteArray TestSameData::refusal(RunRequest request, const JobOpener &open)
{
    request.folder = m_runs.freshFolder().toStdString();
    request.openOnLast = open;
    QElapsedTimer taken;
    taken.start();
    const RunResult result = runRanks(request);
    if (taken.elapsed() > secondsAtMost * 1000)
        return "the ranks waited for each other";
    for (const auto &outcome : result.outcomes) {
        if (outcome)
            return "a rank trained";
        if (outcome.error().kind != RankFailed::Kind::BadInput
            || outcome.error().message != result.problem().toStdString())
            return QByteArray::fromStdString(outcome.error().message);
    }
    return result.steps().empty() ? result.problem() : "a step was taken";
}

QString TestSameData::pictures(int training, int tests)
{
    const QString folder = m_runs.freshFolder();
    QDir().mkpath(folder);
    writeImageData(folder, training, tests);
    return folder;
}

void TestSameData::refusesUnlikePictures_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("reason");
    QTest::addRow("one more to learn from")
        << pictures(321, 80) << "Rank 2 on here has 321 training samples, but rank 0 on here has 320.";
    QTest::addRow("fewer tests") << pictures(320, 79)
                                 << "Rank 2 on here has 79 test samples, but rank 0 on here has 80.";
    const auto changed = [this](const QString &file) {
        const QString folder = pictures(320, 80);
        QByteArray bytes = read(folder + "/" + file);
        bytes.back() = char(bytes.back() ^ 1);
        write(folder + "/" + file, bytes);
        return folder;
    };
    QTest::addRow("another pixel") << changed("train-images-idx3-ubyte")
                                   << "Rank 2 on here has other training samples than rank 0 on here.";
    QTest::addRow("another label") << changed("train-labels-idx1-ubyte")
                                   << "Rank 2 on here has other training samples than rank 0 on here.";
    QTest::addRow("another test") << changed("t10k-labels-idx1-ubyte")
                                  << "Rank 2 on here has other test samples than rank 0 on here.";
}

void TestSameData::refusesUnlikePictures()
{
    QFETCH(QString, folder);
    QFETCH(QString, reason);
    JobSpec job = m_runs.job();
    job.epochs = 1;
    std::get<ImageSpec>(job.task).data.augment = false;
    const QByteArray found = refusal({job, {16, 8, 8}, {}}, [&](JobSpec other) {
        std::get<ImageSpec>(other.task).data.folder = folder.toStdString();
        return openTask(other);
    });
    QVERIFY2(found.startsWith(reason.toUtf8()), found.constData());
    QVERIFY2(found.contains("same on all machines"), found.constData());
}

// Whether there is a test decides which sums the ranks take part in.
void TestSameData::refusesATestSetOfOneRankAlone_data()
{
    QTest::addColumn<bool>("last");
    QTest::addColumn<QString>("reason");
    QTest::addRow("the last rank has one") << true << "Rank 1 on here has a test set, but rank 0 on here has none.";
    QTest::addRow("the last rank has none") << false << "Rank 1 on here has no test set, but rank 0 on here has one.";
}

void TestSameData::refusesATestSetOfOneRankAlone()
{
    QFETCH(bool, last);
    QFETCH(QString, reason);
    const QString folder = m_runs.freshFolder();
    JobSpec tested = makeTaskJob("bert-pretraining", folder.toStdString()).job;
    JobSpec untested = tested;
    write(folder + "/alone/train-0.hdf5", read(folder + "/rows/train-0.hdf5"));
    std::get<BertSpec>(untested.task).data.train = (folder + "/alone").toStdString();
    JobSpec job = last ? untested : tested;
    job.maxSteps = 2;
    const TaskSpec other = last ? tested.task : untested.task;
    const QByteArray found = refusal({job, {8, 8}, {}}, [&](JobSpec own) {
        own.task = other;
        return openTask(own);
    });
    QVERIFY2(found.startsWith(reason.toUtf8()), found.constData());
}

void TestSameData::refusesUnlikeModels()
{
    const QString folder = m_runs.freshFolder();
    const JobSpec job = makeTaskJob("bert-pretraining", folder.toStdString()).job;
    QByteArray config = read(folder + "/bert/config.json");
    config.replace("\"intermediate_size\": 64", "\"intermediate_size\": 96");
    write(folder + "/other.json", config);
    const QByteArray found = refusal({job, {8, 8}, {}}, [&](JobSpec other) {
        std::get<BertSpec>(other.task).model.config = (folder + "/other.json").toStdString();
        return openTask(other);
    });
    QVERIFY2(found.startsWith("Rank 1 on here has a model of other tensors than rank 0 on here."), found.constData());
}

void TestSameData::endsAtTheFirstStepWithOtherSamples_data()
{
    QTest::addColumn<bool>("adasum");
    QTest::addRow("summed") << false;
    QTest::addRow("joined by Adasum") << true;
}

void TestSameData::endsAtTheFirstStepWithOtherSamples()
{
    QFETCH(bool, adasum);
    RunRequest request{m_runs.job(), {16, 8, 8}, {}};
    if (adasum) {
        request.job.exchange.combine = ExchangeSpec::Combine::Adasum;
        request.groups = {0, 1, 2};
    }
    const QByteArray found = refusal(request, [](const JobSpec &job) -> Result<std::unique_ptr<Task>> {
        return openTask(job).map([](std::unique_ptr<Task> task) -> std::unique_ptr<Task> {
            return std::make_unique<OrdersOtherwise>(std::move(task));
        });
    });
    QVERIFY2(found.startsWith("In step 1 rank 2 on here drew other samples than rank 0 on here."), found.constData());
}

void TestSameData::takesTheSameDataInAnotherFolder()
{
    const QString folder = pictures(320, 80);
    JobSpec job = m_runs.job();
    job.epochs = 1;
    const RunResult result = runRanks({.job = job,
        .shares = {16, 16},
        .folder = m_runs.freshFolder().toStdString(),
        .openOnLast = [&](JobSpec other) {
            std::get<ImageSpec>(other.task).data.folder = folder.toStdString();
            return openTask(other);
        }});
    QVERIFY2(result.outcomes[1], result.problem().constData());
    QCOMPARE(result.steps().size(), std::size_t(10));
}

QTEST_GUILESS_MAIN(TestSameData)
#include "tst_samedata.moc"
