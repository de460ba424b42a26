#include "decoderfixture.h"

#include "engine/models/causal/generation.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "tests/fixtures/referencepython.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

using namespace motley;

namespace {

std::string contentOf(const std::string &path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

// As models that see hold it: config.json in text_config, the tensors deeper, and beside them those of a tower.
std::string seeingConfig(const std::string &text, const char *kind)
{
    return std::string(R"({"model_type": ")") + kind
        + R"(", "tie_word_embeddings": false, "vision_config": {"depth": 1},)" + R"("text_config": )" + text + "}";
}

NamedTensors moved(const NamedTensors &tensors, const std::string &body, const std::string &head)
{
    NamedTensors all{{"model.visual.patch_embed.weight", at::rand({3, 2})}, {"mtp.norm.weight", at::rand({4})}};
    for (const NamedTensor &item : tensors) {
        const bool isHead = item.name == "lm_head.weight";
        all.push_back({isHead ? head + ".weight" : body + item.name.substr(std::string("model").size()), item.tensor});
    }
    return all;
}

// Operations whose inputs autograd keeps.
std::size_t nodesBehind(const at::Tensor &tensor)
{
    std::set<torch::autograd::Node *> seen;
    std::vector<torch::autograd::Node *> open{tensor.grad_fn().get()};
    while (!open.empty()) {
        torch::autograd::Node *node = open.back();
        open.pop_back();
        const bool isLeaf = node && node->num_outputs() == 0;
        if (!node || isLeaf || !seen.insert(node).second)
            continue;
        for (const auto &edge : node->next_edges())
            open.push_back(edge.function.get());
    }
    return seen.size();
}

bool sameTensors(const NamedTensors &ours, const NamedTensors &theirs)
{
    for (const NamedTensor &item : theirs) {
        const at::Tensor *found = findTensor(ours, item.name);
        if (!found || found->scalar_type() != item.tensor.scalar_type() || !at::equal(*found, item.tensor)) {
            qWarning("%s differs", item.name.c_str());
            return false;
        }
    }
    return ours.size() == theirs.size();
}

} // namespace

class TestDecoder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesAsTransformersDo_data() { addFamilies(); }
    void computesAsTransformersDo();
    void saysWhatTransformersSay_data() { addFamilies(); }
    void saysWhatTransformersSay();
    void computesTheSameWithCaches_data() { addFamilies(); }
    void computesTheSameWithCaches();
    void recomputesTheSameGradients_data() { addFamilies(); }
    void recomputesTheSameGradients();
    void writesWhatTransformersWrite_data() { addFamilies(); }
    void writesWhatTransformersWrite();
    void keepsTheTypesOfTheFile();
    void readsSeveralFiles();
    void passesWhatSeesThrough_data();
    void passesWhatSeesThrough();
    void namesWhatDoesNotFit();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }

    QTemporaryDir m_folder;
};

void TestDecoder::computesAsTransformersDo()
{
    QFETCH(QString, name);
    const auto fixture = openFixture(name);
    QVERIFY(fixture);
    const torch::NoGradGuard noGradients;
    Decoder &model = *fixture->opened.model;
    const double difference = apart(model.predict(model.forward(fixture->ids))[0], fixture->logits);
    QVERIFY2(difference < 1e-5, qPrintable(QString::number(difference)));
}

void TestDecoder::saysWhatTransformersSay()
{
    QFETCH(QString, name);
    const auto fixture = openFixture(name);
    QVERIFY(fixture);
    GenerationSpec spec;
    spec.newTokens = fixture->greedy.size(1) - fixture->prompt;
    spec.sampling.temperature = 0;
    const at::Tensor text = generate(*fixture->opened.model, fixture->ids.slice(1, 0, fixture->prompt), spec);
    QVERIFY(at::equal(text, fixture->greedy));
}

void TestDecoder::computesTheSameWithCaches()
{
    QFETCH(QString, name);
    const auto fixture = openFixture(name);
    QVERIFY(fixture);
    const torch::NoGradGuard noGradients;
    Decoder &model = *fixture->opened.model;
    // Longrope's angles depend on the length: all of these texts are shorter than where they change.
    const at::Tensor ids = name == "phi3" ? fixture->ids.slice(1, 0, 12) : fixture->ids;
    const at::Tensor whole = model.forward(ids);
    auto caches = model.caches();
    std::vector<at::Tensor> parts;
    for (const auto &[first, last] :
        {std::pair{0, 5}, std::pair{5, 6}, std::pair{6, 7}, std::pair{7, 11}, std::pair{11, 12}, std::pair{12, 24}})
        if (first < ids.size(1))
            parts.push_back(model.extend(ids.slice(1, first, last), caches));
    QVERIFY(apart(at::cat(parts, 1), whole) < 1e-5);
    // The caches' samples are reordered, and one is there twice.
    const at::Tensor rows = at::tensor({1, 0, 1}, at::kLong);
    caches = model.caches();
    model.extend(ids.slice(1, 0, 11), caches);
    for (auto &cache : caches)
        cache.select(rows);
    const at::Tensor next = model.extend(ids.index_select(0, rows).slice(1, 11, 12), caches);
    QVERIFY(apart(next.select(1, 0), whole.index_select(0, rows).select(1, 11)) < 1e-5);
}

void TestDecoder::recomputesTheSameGradients()
{
    QFETCH(QString, name);
    const auto fixture = openFixture(name);
    QVERIFY(fixture);
    Decoder &model = *fixture->opened.model;
    std::size_t nodes = 0;
    const auto gradients = [&](bool recomputes) {
        recomputeActivations(model, recomputes);
        model.zero_grad();
        const at::Tensor hidden = model.forward(fixture->ids);
        nodes = nodesBehind(hidden);
        const at::Tensor logits = model.predict(hidden.slice(1, 0, -1));
        at::cross_entropy_loss(logits.flatten(0, 1), fixture->ids.slice(1, 1).flatten()).backward();
        NamedTensors all;
        for (const NamedTensor &item : parametersOf(model))
            all.push_back({item.name, item.tensor.grad().defined() ? item.tensor.grad().clone() : at::Tensor()});
        return all;
    };
    const NamedTensors kept = gradients(false);
    const std::size_t nodesKept = nodes;
    const NamedTensors again = gradients(true);
    QVERIFY2(nodes < nodesKept / 2, qPrintable(QString("%1 of %2 nodes").arg(nodes).arg(nodesKept)));
    for (std::size_t i = 0; i < kept.size(); ++i) {
        QVERIFY2(kept[i].tensor.defined() && kept[i].tensor.abs().max().item<double>() > 0, kept[i].name.c_str());
        QVERIFY2(at::allclose(again[i].tensor, kept[i].tensor, 1e-4, 1e-6), kept[i].name.c_str());
    }
}

void TestDecoder::writesWhatTransformersWrite()
{
    QFETCH(QString, name);
    const auto fixture = openFixture(name);
    QVERIFY(fixture);
    const std::string folder = path("saved");
    QVERIFY(writeModelFolder(folder, allTensors(fixture->opened), fixture->opened.config));
    QVERIFY(sameTensors(
        *readSafetensors(folder + "/model.safetensors"), *readSafetensors(fixtureOf(name) + "/model.safetensors")));
    QCOMPARE(contentOf(folder + "/config.json"), contentOf(fixtureOf(name) + "/config.json"));
}

void TestDecoder::keepsTheTypesOfTheFile()
{
    const std::string folder = path("bfloat16");
    NamedTensors tensors = *readSafetensors(fixtureOf("qwen3_5") + "/model.safetensors");
    for (NamedTensor &item : tensors)
        if (item.name.find("A_log") == std::string::npos && item.name.find("norm") == std::string::npos)
            item.tensor = item.tensor.to(at::kBFloat16);
    QVERIFY(writeModelFolder(folder, tensors, contentOf(fixtureOf("qwen3_5") + "/config.json")));
    const auto read = readDecoderFolder(folder);
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QVERIFY(sameTensors(allTensors(*read), tensors));
    const auto fixture = openFixture("qwen3_5");
    const torch::NoGradGuard noGradients;
    const at::Tensor logits = read->model->predict(read->model->forward(fixture->ids));
    QCOMPARE(logits.scalar_type(), at::kBFloat16);
    QVERIFY(logits.isfinite().all().item<bool>());
    auto caches = read->model->caches();
    read->model->extend(fixture->ids.slice(1, 0, 7), caches);
    read->model->extend(fixture->ids.slice(1, 7, 8), caches);
}

void TestDecoder::readsSeveralFiles()
{
    const std::string folder = path("sharded");
    const NamedTensors all = *readSafetensors(fixtureOf("llama") + "/model.safetensors");
    QVERIFY(QDir().mkpath(QString::fromStdString(folder)));
    const auto middle = all.begin() + std::ptrdiff_t(all.size() / 2);
    std::string map;
    for (std::size_t i = 0; i < all.size(); ++i)
        map += (i ? ", \"" : "\"") + all[i].name + "\": \"" + (i < all.size() / 2 ? "a" : "b") + ".safetensors\"";
    QVERIFY(writeSafetensors(folder + "/a.safetensors", NamedTensors(all.begin(), middle)));
    QVERIFY(writeSafetensors(folder + "/b.safetensors", NamedTensors(middle, all.end())));
    std::ofstream(folder + "/config.json") << contentOf(fixtureOf("llama") + "/config.json");
    std::ofstream(folder + "/model.safetensors.index.json") << R"({"weight_map": {)" + map + "}}";
    const auto opened = readDecoderFolder(folder);
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    QVERIFY(sameTensors(allTensors(*opened), all));
}

void TestDecoder::passesWhatSeesThrough_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("head");
    QTest::newRow("newer") << "model.language_model"
                           << "lm_head";
    QTest::newRow("older") << "language_model.model"
                           << "language_model.lm_head";
}

void TestDecoder::passesWhatSeesThrough()
{
    QFETCH(QString, body);
    QFETCH(QString, head);
    const std::string folder = path("seeing");
    const std::string config = seeingConfig(contentOf(fixtureOf("qwen3_5") + "/config.json"), "qwen3_5");
    const NamedTensors tensors
        = moved(*readSafetensors(fixtureOf("qwen3_5") + "/model.safetensors"), body.toStdString(), head.toStdString());
    QVERIFY(writeModelFolder(folder, tensors, config));
    const auto opened = readDecoderFolder(folder);
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    const auto fixture = openFixture("qwen3_5");
    const torch::NoGradGuard noGradients;
    QVERIFY(apart(opened->model->predict(opened->model->forward(fixture->ids))[0], fixture->logits) < 1e-5);
    QCOMPARE(opened->others.size(), std::size_t(2));
    QVERIFY(sameTensors(allTensors(*opened), tensors));
    QCOMPARE(opened->config, config);
}

void TestDecoder::namesWhatDoesNotFit()
{
    const std::string folder = path("unfit");
    const std::string config = contentOf(fixtureOf("llama") + "/config.json");
    NamedTensors tensors = *readSafetensors(fixtureOf("llama") + "/model.safetensors");
    tensors.erase(std::find_if(tensors.begin(), tensors.end(),
        [](const NamedTensor &item) { return item.name == "model.layers.1.mlp.up_proj.weight"; }));
    tensors.push_back({"model.layers.1.mlp.router.weight", at::rand({2})});
    QVERIFY(writeModelFolder(folder, tensors, config));
    const auto unfit = readDecoderFolder(folder);
    QVERIFY(!unfit);
    QVERIFY2(unfit.error().message.find("1 tensor is missing (model.layers.1.mlp.up_proj.weight); 1 tensor is not "
                                        "expected (model.layers.1.mlp.router.weight)")
            != std::string::npos,
        unfit.error().message.c_str());
    QVERIFY(writeModelFolder(folder, tensors, R"({"model_type": "gpt_oss"})"));
    const auto unknown = readDecoderFolder(folder);
    QVERIFY(!unknown);
    QVERIFY2(unknown.error().message.find("The model family \"gpt_oss\" (model_type in config.json) is not supported")
            != std::string::npos,
        unknown.error().message.c_str());
}

class TestDecoderInTransformers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void loadsInTheRealLibrary_data() { addFamilies(); }
    void loadsInTheRealLibrary();

private:
    QTemporaryDir m_folder;
};

void TestDecoderInTransformers::loadsInTheRealLibrary()
{
    QFETCH(QString, name);
    const auto fixture = openFixture(name);
    QVERIFY(fixture);
    const QString folder = m_folder.filePath(name);
    QVERIFY(writeModelFolder(folder.toStdString(), allTensors(fixture->opened), fixture->opened.config));
    const QByteArray output = saidByReference(
        {MOTLEY_TESTS "/reference/decoders.py", "--check", folder, QString::fromStdString(fixtureOf(name))});
    QVERIFY2(output.contains("same"), output.constData());
}

int main(int argc, char *argv[])
{
    return runTests<TestDecoder, TestDecoderInTransformers>(argc, argv);
}

#include "tst_decoder.moc"
