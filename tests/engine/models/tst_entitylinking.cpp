#include "engine/models/bert/bertfiles.h"
#include "engine/models/layers/tokenlosses.h"
#include "engine/tensorfiles/modelfolder.h"
#include "tests/engine/models/bertfixture.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace motley;

// Compares with PyTorch's numbers for HetSeq's model, which tests/reference/entitylinking.py computed.
class TestEntityLinking : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void computesAsHetSeqDoes();
    void losesAsHetSeqDoes();
    void findsTheNearestEntities();
    void losesNothingWhereNothingIsLinked();
    void startsFromAnyBert();
    void readsWhatItWrites();

private:
    at::Tensor numbers(const char *name) const { return tensorOf(m_reference[QLatin1String(name)]).to(at::kFloat); }
    LinkedTokens linked() const { return linkedTokens(numbers("entities").to(at::kLong)); }

    BertFixture m_fixture;
    QJsonObject m_reference;
    std::shared_ptr<BertForEntityLinking> m_model;
};

void TestEntityLinking::initTestCase()
{
    const std::string folder = m_fixture.folder();
    m_reference = readReference(folder + "/linker.json");
    const auto files = readBertFiles(folder + "/config.json", folder + "/linker.pt");
    QVERIFY2(files, files ? "" : files.error().message.c_str());
    const auto opened = openBertForEntityLinking(*files, {"B", "I", "O"}, 6, {}, 1);
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    QVERIFY(opened->loaded.fresh.empty());
    QCOMPARE(opened->loaded.unused,
        (std::vector<std::string>{"bert.pooler.dense.weight", "bert.pooler.dense.bias", "entity_emb.weight"}));
    m_model = opened->model;
}

void TestEntityLinking::computesAsHetSeqDoes()
{
    m_model->eval();
    const auto outputs = m_model->forward(m_fixture.batch(0).inputs);
    QVERIFY((outputs.labels[0] - numbers("logits")).abs().max().item<double>() < 1e-5);
    QVERIFY((outputs.points[0] - numbers("points")).abs().max().item<double>() < 1e-5);
}

void TestEntityLinking::losesAsHetSeqDoes()
{
    const at::Tensor labels = numbers("labels").to(at::kLong);
    const auto outputs = m_model->forward(m_fixture.batch(0).inputs);
    const at::Tensor labelLoss = summedLabelLoss(outputs.labels, labels) / labelledTokens(labels);
    const at::Tensor linkLoss
        = summedLinkLoss(outputs.points, linked(), numbers("vectors")) / linked().entities.size(0);
    QVERIFY(std::abs(labelLoss.item<double>() - m_reference["labelLoss"].toDouble()) < 1e-5);
    QVERIFY(std::abs(linkLoss.item<double>() - m_reference["linkLoss"].toDouble()) < 1e-5);
    m_model->zero_grad();
    (labelLoss + linkLoss).backward();
    const QJsonObject gradients = m_reference["gradients"].toObject();
    for (const char *head : {"classifier", "entity_classifier"}) {
        const at::Tensor ours = m_model->named_parameters()[head + std::string(".weight")].grad();
        QVERIFY2((ours - tensorOf(gradients[QLatin1String(head)])).abs().max().item<double>() < 1e-5, head);
    }
}

void TestEntityLinking::findsTheNearestEntities()
{
    m_model->eval();
    const auto outputs = m_model->forward(m_fixture.batch(0).inputs);
    const at::Tensor points = outputs.points.flatten(0, 1).index_select(0, linked().rows);
    QVERIFY(at::equal(nearestEntities(points, numbers("vectors")), numbers("nearest").to(at::kLong)));
}

void TestEntityLinking::losesNothingWhereNothingIsLinked()
{
    const at::Tensor points = at::zeros({2, 3, 6}).requires_grad_();
    const auto none = linkedTokens(at::tensor({-100, -1, 0, -100, -100, 0}, at::kLong).view({2, 3}));
    const at::Tensor loss = summedLinkLoss(points, none, numbers("vectors"));
    QCOMPARE(loss.item<double>(), 0.0);
    loss.backward();
    QCOMPARE(points.grad().abs().max().item<double>(), 0.0);
    const at::Tensor unlabelled = at::full({2, 3}, noLabel, at::kLong);
    QCOMPARE(summedLabelLoss(at::zeros({2, 3, 4}), unlabelled).item<double>(), 0.0);
    QCOMPARE(labelledTokens(unlabelled), 0);
}

void TestEntityLinking::startsFromAnyBert()
{
    const auto files = readBertFolder(m_fixture.folder());
    const std::vector<std::string> labels{"B", "I", "O"};
    const auto silent = openBertForEntityLinking(*files, labels, 6, {}, 1);
    QVERIFY(!silent);
    QVERIFY2(silent.error().message.find("4 tensors are missing") != std::string::npos, silent.error().message.c_str());
    const auto opened = openBertForEntityLinking(*files, labels, 6, {"classifier", "entity_classifier"}, 1);
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    QCOMPARE(opened->loaded.fresh,
        (std::vector<std::string>{
            "classifier.weight", "classifier.bias", "entity_classifier.weight", "entity_classifier.bias"}));
    QVERIFY(!openBertForEntityLinking(*files, {}, 6, {"classifier", "entity_classifier"}, 1));
}

void TestEntityLinking::readsWhatItWrites()
{
    const auto files = readBertFolder(m_fixture.folder());
    const auto first = openBertForEntityLinking(*files, {"B", "I", "O"}, 6, {"classifier", "entity_classifier"}, 1);
    const QTemporaryDir folder;
    const std::string path = folder.filePath("linker").toStdString();
    QVERIFY(writeModelFolder(path, *first->model, toJson(first->config)));
    const auto again = readBertFolder(path).and_then([](const BertFiles &written) {
        return openBertForEntityLinking(written, {}, written.config.entitySize.value_or(0), {}, 1);
    });
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QCOMPARE(again->config, first->config);
    const auto state = stateDict(*first->model);
    const auto read = stateDict(*again->model);
    for (std::size_t i = 0; i < state.size(); ++i)
        QVERIFY2(at::equal(state[i].tensor, read[i].tensor), state[i].name.c_str());
}

QTEST_GUILESS_MAIN(TestEntityLinking)
#include "tst_entitylinking.moc"
