// Weights that a run begins with keep their tags and classes: those that they were trained with, in their order. What
// the data have beyond them is refused by name, and what they lack is said.
#include "earlierruns.h"

#include "engine/formats/bertconfig.h"
#include "engine/formats/imagemodelconfig.h"
#include "idxfixture.h"

#include <QDir>

using namespace motley;

class TestEarlierClasses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTags();
    void keepsTheOutputLayerOfATagger();
    void keepsClassesOfPictures();
    void keepsClassesAndNormalisationOfImages();

private:
    EarlierRuns m_runs;
};

void TestEarlierClasses::keepsTags()
{
    const EarlierRuns::Earlier earlier = m_runs.train("token-classification", 60, 0.002);
    JobSpec job = earlier.job;
    const std::string tagged = textOf(earlier.data + "/train.conll");
    auto &data = std::get<TaggingSpec>(job.task).data;
    data.train = m_runs.freshFolder();
    std::ofstream(data.train.path) << replaced(tagged, "B-person", "B-animal"); // as many tags as before
    const RunResult refused = m_runs.goOn(earlier, job);
    QVERIFY2(
        refused.problem().contains("does not know: B-animal. It knows O, B-person."), refused.problem().constData());

    data.train = m_runs.freshFolder();
    std::ofstream(data.train.path) << replaced(tagged, "B-person", "O");
    data.test = data.train;
    const std::string folder = m_runs.freshFolder();
    job.continueFrom = {earlier.run, true};
    job.maxSteps = 1;
    const RunResult fewer = runRanks({job, {job.batch}, folder});
    QVERIFY2(fewer.outcomes[0], fewer.problem().constData());
    QVERIFY(fewer.warned("knows tags that the data do not have, and keeps them: B-person."));
    const auto config = configIn<BertConfig>(folder + "/model/config.json", parseBertConfig);
    QCOMPARE(config.labels, (std::vector<std::string>{"O", "B-person"}));
}

void TestEarlierClasses::keepsTheOutputLayerOfATagger()
{
    const EarlierRuns::Earlier earlier = m_runs.train("token-classification", 60, 0.002);
    JobSpec job = earlier.job;
    job.maxSteps = 1;
    job.schedule.peak = 1e-8;
    auto &spec = std::get<TaggingSpec>(job.task);
    spec.model.start = earlier.run + "/model";
    const RunResult same = runRanks({job, {job.batch}, m_runs.freshFolder()});
    QVERIFY2(same.outcomes[0], same.problem().constData());
    QVERIFY(isNear(same.lastEvaluation()->loss, earlier.loss));
    QVERIFY(same.warnings().empty());

    spec.data.train = m_runs.freshFolder();
    std::ofstream(spec.data.train.path) << replaced(textOf(earlier.data + "/train.conll"), "B-person", "B-animal");
    const RunResult more = runRanks({job, {job.batch}, m_runs.freshFolder()});
    QVERIFY2(more.outcomes[0], more.problem().constData());
    QVERIFY(more.warned("The output layer begins anew"));
    QVERIFY(more.warned("does not know the tags B-animal."));
}

void TestEarlierClasses::keepsClassesOfPictures()
{
    const EarlierRuns::Earlier earlier = m_runs.train("pictures", 40, 0.001);
    const QDir data(QString::fromStdString(earlier.data));
    JobSpec job = earlier.job;
    for (const char *split : {"train", "test"})
        QVERIFY(QDir(data.filePath(split)).rename("blue", "violet")); // as many classes as before
    const RunResult refused = m_runs.goOn(earlier, job);
    QVERIFY2(refused.problem().contains("has a class \"violet\" that the model was not trained for"),
        refused.problem().constData());
    QVERIFY2(refused.problem().contains(earlier.run.c_str()), refused.problem().constData());

    for (const char *split : {"train", "test"})
        QVERIFY(QDir(data.filePath(QString(split) + "/violet")).removeRecursively());
    job.continueFrom = {earlier.run, true};
    job.maxSteps = 1;
    job.schedule.peak = 1e-8;
    const std::string folder = m_runs.freshFolder();
    const RunResult fewer = runRanks({job, {job.batch}, folder});
    QVERIFY2(fewer.outcomes[0], fewer.problem().constData());
    QVERIFY(fewer.warned("has no picture of, and keeps them: blue."));
    QVERIFY2(fewer.lastEvaluation()->metrics[0].value > 0.9, toText(fewer.lastEvaluation()->metrics[0]).c_str());
    const auto config = configIn<ImageModelConfig>(folder + "/model/config.json", parseImageModelConfig);
    QCOMPARE(config.classNames, (std::vector<std::string>{"blue", "green", "red"}));
}

void TestEarlierClasses::keepsClassesAndNormalisationOfImages()
{
    const EarlierRuns::Earlier earlier = m_runs.train("image-classification", 2, 0.001);
    const auto before = configIn<ImageModelConfig>(earlier.run + "/model/config.json", parseImageModelConfig);
    JobSpec job = earlier.job;
    job.continueFrom = {earlier.run, true};
    job.maxSteps = 1;
    auto &data = std::get<ImageSpec>(job.task).data;
    data.folder = m_runs.freshFolder();
    QVERIFY(QDir().mkpath(QString::fromStdString(data.folder.path)));
    writeImageData(QString::fromStdString(data.folder.path), 300, 60);
    const auto darken = [](std::string bytes) {
        for (std::size_t at = 16; at < bytes.size(); ++at) // behind the header
            bytes[at] = char(std::uint8_t(bytes[at]) / 2);
        return bytes;
    };
    for (const char *name : {"/train-images-idx3-ubyte", "/t10k-images-idx3-ubyte"})
        changeFile(data.folder.path + name, darken);
    std::string folder = m_runs.freshFolder();
    const RunResult darker = runRanks({job, {job.batch}, folder});
    QVERIFY2(darker.outcomes[0], darker.problem().constData());
    const auto after = configIn<ImageModelConfig>(folder + "/model/config.json", parseImageModelConfig);
    QCOMPARE(after.pixelMean, before.pixelMean);
    QCOMPARE(after.pixelDeviation, before.pixelDeviation);
    QCOMPARE(after.classes, before.classes);

    changeFile(data.folder.path + "/train-labels-idx1-ubyte", [](std::string bytes) {
        bytes.back() = 7;
        return bytes;
    });
    const RunResult refused = runRanks({job, {job.batch}, m_runs.freshFolder()});
    QVERIFY2(refused.problem().contains("go up to 7, but the model in"), refused.problem().constData());
}

QTEST_GUILESS_MAIN(TestEarlierClasses)
#include "tst_earlierclasses.moc"
