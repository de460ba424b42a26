// With Adasum and a global batch four times as large, three lab machines come as far as the plain sum with the same
// samples. One training is started from the command line and one, of another seed, from the window.
#include "app/mainwindow.h"
#include "app/pages/newrunpage.h"
#include "engine/job/presets.h"
#include "tests/app/machinedialog.h"
#include "tests/system/endtoend/motleycommand.h"
#include "tests/system/lab/labfixture.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QtEndian>
#include <QTest>

#include <algorithm>

#include <unistd.h>

using namespace motley;

namespace {

constexpr int patience = 600000; // milliseconds; on a busy computer
constexpr double mostLost = 0.005; // of the accuracy: half a point
constexpr std::int64_t times = 4; // the global batch
constexpr std::int64_t epochs = 3;
constexpr std::uint64_t fromCommandLine = 1, fromWindow = 2; // seeds
constexpr auto fashionMnist = "/usr/share/datasets/fashion-mnist";

QByteArray unpacked(const QString &name)
{
    QProcess gzip;
    gzip.start(QStringLiteral("gzip"), {"-dc", QLatin1String(fashionMnist) + '/' + name + QStringLiteral(".gz")});
    gzip.waitForFinished();
    return gzip.readAllStandardOutput();
}

// An IDX file whose header is that of `like`, but for the number of items.
bool writeItems(
    const QString &path, const QByteArray &like, qsizetype headerBytes, const QByteArray &items, int itemBytes)
{
    QByteArray header = like.left(headerBytes);
    qToBigEndian(quint32(items.size() / itemBytes), header.data() + 4);
    QFile file(path);
    return file.open(QFile::WriteOnly) && file.write(header + items) == headerBytes + items.size();
}

// Fashion-MNIST with half of its training images among those of the test. The accuracies of two networks on its 10,000
// test images differ by a quarter of a point by chance alone, on 40,000 by half of that.
bool writeImages(const QString &folder)
{
    struct Part {
        QString name;
        qsizetype headerBytes;
        int itemBytes;
    };
    for (const Part &part :
        {Part{QStringLiteral("images-idx3-ubyte"), 16, 28 * 28}, Part{QStringLiteral("labels-idx1-ubyte"), 8, 1}}) {
        const QByteArray train = unpacked(QStringLiteral("train-") + part.name);
        const QByteArray test = unpacked(QStringLiteral("t10k-") + part.name);
        const qsizetype half = part.headerBytes + 30000 * part.itemBytes;
        if (train.size() <= half
            || !writeItems(folder + QStringLiteral("/train-") + part.name, train, part.headerBytes,
                train.mid(part.headerBytes, half - part.headerBytes), part.itemBytes)
            || !writeItems(folder + QStringLiteral("/t10k-") + part.name, test, part.headerBytes,
                test.mid(part.headerBytes) + train.mid(half), part.itemBytes))
            return false;
    }
    return true;
}

JobSpec summing(const QString &images, std::uint64_t seed)
{
    JobSpec job = presets().front().job; // Fashion-MNIST by momentum SGD
    job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 8}, {images.toStdString()}};
    job.seed = seed;
    job.batch = 32;
    job.epochs = epochs;
    job.evaluateEveryEpochs = epochs;
    job.schedule.peak /= 2; // the square root of what the batch is of the template's
    job.schedule.warmupSteps = 400;
    return job;
}

// Twice the learning rate, as docs/adasum.md advises. The warm-up takes as many samples.
JobSpec joining(const QString &images, std::uint64_t seed)
{
    JobSpec job = summing(images, seed);
    job.exchange.combine = ExchangeSpec::Combine::Adasum;
    job.batch *= times;
    job.schedule.peak *= 2;
    job.schedule.warmupSteps /= times;
    return job;
}

// What the events of a run say of it.
struct Reached {
    std::int64_t steps = 0;
    std::int64_t samples = 0;
    double accuracy = 0; // of the last test
};

Reached reachedBy(const std::vector<QJsonObject> &events)
{
    Reached reached;
    for (const QJsonObject &event : events)
        if (event["type"] == QStringLiteral("step")) {
            ++reached.steps;
            reached.samples += event["samples"].toInteger();
        } else if (event["type"] == QStringLiteral("evaluation")) {
            reached.accuracy = event["metrics"][0]["value"].toDouble();
        }
    return reached;
}

} // namespace

class AdasumLabTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void trainsFromTheCommandLine();
    void trainsFromTheWindow();
    void comesAsFarAsTheSum();

private:
    void sumAlone(std::uint64_t seed);
    void record(const Reached &joined, const QString &modelFolder);

    LabFixture m_lab;
    std::unique_ptr<MotleyCommand> m_command;
    QString m_images; // folder
    QList<Reached> m_summed; // of each seed: on this computer alone, as a sum does not depend on the machines
    QList<Reached> m_joined;
};

void AdasumLabTest::initTestCase()
{
    if (!QDir(fashionMnist).exists())
        QSKIP("Fashion-MNIST is not installed (Debian: dataset-fashion-mnist).");
    QStringList wish{QStringLiteral("--machines"), QStringLiteral("3")};
    if (geteuid() == 0) // quotas need root; with them the machines are alike, and so are their shares
        wish << QStringLiteral("--cpu") << QStringLiteral("60");
    if (const auto up = m_lab.up(wish); !up)
        QSKIP(up.error().message.c_str());
    m_command = std::make_unique<MotleyCommand>(m_lab.sshConfig());
    m_images = m_command->folder() + QStringLiteral("/images");
    QVERIFY(QDir().mkpath(m_images));
    QVERIFY(writeImages(m_images));
    sumAlone(fromCommandLine);
    sumAlone(fromWindow);
}

void AdasumLabTest::sumAlone(std::uint64_t seed)
{
    const QString name = QStringLiteral("sum-%1").arg(seed);
    const QString file
        = m_command->write(name + QStringLiteral(".json"), QByteArray::fromStdString(toJson(summing(m_images, seed))));
    const auto alone = m_command->engine(
        {"train", file, "--json", "--threads", "1", "--run-folder", m_command->folder() + '/' + name}, patience / 1000);
    QVERIFY2(alone.exitCode == 0, alone.complaints);
    m_summed.append(reachedBy(alone.lines()));
    QVERIFY(m_summed.back().accuracy > 0.88); // it has learnt, so that it is something to come up to
}

void AdasumLabTest::record(const Reached &joined, const QString &modelFolder)
{
    const Reached &summed = m_summed.at(m_joined.size());
    qInfo("%.4f after %lld steps; the sum: %.4f after %lld steps", joined.accuracy, qlonglong(joined.steps),
        summed.accuracy, qlonglong(summed.steps));
    QCOMPARE(joined.samples, summed.samples);
    QVERIFY(joined.steps <= summed.steps / times + epochs); // the last step of an epoch has a smaller batch
    QVERIFY(contentsOf(modelFolder + QStringLiteral("/README.md")).contains("Adasum"));
    m_joined.append(joined);
}

void AdasumLabTest::trainsFromTheCommandLine()
{
    for (const LabMachine &machine : m_lab.machines())
        QCOMPARE(m_command->run({"machines", "add", machine.name, machine.name}).exitCode, 0);
    const QString file = m_command->write(
        QStringLiteral("adasum.json"), QByteArray::fromStdString(toJson(joining(m_images, fromCommandLine))));
    const auto ran = m_command->run({"run", file, "--machines", "m1,m2,m3", "--json"}, patience / 1000);
    QVERIFY2(ran.exitCode == 0, ran.output.right(2000) + ran.complaints);
    const auto events = ran.lines();
    const auto planned
        = std::find_if(events.begin(), events.end(), [](const auto &event) { return event["type"] == "plan"; });
    QVERIFY(planned != events.end());
    const QJsonArray ranks = (*planned)["plan"]["ranks"].toArray();
    QCOMPARE(ranks.size(), 3);
    for (int rank = 0; rank < 3; ++rank) {
        QCOMPARE(ranks[rank]["group"].toInt(-1), rank);
        QVERIFY(ranks[rank]["share"].toInt() > 0);
    }
    record(reachedBy(events), events.back()["model"].toString());
}

void AdasumLabTest::trainsFromTheWindow()
{
    qputenv("MOTLEY_SSH_CONFIG", m_lab.sshConfig().toUtf8());
    const QString home = m_command->folder() + QStringLiteral("/window");
    QVERIFY(QDir().mkpath(home));
    Workspace workspace({home, home});
    workspace.language().choose(QStringLiteral("en"));
    QVERIFY(workspace.load());
    MainWindow window(&workspace);
    window.show();
    for (const LabMachine &machine : m_lab.machines())
        addMachineByDialog(window, machine.name);
    auto &model = workspace.fleetModel();
    QCOMPARE(model.rowCount(), 4); // this computer is the first
    for (int row = 0; row < model.rowCount(); ++row) {
        QTRY_COMPARE_WITH_TIMEOUT(model.hostAt(model.index(row, 0))->state(), Host::State::Ready, patience);
        QVERIFY(model.setData(model.index(row, 0), row == 0 ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole));
    }

    window.showPage(NavigationRail::Page::NewRun);
    auto *page = window.findChild<NewRunPage *>();
    JobSpec job = joining(m_images, fromWindow);
    job.exchange = {};
    page->setJob(job);
    auto *combine = page->findChild<QComboBox *>(QStringLiteral("exchange.combine"));
    combine->setCurrentIndex(combine->findText(QStringLiteral("Adasum"), Qt::MatchContains));
    auto *start = page->findChild<QPushButton *>(QStringLiteral("startRun"));
    QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), patience);
    start->click();
    const OpenRun *run = workspace.current();
    QVERIFY(run);
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver(), patience);
    QVERIFY2(run->state() == TrainingRun::State::Finished, run->error() ? run->error()->message.c_str() : "");

    const auto &ranks = run->series().plan()->ranks;
    QCOMPARE(ranks.size(), std::size_t(3));
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        QVERIFY(ranks[i].group == int(i));
        QVERIFY(ranks[i].share > 0);
    }
    record(reachedBy(jsonLines(contentsOf(run->record().eventsFile()))), run->record().modelFolder());
}

// The mean over both seeds: the shares follow measured speeds, other shares are another training, and two such
// trainings differ by a sixth of a point (one standard deviation).
void AdasumLabTest::comesAsFarAsTheSum()
{
    QCOMPARE(m_joined.size(), m_summed.size());
    double lost = 0;
    for (qsizetype i = 0; i < m_joined.size(); ++i)
        lost += (m_summed[i].accuracy - m_joined[i].accuracy) / double(m_joined.size());
    qInfo("lost: %.4f", lost);
    QVERIFY(lost <= mostLost);
}

QTEST_MAIN(AdasumLabTest)
#include "tst_adasumlab.moc"
