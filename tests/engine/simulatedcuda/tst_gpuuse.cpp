// A GPU uses a model in the precision that it was trained in.
#include "engine/device/computedevice.h"
#include "engine/device/mixedprecision.h"
#include "engine/inference/imageclassifier.h"
#include "engine/inference/tagger.h"
#include "engine/inference/textgenerator.h"
#include "engine/inference/translator.h"
#include "engine/inference/volumefiller.h"
#include "fixturerun.h"
#include "gpudevices.h"
#include "simulatedcuda.h"
#include "taskdata.h"

#include <ATen/Context.h>

#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace motley;

namespace {

using Use = std::function<bool(const std::string &model, c10::Device device, const std::string &data)>;

bool tags(const std::string &model, c10::Device device, const std::string &)
{
    const std::vector<Tagger::Words> sentences{{"the", "river"}};
    auto tagger = Tagger::open(model, LetterCase::OfModel, device);
    return tagger && tagger->tag(sentences).front().size() == 2;
}

bool generates(const std::string &model, c10::Device device, const std::string &)
{
    auto writer = TextGenerator::open(model, device);
    GenerationSpec spec;
    spec.newTokens = 8;
    return writer && writer->write("\n", spec);
}

bool translates(const std::string &model, c10::Device device, const std::string &)
{
    const std::vector<std::string> sentences{"the river"};
    auto translator = Translator::open(model, device);
    return translator && translator->translate(sentences, translator->usualBeam()).size() == 1;
}

bool classifies(const std::string &model, c10::Device device, const std::string &data)
{
    auto classifier = ImageClassifier::open(model, device);
    return classifier && classifier->classify(data + "/t10k-images-idx3-ubyte", 1);
}

bool fills(const std::string &model, c10::Device device, const std::string &data)
{
    FillRequest request{.modelFolder = model, .volume = data + "/volume.h5", .first = {}, .extent = {24, 48, 48}};
    request.smallestSegment = 1;
    const auto filled = fillVolume(request, device);
    return filled && filled->looks > 0;
}

} // namespace
Q_DECLARE_METATYPE(Use)

class GpuUseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesAsTrained_data();
    void computesAsTrained();

private:
    QTemporaryDir m_folder;
};

void GpuUseTest::computesAsTrained_data()
{
    QTest::addColumn<QString>("task");
    QTest::addColumn<Use>("use");
    QTest::addRow("tag") << "token-classification" << Use(tags);
    QTest::addRow("generate") << "language-model" << Use(generates);
    QTest::addRow("translate") << "translation" << Use(translates);
    QTest::addRow("classify") << "image-classification" << Use(classifies);
    QTest::addRow("fill") << "volume-segmentation" << Use(fills);
}

// Where TF32 is allowed, every matrix product or convolution that is left in float32 shows. Attention is composed on
// the simulated device, which has no fused kernels, and torch would do that in float32.
void GpuUseTest::computesAsTrained()
{
    QFETCH(QString, task);
    QFETCH(Use, use);
    at::globalContext().setAllowFP16BF16ReductionMathSDP(true);
    const std::string data = m_folder.filePath(task).toStdString();
    const auto device = openDevice(gpu(0), 1);
    QVERIFY(device);
    for (const auto kind :
        {PrecisionSpec::Kind::Float32, PrecisionSpec::Kind::BFloat16, PrecisionSpec::Kind::Float16}) {
        JobSpec job = makeTaskJob(task.toStdString(), data).job;
        job.maxSteps = 1;
        job.precision = {.kind = kind};
        const RunRequest request{job, {job.batch}, data + "/run" + std::to_string(int(kind))};
        const RunResult run = runRanks(request);
        QVERIFY2(run.outcomes.front(), run.problem());
        chooseKernels({.tf32 = true});
        const std::int64_t before = simulated::counts().tf32Products;
        QVERIFY(use(request.folder + "/model", *device, data));
        QCOMPARE(simulated::counts().tf32Products == before, kind != PrecisionSpec::Kind::Float32);
    }
}

QTEST_GUILESS_MAIN(GpuUseTest)
#include "tst_gpuuse.moc"
