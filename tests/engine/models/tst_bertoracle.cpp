#include "engine/data/hdf5/hdf5file.h"
#include "engine/models/bert/bertfiles.h"
#include "engine/optim/gradientclipping.h"
#include "engine/optim/optimizer.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>

using namespace motley;

// A BERT of 2.1 million parameters on real text, against PyTorch's numbers. The data are not part of the source: the
// environment variable MOTLEY_TEST_DATA names the folder with bert-tiny-hf and bert-hdf5.
class TestBertOracle : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void computesAsPyTorchDoes();
    void trainsAsPyTorchDoes();

private:
    struct Rows {
        BertInputs inputs;
        MaskedTokens masked;
        at::Tensor next; // int64 [samples]
    };
    Rows rows(int step) const;
    double largestDifference(const at::Tensor &values, const char *name) const;

    std::string m_folder;
    QJsonObject m_reference;
    std::shared_ptr<BertForPreTraining> m_model;
};

namespace {

constexpr std::int64_t samples = 8; // samples a step

at::Tensor readRows(const Hdf5File &file, const std::string &name, int step)
{
    auto sizes = file.layout(name)->sizes;
    sizes[0] = samples;
    const at::Tensor values = at::empty(sizes, at::kLong);
    const std::span<std::int64_t> target(values.data_ptr<std::int64_t>(), std::size_t(values.numel()));
    if (!file.readRows(name, step * samples, (step + 1) * samples, target))
        qFatal("%s cannot be read", name.c_str());
    return values;
}

} // namespace

void TestBertOracle::initTestCase()
{
    m_folder = qEnvironmentVariable("MOTLEY_TEST_DATA").toStdString();
    QVERIFY2(!m_folder.empty(), "MOTLEY_TEST_DATA names no folder with bert-tiny-hf and bert-hdf5");
    QFile file(QString::fromStdString(m_folder) + "/bert-tiny-hf/reference.json");
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
    m_reference = QJsonDocument::fromJson(file.readAll()).object();
    const auto model = readBertFolder(m_folder + "/bert-tiny-hf").and_then([](const BertFiles &files) {
        return openBertForPreTraining(files, {}, 1);
    });
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    m_model = model->model;
}

TestBertOracle::Rows TestBertOracle::rows(int step) const
{
    const auto file = Hdf5File::open(m_folder + "/bert-hdf5/" + m_reference["data"].toString().toStdString());
    if (!file)
        qFatal("%s", file.error().message.c_str());
    const auto read = [&](const char *name) { return readRows(*file, name, step); };
    const at::Tensor ids = read("input_ids");
    return {{ids, read("segment_ids"), read("input_mask"), {}},
        maskedTokens(read("masked_lm_positions"), read("masked_lm_ids"), ids.size(1)), read("next_sentence_labels")};
}

double TestBertOracle::largestDifference(const at::Tensor &values, const char *name) const
{
    const QJsonArray expected = m_reference[QLatin1String(name)].toArray();
    double largest = expected.size() == values.numel() ? 0 : INFINITY;
    for (int i = 0; i < expected.size() && std::isfinite(largest); ++i)
        largest = std::max(largest, std::abs(values[i].item<double>() - expected[i].toDouble()));
    return largest;
}

void TestBertOracle::computesAsPyTorchDoes()
{
    m_model->eval();
    const at::Tensor sequence = m_model->bert().forward(rows(0).inputs);
    QVERIFY(largestDifference(sequence[0][0], "sequence_output_first_row_first_token") < 1e-5);
    QVERIFY(largestDifference(m_model->bert().pooled(sequence)[0], "pooled_first_row") < 1e-5);
}

void TestBertOracle::trainsAsPyTorchDoes()
{
    m_model->train();
    OptimizerSpec spec;
    spec.kind = OptimizerSpec::Kind::AdamW;
    spec.weightDecay = 0.01;
    Optimizer optimizer(spec, stateDict(*m_model));
    double worst = 0;
    const auto compare = [&](double value, const char *name, int step) {
        const double expected = m_reference[QLatin1String(name)].toArray()[step].toDouble();
        worst = std::max(worst, std::abs(value / expected - 1));
    };
    for (int step = 0; step < 20; ++step) {
        const Rows batch = rows(step);
        const auto outputs = m_model->forward(batch.inputs, batch.masked.rows);
        const at::Tensor words = at::cross_entropy_loss(outputs.words, batch.masked.targets);
        const at::Tensor next = at::cross_entropy_loss(outputs.next, batch.next);
        m_model->zero_grad();
        (words + next).backward();
        compare(words.item<double>(), "mlm", step);
        compare(next.item<double>(), "nsp", step);
        compare((words + next).item<double>(), "total", step);
        compare(gradientNorm(m_model->parameters()), "grad_norm", step);
        optimizer.step(1e-3);
    }
    qInfo("the largest relative difference over 20 steps is %.1e", worst);
    QVERIFY(worst < 1e-4);
}

QTEST_GUILESS_MAIN(TestBertOracle)
#include "tst_bertoracle.moc"
