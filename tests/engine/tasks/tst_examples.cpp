// At each test a run shows what its model makes of the same samples: what the trained model says when it is used.
#include "engine/base/base64.h"
#include "engine/data/images/pngcodec.h"
#include "engine/data/text/conll.h"
#include "engine/data/text/mentions.h"
#include "engine/data/text/paralleltext.h"
#include "engine/inference/imageclassifier.h"
#include "engine/inference/tagger.h"
#include "engine/inference/translator.h"
#include "engine/tasks/examples/examplepicture.h"
#include "engine/tasks/examples/examples.h"
#include "engine/tasks/registry.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "fixturerun.h"
#include "taskdata.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <torch/nn/module.h>
#include <torch/types.h>

#include <numeric>
#include <set>

using namespace motley;

namespace {

using Texts = std::vector<std::string>;

template <typename Body>
std::vector<Body> all(const RunResult &run)
{
    std::vector<Body> found;
    for (const EventBody &event : run.events)
        if (const auto *body = std::get_if<Body>(&event))
            found.push_back(*body);
    return found;
}

std::optional<Picture> decoded(const std::optional<std::string> &base64)
{
    const auto bytes = base64 ? bytesOfBase64(*base64) : std::nullopt;
    if (!bytes)
        return std::nullopt;
    const auto picture = decodePng({reinterpret_cast<const std::uint8_t *>(bytes->data()), bytes->size()});
    return picture ? std::optional(*picture) : std::nullopt;
}

// What the model says of each sample of the test set, by the command that uses it.
std::vector<Texts> saidBy(const std::string &task, const std::string &model, const std::string &testData)
{
    std::vector<Texts> said;
    if (task == ImageSpec::name || task == "pictures") {
        const bool isIdx = task == ImageSpec::name;
        auto classifier = ImageClassifier::open(model, c10::kCPU);
        const auto answers = classifier->classify(testData + (isIdx ? "/t10k-images-idx3-ubyte" : "/test"), 1);
        for (const ImageAnswer &answer : *answers)
            said.push_back({answer.predictions.front().name});
    } else if (task == TranslationSpec::name) {
        const auto text
            = readParallelText(testData.substr(0, testData.find(',')), testData.substr(testData.find(',') + 1));
        auto translator = Translator::open(model, c10::kCPU);
        for (const std::string &line : translator->translate(text->source, translator->usualBeam()))
            said.push_back({line});
    } else {
        std::vector<Texts> sentences;
        const auto read = readConll(testData);
        for (const TaggedSentence &sentence : *read)
            sentences.push_back(sentence.words);
        said = Tagger::open(model, LetterCase::OfModel, c10::kCPU)->tag(sentences);
    }
    return said;
}

// A task that shows nothing at a test.
class QuietTask : public SlowTask {
public:
    explicit QuietTask(std::unique_ptr<Task> task) : SlowTask(std::move(task), std::chrono::microseconds(0)) { }

    Texts classes() const override { return {}; }
    std::int64_t shownExamples() const override { return 0; }
};

} // namespace

class ExamplesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsWhatTheModelSays_data();
    void showsWhatTheModelSays();
    void showsWhatIsFoundInVolumes();
    void fillsInHiddenWords();
    void findsTheMentionsOfEntities();
    void showsPicturesOnceAndTheSameSamplesAtEachTest();
    void changesNothingOfTheCurve();
    void takesSamplesFromAllOfTheTestSet();
    void tellsTheMostConfusedOfManyClasses();
    void cutsLongTextsBetweenCharacters();
    void shrinksLargePictures();

private:
    RunResult run(const TaskJob &made, const std::vector<std::int64_t> &shares, const JobOpener &open = {});
    std::string freshFolder() { return m_folder.filePath(QString("%1").arg(++m_folders)).toStdString(); }

    QTemporaryDir m_folder;
    int m_folders = 0;
    std::string m_run; // the folder of the newest
};

RunResult ExamplesTest::run(const TaskJob &made, const std::vector<std::int64_t> &shares, const JobOpener &open)
{
    m_run = freshFolder();
    RunRequest request{made.job, shares, m_run};
    request.open = open;
    RunResult result = runRanks(request);
    [&] { QVERIFY2(result.problem().isEmpty(), result.problem()); }();
    return result;
}

void ExamplesTest::showsWhatTheModelSays_data()
{
    QTest::addColumn<QString>("task");
    QTest::addColumn<double>("peak");
    QTest::addRow("images in files") << QString(ImageSpec::name) << 0.01;
    QTest::addRow("pictures in folders") << QStringLiteral("pictures") << 0.001;
    QTest::addRow("translation") << QString(TranslationSpec::name) << 0.001;
    QTest::addRow("tags") << QString(TaggingSpec::name) << 0.002;
}

void ExamplesTest::showsWhatTheModelSays()
{
    QFETCH(QString, task);
    QFETCH(double, peak);
    TaskJob made = makeTaskJob(task.toStdString(), freshFolder());
    made.job.maxSteps = 25;
    made.job.schedule.peak = peak;
    const std::int64_t batch = made.job.batch;
    const RunResult run = this->run(made, {batch * 3 / 4, batch / 4});
    const auto shown = all<TestExamples>(run);
    QCOMPARE(shown.size(), std::size_t(1));
    QCOMPARE(shown.front().step, run.lastEvaluation()->step);
    QVERIFY(checkExamples(shown.front()));
    const std::vector<Texts> said = saidBy(task.toStdString(), m_run + "/model", made.testData);
    QVERIFY(shown.front().examples.size() == usualExamples);
    for (const TestExample &example : shown.front().examples) {
        QCOMPARE(example.predicted, said.at(std::size_t(example.id)));
        if (example.score) {
            double right = 0;
            for (std::size_t i = 0; i < example.expected.size(); ++i)
                right += example.expected[i] == example.predicted[i] ? 1 : 0;
            QCOMPARE(*example.score, right / double(example.expected.size()));
        }
        QCOMPARE(decoded(example.picture).has_value(), example.input.empty());
    }
    const auto &confusion = shown.front().confusion;
    QCOMPARE(confusion.has_value(), task != TranslationSpec::name);
    if (!confusion)
        return;
    const auto sum = std::accumulate(confusion->counts.begin(), confusion->counts.end(), std::int64_t(0));
    std::int64_t right = 0;
    for (std::size_t i = 0; i < confusion->classes.size(); ++i)
        right += confusion->counts[i * confusion->classes.size() + i];
    const auto metrics = run.lastEvaluation()->metrics;
    const auto accuracy
        = std::find_if(metrics.begin(), metrics.end(), [](const Metric &metric) { return metric.name == "accuracy"; });
    QCOMPARE(double(right) / double(sum), accuracy->value);
}

// As the samples are scored one by one.
void ExamplesTest::showsWhatIsFoundInVolumes()
{
    TaskJob made = makeTaskJob(VolumeSpec::name, freshFolder());
    made.job.maxSteps = 30;
    made.job.schedule.peak = 0.002;
    const auto shown = all<TestExamples>(run(made, {5, 3}));
    QCOMPARE(shown.size(), std::size_t(1));
    QVERIFY(!shown.front().confusion);
    const auto task = openTask(made.job, {});
    QVERIFY(task);
    QVERIFY(copyInto(stateDict((*task)->model()), *readSafetensors(m_run + "/model/model.safetensors")));
    (*task)->model().eval();
    QCOMPARE(shown.front().examples.size(), std::size_t((*task)->shownExamples()));
    const torch::NoGradGuard noGradients;
    for (const TestExample &example : shown.front().examples) {
        Batch batch = (*task)->testSet()->batch(std::vector{example.id}, std::nullopt);
        QVERIFY(std::abs((*task)->metrics((*task)->score(batch)).front().value - *example.score) < 0.02);
        const auto picture = decoded(example.picture);
        const auto expected = decoded(example.expectedPicture);
        QVERIFY(picture && expected && decoded(example.predictedPicture));
        const at::Tensor wanted = batch.targets[0][0][0].gt(0.5);
        const at::Tensor middle = wanted[wanted.size(0) / 2];
        QCOMPARE(expected->width, middle.size(1));
        QCOMPARE(picture->height, middle.size(0));
        std::int64_t white = 0;
        for (std::size_t pixel = 0; pixel < expected->rgb.size(); pixel += 3)
            white += expected->rgb[pixel] == 255 ? 1 : 0;
        QCOMPARE(white, middle.sum().item<std::int64_t>());
    }
}

void ExamplesTest::fillsInHiddenWords()
{
    TaskJob made = makeTaskJob(BertSpec::name, freshFolder());
    made.job.maxSteps = 40;
    made.job.schedule.peak = 0.002;
    QVERIFY(all<TestExamples>(run(made, {16})).empty()); // the rows hold numbers, and nobody says of which words
    auto &spec = std::get<BertSpec>(made.job.task);
    spec.model.vocabulary
        = QFileInfo(QString::fromStdString(spec.model.config.path)).path().toStdString() + "/vocab.txt";
    const auto shown = all<TestExamples>(run(made, {12, 4}));
    QCOMPARE(shown.size(), std::size_t(1));
    const auto task = openTask(made.job, {});
    QVERIFY(task);
    QVERIFY(copyInto(stateDict((*task)->model()), *readSafetensors(m_run + "/model/model.safetensors")));
    (*task)->model().eval();
    const torch::NoGradGuard noGradients;
    for (const TestExample &example : shown.front().examples) {
        const Batch batch = (*task)->testSet()->batch(std::vector{example.id}, std::nullopt);
        QCOMPARE(double(example.expected.size()), (*task)->score(batch).weight);
        QVERIFY(std::abs((*task)->metrics((*task)->score(batch)).front().value - *example.score) < 1e-9);
        QVERIFY(example.input.front().find("[MASK]") != std::string::npos || example.expected.size() < 3);
    }
}

void ExamplesTest::findsTheMentionsOfEntities()
{
    TaskJob made = makeTaskJob(EntityLinkingSpec::name, freshFolder());
    made.job.maxSteps = 40;
    made.job.schedule.peak = 0.002;
    const auto shown = all<TestExamples>(run(made, {16}));
    QCOMPARE(shown.size(), std::size_t(1));
    const std::string file = made.testData.substr(0, made.testData.find(','));
    const auto sentences = readMentions(file);
    std::set<std::string> tags;
    for (const TestExample &example : shown.front().examples) {
        const TaggedSentence &sentence = sentences->at(std::size_t(example.id));
        QCOMPARE(example.input, sentence.words);
        QCOMPARE(example.expected, sentence.tags);
        tags.insert(example.predicted.begin(), example.predicted.end());
    }
    QVERIFY(tags.size() > 1); // it has learned that there are some
    QCOMPARE(shown.front().confusion->classes.size() * shown.front().confusion->classes.size(),
        shown.front().confusion->counts.size());
}

void ExamplesTest::showsPicturesOnceAndTheSameSamplesAtEachTest()
{
    TaskJob made = makeTaskJob("pictures", freshFolder());
    made.job.evaluateEveryEpochs = 1;
    const RunResult run = this->run(made, {12, 4});
    const auto shown = all<TestExamples>(run);
    const auto tests = all<Evaluation>(run);
    QVERIFY(tests.size() > 2);
    QCOMPARE(shown.size(), tests.size());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        QCOMPARE(shown[i].step, tests[i].step);
        QVERIFY(shown[i].confusion);
        for (std::size_t j = 0; j < shown[i].examples.size(); ++j) {
            QCOMPARE(shown[i].examples[j].id, shown[0].examples[j].id);
            QCOMPARE(shown[i].examples[j].expected, shown[0].examples[j].expected);
            QCOMPARE(shown[i].examples[j].picture.has_value(), i == 0);
        }
    }
}

void ExamplesTest::changesNothingOfTheCurve()
{
    TaskJob made = makeTaskJob("pictures", freshFolder());
    made.job.evaluateEveryEpochs = 1;
    const RunResult showing = run(made, {12, 4});
    const RunResult quiet = run(made, {12, 4}, [](const JobSpec &job) -> Result<std::unique_ptr<Task>> {
        return openTask(job, {}).map([](std::unique_ptr<Task> task) -> std::unique_ptr<Task> {
            return std::make_unique<QuietTask>(std::move(task));
        });
    });
    QVERIFY(all<TestExamples>(quiet).empty());
    const auto steps = showing.steps();
    QCOMPARE(steps.size(), quiet.steps().size());
    for (std::size_t i = 0; i < steps.size(); ++i)
        QCOMPARE(steps[i].loss, quiet.steps()[i].loss);
    const auto tests = all<Evaluation>(showing);
    const auto others = all<Evaluation>(quiet);
    QCOMPARE(tests.size(), others.size());
    for (std::size_t i = 0; i < tests.size(); ++i) {
        QVERIFY(tests[i].loss == others[i].loss);
        QVERIFY(tests[i].metrics == others[i].metrics);
    }
}

void ExamplesTest::takesSamplesFromAllOfTheTestSet()
{
    QCOMPARE(exampleIds(0, 12), std::vector<std::int64_t>());
    QCOMPARE(exampleIds(3, 12), (std::vector<std::int64_t>{0, 1, 2}));
    QCOMPARE(exampleIds(10, 2), (std::vector<std::int64_t>{2, 7}));
    QCOMPARE(exampleIds(10000, 4), (std::vector<std::int64_t>{1250, 3750, 6250, 8750}));
}

void ExamplesTest::tellsTheMostConfusedOfManyClasses()
{
    Texts classes;
    for (int i = 0; i < 101; ++i)
        classes.push_back("c" + std::to_string(i));
    std::vector<double> counts(classes.size() * classes.size());
    for (std::size_t i = 0; i < classes.size(); ++i)
        counts[i * classes.size() + i] = 1000;
    counts[5 * classes.size() + 7] = 3;
    counts[7 * classes.size() + 5] = 8;
    const Confusion many = confusionOf(classes, counts);
    QVERIFY(many.classes.empty() && many.counts.empty());
    QVERIFY(many.pairs == (std::vector<ConfusedPair>{{"c7", "c5", 8}, {"c5", "c7", 3}}));
    for (std::size_t i = 0; i + 1 < counts.size(); ++i)
        counts[i] += 1;
    QCOMPARE(confusionOf(classes, counts).pairs.size(), mostConfusedPairs);
    classes.resize(2);
    const Confusion few = confusionOf(classes, std::vector<double>{4, 1, 0, 5});
    QVERIFY(few.pairs.empty());
    QCOMPARE(few.counts, (std::vector<std::int64_t>{4, 1, 0, 5}));
}

void ExamplesTest::cutsLongTextsBetweenCharacters()
{
    std::string text;
    while (text.size() < 3000)
        text += "\u00e4\u4e2d";
    const std::string shown = shownText(text);
    QVERIFY(shown.size() <= longestExampleText && shown.size() > longestExampleText - 8);
    QVERIFY(QByteArray::fromStdString(shown).isValidUtf8());
    QVERIFY(shown.ends_with("\u2026"));
    QCOMPARE(shownText("short"), std::string("short"));
    const Texts words(300, "word");
    QCOMPARE(shownWords(words).size(), mostExampleWords);
    const TestExample tagged = taggedExample(
        3, words, std::vector<std::int64_t>(300, 1), std::vector<std::int64_t>(300, 0), Texts{"O", "B"});
    QCOMPARE(tagged.expected, Texts(mostExampleWords, "B"));
    QCOMPARE(tagged.predicted, Texts(mostExampleWords, "O"));
    QCOMPARE(*tagged.score, 0.0);
}

void ExamplesTest::shrinksLargePictures()
{
    torch::manual_seed(1);
    const auto picture = decoded(examplePicture(torch::rand({3, 100, 400}) * 255)); // noise, which packs worst
    QVERIFY(picture);
    QCOMPARE(picture->width, largestExampleSide);
    QCOMPARE(picture->height, 16);
    const std::string largest = examplePicture(torch::rand({3, largestExampleSide, largestExampleSide}) * 255);
    QVERIFY(largest.size() <= longestExamplePicture);
    const auto grey = decoded(examplePicture(torch::full({1, 2, 2}, 300)));
    QVERIFY(grey && grey->rgb == std::vector<std::uint8_t>(12, 255));
}

QTEST_GUILESS_MAIN(ExamplesTest)
#include "tst_examples.moc"
