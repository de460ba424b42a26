// What a plan says of the memory of a decoder: by part, for passes that were not measured, and with a vocabulary whose
// logits would fill more than all else.
#include "decoderjob.h"
#include "engine/device/devicememory.h"
#include "engine/models/causal/chunkedloss.h"
#include "engine/models/decoder/decoderfiles.h"
#include "engine/models/layers/activationcheckpointing.h"
#include "engine/plan/fittingbase.h"
#include "engine/plan/memoryparts.h"
#include "engine/tasks/registry.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/training/profiling/measurememory.h"
#include "engine/training/step/sumthenupdate.h"

#include <ATen/Parallel.h>
#include <torch/types.h>

#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

constexpr std::int64_t mebibyte = 1 << 20;
constexpr std::int64_t enormous = 150000; // words
constexpr std::int64_t context = 64;

// The folder's model with other sizes, and with weights that nothing was trained for.
void resize(const QString &folder, const QJsonObject &sizes)
{
    QJsonObject config = jsonIn(folder + "/config.json");
    for (auto size = sizes.begin(); size != sizes.end(); ++size)
        config[size.key()] = size.value();
    writeJson(folder + "/config.json", config);
    Decoder model(parseDecoderConfig(QJsonDocument(config).toJson().toStdString()).value());
    NamedTensors tensors;
    for (const NamedTensor &item : stateDict(model))
        tensors.push_back({item.name, torch::randn(item.tensor.sizes()) * 0.02});
    if (!writeSafetensors(folder.toStdString() + "/model.safetensors", tensors))
        qFatal("cannot write %s", qPrintable(folder));
}

// A step of so many samples, `atOnce` at once.
std::int64_t peakOf(Task &task, const JobSpec &job, std::int64_t samples, std::int64_t atOnce)
{
    StepOptions options{job.optimizer, 0, atOnce, job.precision, at::kCPU};
    options.measuresMemory = true;
    Group group = Group::alone();
    TrainingState state(task, options);
    SumThenUpdate step(state, group);
    DataLoader data(task.trainingSet(), {1, samples, {samples}, 0, 1, 2});
    std::int64_t peak = 0;
    for (int i = 0; i < 2; ++i) {
        const auto taken = step.run({*data.next()});
        if (!taken)
            qFatal("%s", taken.error().message.c_str());
        peak = std::max({peak, taken->passPeakBytes, taken->updatePeakBytes});
    }
    return peak;
}

} // namespace

class DecoderMemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void predictsThePeak_data();
    void predictsThePeak();
    void predictsOtherBits_data();
    void predictsOtherBits();
    void predictsOtherLengths_data();
    void predictsOtherLengths();
    void packsWhileItReads();
    void fitsIntoLittleMemory();

private:
    JobSpec jobWith(const QString &family, std::int64_t words, bool isAdapted);

    QTemporaryDir m_folder;
    int m_folders = 0;
};

void DecoderMemoryTest::initTestCase()
{
    at::set_num_threads(1);
    countMemory(at::kCPU);
}

JobSpec DecoderMemoryTest::jobWith(const QString &family, std::int64_t words, bool isAdapted)
{
    const QString folder = m_folder.filePath(QString::number(++m_folders));
    writeDecoderFolder(family, folder);
    resize(folder,
        {{"vocab_size", qint64(words)}, {"hidden_size", 64}, {"intermediate_size", 160}, {"num_hidden_layers", 4},
            {"max_position_embeddings", 128}});
    JobSpec job = jobOf(decoderTask(folder, 400), 2);
    auto &task = std::get<LanguageModelSpec>(job.task);
    task.model.context = context;
    if (isAdapted)
        task.adapter.rank = 4;
    return job;
}

void DecoderMemoryTest::predictsThePeak_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<qint64>("words");
    QTest::addColumn<bool>("isAdapted");
    QTest::addColumn<bool>("recomputes");
    for (const qint64 words : {qint64(600), qint64(40000)})
        for (const bool isAdapted : {false, true})
            for (const bool recomputes : {false, true})
                QTest::addRow("%lld words%s%s", words, isAdapted ? ", adapter" : "", recomputes ? ", recomputing" : "")
                    << "llama" << words << isAdapted << recomputes;
    QTest::addRow("tied and capped, adapter") << "gemma3" << qint64(40000) << true << false;
}

void DecoderMemoryTest::predictsThePeak()
{
    QFETCH(QString, family);
    QFETCH(qint64, words);
    QFETCH(bool, isAdapted);
    QFETCH(bool, recomputes);
    const JobSpec job = jobWith(family, words, isAdapted);
    const auto task = openTask(job, {});
    QVERIFY2(task, task ? "" : task.error().message.c_str());
    recomputeActivations((*task)->model(), recomputes);
    const auto memory = measureMemory(**task, job, 16, at::kCPU);
    QVERIFY2(memory, memory ? "" : memory.error().message.c_str());
    std::int64_t trained = 0, all = 0;
    for (const at::Tensor &parameter : (*task)->model().parameters()) {
        all += std::int64_t(parameter.nbytes());
        trained += parameter.requires_grad() ? std::int64_t(parameter.nbytes()) : 0;
    }
    for (const auto &[samples, atOnce] : {std::pair(12, 12), std::pair(24, 24), std::pair(12, 6)}) {
        const double measured = double(peakOf(**task, job, samples, atOnce));
        const MemoryUse use{.samplesAtOnce = atOnce, .accumulates = samples > atOnce};
        const MemoryParts parts = memoryParts(*memory, use);
        QCOMPARE(parts.sum(), predictedPeak(*memory, use));
        qInfo("%d at once: predicted %.2f MiB, measured %.2f", atOnce, double(parts.sum()) / mebibyte,
            measured / mebibyte);
        QVERIFY(std::abs(double(parts.sum()) - measured) < 0.05 * measured);
        QCOMPARE(parts.frozen, all - trained);
        QCOMPARE(parts.trained, trained);
        QVERIFY(parts.optimizer >= 2 * trained && parts.optimizer < 2 * trained + 64);
        const std::int64_t copies = family == "gemma3" ? 4 : 1; // what a cap computes from the logits counts with them
        QCOMPARE(
            parts.logits, std::min<std::int64_t>(atOnce * context, mostLogits / (words * copies)) * words * copies * 4);
    }
}

void DecoderMemoryTest::predictsOtherBits_data()
{
    QTest::addColumn<int>("measured"); // Quantization
    QTest::addColumn<bool>("recomputes");
    for (const Quantization bits : {Quantization::None, Quantization::Nf4})
        for (const bool recomputes : {false, true})
            QTest::addRow("%d%s", int(bits), recomputes ? ", recomputing" : "") << int(bits) << recomputes;
}

// What is measured with the base in some bits tells what it takes in all of them.
void DecoderMemoryTest::predictsOtherBits()
{
    QFETCH(int, measured);
    QFETCH(bool, recomputes);
    JobSpec job = jobWith("llama", 600, true);
    // Computing one weight from fewer bits takes little beside a dozen layers of them.
    QJsonObject wider{{"hidden_size", 256}, {"intermediate_size", 640}, {"num_hidden_layers", 12}};
    resize(QString::fromStdString(std::get<LanguageModelSpec>(job.task).model.start.path), wider);
    const auto open = [&](Quantization bits) {
        std::get<LanguageModelSpec>(job.task).model.quantization = bits;
        auto task = openTask(job, {});
        if (!task)
            qFatal("%s", task.error().message.c_str());
        recomputeActivations((*task)->model(), recomputes);
        return std::move(*task);
    };
    const auto memory = measureMemory(*open(Quantization(measured)), job, 8, at::kCPU);
    QVERIFY2(memory, memory ? "" : memory.error().message.c_str());
    QCOMPARE(bitsOf(*memory), Quantization(measured));
    for (const Quantization bits : {Quantization::None, Quantization::Int8, Quantization::Nf4}) {
        const auto task = open(bits);
        const double counted = double(peakOf(*task, job, 4, 4));
        const MemoryReport there = inBits(*memory, bits);
        std::int64_t frozen = 0;
        for (const at::Tensor &parameter : task->model().parameters())
            frozen += parameter.requires_grad() ? 0 : std::int64_t(parameter.nbytes());
        QCOMPARE(there.frozenBytes, frozen);
        const auto predicted = double(predictedPeak(there, {.samplesAtOnce = 4}));
        qInfo("%d: predicted %.2f MiB, counted %.2f", int(bits), predicted / mebibyte, counted / mebibyte);
        QVERIFY(std::abs(predicted - counted) < 0.05 * counted);
    }
}

void DecoderMemoryTest::predictsOtherLengths_data()
{
    QTest::addColumn<bool>("recomputes");
    QTest::newRow("kept") << false;
    QTest::newRow("recomputed") << true;
}

// What is measured with sequences of one length tells what those of another take.
void DecoderMemoryTest::predictsOtherLengths()
{
    QFETCH(bool, recomputes);
    JobSpec job = jobWith("llama", 600, true);
    auto &task = std::get<LanguageModelSpec>(job.task);
    const auto measured = [&](std::int64_t tokens) {
        task.model.context = int(tokens);
        const auto opened = openTask(job, {});
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        recomputeActivations((*opened)->model(), recomputes);
        const auto memory = measureMemory(**opened, job, 16, at::kCPU);
        if (!memory)
            qFatal("%s", memory.error().message.c_str());
        return *memory;
    };
    const MemoryReport usual = measured(context);
    for (const std::int64_t tokens : {context / 2, 2 * context}) {
        const double counted = double(measured(tokens).passPeakBytes);
        const auto predicted = double(withTokens(usual, context, tokens).passPeakBytes);
        qInfo("%d tokens: predicted %.2f MiB, counted %.2f", int(tokens), predicted / mebibyte, counted / mebibyte);
        QVERIFY(std::abs(predicted - counted) < 0.05 * counted);
    }
}

// A machine need not hold the whole model in the types of its files.
void DecoderMemoryTest::packsWhileItReads()
{
    JobSpec job = jobWith("llama", 600, true);
    auto &task = std::get<LanguageModelSpec>(job.task);
    resize(QString::fromStdString(task.model.start.path),
        {{"hidden_size", 256}, {"intermediate_size", 640}, {"num_hidden_layers", 8}});
    const auto peakOfOpening = [&](Quantization bits, const std::string &saved) {
        task.model.quantization = bits;
        task.adapter.modulesToSave = saved;
        const std::int64_t before = usedMemory(at::kCPU);
        restartPeak(at::kCPU);
        const auto opened = openTask(job, {});
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        return std::pair(peakMemory(at::kCPU) - before, baseBytesOf((*opened)->model(), at::kFloat));
    };
    const auto [whole, base] = peakOfOpening(Quantization::None, "");
    QVERIFY(whole > base.plain);
    for (const Quantization bits : {Quantization::Int8, Quantization::Nf4}) {
        const auto [peak, packed] = peakOfOpening(bits, "");
        qInfo("%.1f MiB, of which %.1f stay; in 32 bits %.1f", double(peak) / mebibyte, double(packed.now) / mebibyte,
            double(base.plain) / mebibyte);
        QCOMPARE(packed.plain, base.plain);
        QVERIFY(peak - packed.now < base.plain / 3);
        const auto [unpacked, trained] = peakOfOpening(bits, "0.self_attn.q_proj"); // it is not to be packed
        QVERIFY(trained.plain < base.plain);
        QVERIFY(unpacked > peak);
    }
}

// 16 rows of it would have 586 MiB of logits.
void DecoderMemoryTest::fitsIntoLittleMemory()
{
    const JobSpec job = jobWith("llama", enormous, true);
    const auto task = openTask(job, {});
    QVERIFY2(task, task ? "" : task.error().message.c_str());
    const auto memory = measureMemory(**task, job, 16, at::kCPU);
    QVERIFY(memory);
    const std::int64_t base = memory->frozenBytes;
    QVERIFY(base > 2 * enormous * 64 * 4);
    const auto pass = largestPass(*memory, 64, base + 192 * mebibyte, {});
    QVERIFY(pass);
    qInfo("%d samples at once in %.1f MiB beside the weights", int(pass->samplesAtOnce),
        double(pass->peakBytes - base) / mebibyte);
    QVERIFY(pass->samplesAtOnce >= 16);
}

QTEST_GUILESS_MAIN(DecoderMemoryTest)
#include "tst_decodermemory.moc"
