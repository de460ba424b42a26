#include "taskdata.h"

#include "decoderfolder.h"
#include "engine/data/hdf5/hdf5writer.h"
#include "engine/data/images/picture.h"
#include "engine/data/text/bertpretrainingbuilder.h"
#include "engine/data/volumes/syntheticvolume.h"
#include "engine/models/bert/bert.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "idxfixture.h"

#include <QtGlobal>
#include <torch/script.h>

#include <filesystem>
#include <fstream>

namespace motley {

namespace {

namespace fs = std::filesystem;

template <typename T>
void require(const Result<T> &result)
{
    if (!result)
        qFatal("%s %s", result.error().message.c_str(), result.error().detail.c_str());
}

void writeFile(const std::string &path, const std::string &text)
{
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

// Pseudo-random numbers that are the same on every machine.
class Numbers {
public:
    explicit Numbers(std::uint32_t seed) : m_state(seed) { }
    std::uint32_t below(std::uint32_t limit)
    {
        m_state = m_state * 1664525u + 1013904223u;
        return (m_state >> 8) % limit;
    }

private:
    std::uint32_t m_state;
};

const std::vector<std::string> names{"anna", "boris", "clara", "david", "emma", "farid"};
const std::vector<std::string> words{"the", "river", "house", "sees", "old", "green", "walks", "to", "of", "tree"};

std::string vocabulary()
{
    std::string text = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n.\n##s\n";
    for (const auto &list : {names, words})
        for (const std::string &word : list)
            text += word + "\n";
    return text;
}

BertConfig tinyBert()
{
    BertConfig config;
    config.vocabulary = 7 + std::int64_t(names.size() + words.size());
    config.hiddenSize = 32;
    config.layers = 2;
    config.heads = 2;
    config.intermediateSize = 64;
    config.positions = 32;
    config.hiddenDropout = config.attentionDropout = 0.1;
    return config;
}

std::string writeBertFolder(const std::string &folder)
{
    const BertConfig config = tinyBert();
    BertForPreTraining model(config);
    initialiseBert(model, config, 5);
    require(writeModelFolder(folder, model, toJson(config), {{"vocab.txt", vocabulary()}}));
    return folder;
}

std::string sentence(Numbers &numbers)
{
    std::string text;
    for (std::uint32_t i = 0; i < 4 + numbers.below(4); ++i)
        text += words[numbers.below(std::uint32_t(words.size()))] + " ";
    return text + ".";
}

TaskJob bertPretrainingJob(const std::string &folder)
{
    const std::string bert = writeBertFolder(folder + "/bert");
    Numbers numbers(1);
    for (const char *split : {"train", "test"}) {
        std::string text;
        for (int document = 0; document < 40; ++document) {
            for (int i = 0; i < 6; ++i)
                text += sentence(numbers) + "\n";
            text += "\n";
        }
        writeFile(folder + "/" + split + ".txt", text);
        BertBuild build;
        build.texts = {folder + "/" + split + ".txt"};
        build.vocabulary = bert + "/vocab.txt";
        build.folder = folder + "/rows";
        build.split = split;
        build.copies = 4;
        build.examples.length = 32;
        build.examples.mostPredictions = 5;
        require(buildBertRows(build));
    }
    TaskJob made;
    made.job.task = BertSpec{{"", bert + "/config.json", false}, {folder + "/rows", "", 0}};
    made.testData = folder + "/rows/test-0.hdf5";
    made.stepsToLearn = 150;
    made.bar = 0.15; // accuracy; chance is 1 in 23 tokens, though a full stop follows from its place
    return made;
}

// Sentences in CoNLL format: names are tagged as persons, other words as O.
std::string tagged(Numbers &numbers, int sentences)
{
    std::string text;
    for (int i = 0; i < sentences; ++i) {
        for (int word = 0; word < 6; ++word) {
            if (numbers.below(4) == 0)
                text += names[numbers.below(std::uint32_t(names.size()))] + "\tB-person\n";
            else
                text += words[numbers.below(std::uint32_t(words.size()))] + "\tO\n";
        }
        text += "\n";
    }
    return text;
}

TaskJob taggingJob(const std::string &folder)
{
    Numbers numbers(2);
    writeFile(folder + "/train.conll", tagged(numbers, 200));
    writeFile(folder + "/test.conll", tagged(numbers, 60));
    TaskJob made;
    made.job.task
        = TaggingSpec{{writeBertFolder(folder + "/bert")}, {folder + "/train.conll", folder + "/test.conll", 32}};
    made.testData = folder + "/test.conll";
    made.stepsToLearn = 60;
    made.bar = 0.9;
    return made;
}

// Every name is an entity. Some mentions have no known entity, some have two words, and some have unknown words.
std::string mentioning(Numbers &numbers, int sentences)
{
    std::string text = "-DOCSTART- (1)\n\n";
    for (int i = 0; i < sentences; ++i) {
        for (std::uint32_t left = 3 + numbers.below(6); left > 0; --left) {
            const std::string &name = names[numbers.below(std::uint32_t(names.size()))];
            const std::string &word = words[numbers.below(std::uint32_t(words.size()))];
            const std::uint32_t kind = numbers.below(8);
            if (kind == 0)
                text += name + "\tB\t" + name + "\t--NME--\n";
            else if (kind == 1)
                text += name + "\tB\t" + name + " s\t" + name + "\tu\t1\ns\tI\t" + name + " s\t" + name + "\tu\t1\n";
            else if (kind == 2)
                text += name + "\tB\t" + name + "\t" + name + "\tu\t1\n";
            else
                text += word + "\n";
        }
        text += "\n";
    }
    return text;
}

TaskJob linkingJob(const std::string &folder)
{
    Numbers numbers(7);
    writeFile(folder + "/train.txt", mentioning(numbers, 200));
    writeFile(folder + "/test.txt", mentioning(numbers, 60));
    std::string entities = "unknown\n";
    std::vector<float> vectors;
    for (const std::string &name : names)
        entities += name + "\n";
    for (std::size_t i = 0; i < 8 * (names.size() + 1); ++i)
        vectors.push_back(float(numbers.below(200)) / 100 - 1);
    writeFile(folder + "/entities.txt", entities);
    require(writeSafetensors(folder + "/vectors.safetensors", {{"vectors", torch::tensor(vectors).reshape({-1, 8})}}));
    TaskJob made;
    EntityLinkingSpec spec;
    spec.model.start = writeBertFolder(folder + "/bert");
    spec.data
        = {folder + "/train.txt", folder + "/test.txt", folder + "/entities.txt", folder + "/vectors.safetensors", 32};
    made.job.task = spec;
    made.testData = folder + "/test.txt," + folder + "/entities.txt," + folder + "/vectors.safetensors";
    made.stepsToLearn = 100;
    made.bar = 0.9;
    return made;
}

TaskJob languageModelJob(const std::string &folder)
{
    Numbers numbers(3);
    std::string text;
    for (int i = 0; i < 400; ++i)
        text += sentence(numbers) + "\n";
    writeFile(folder + "/text.txt", text);
    writeFile(folder + "/test.txt", text.substr(0, 3000));
    TaskJob made;
    LanguageModelSpec spec;
    spec.model.layers = 2;
    spec.model.heads = 2;
    spec.model.width = 32;
    spec.model.context = 32;
    spec.model.dropout = 0.1;
    spec.data.train = folder + "/text.txt";
    spec.data.test = folder + "/test.txt";
    made.job.task = spec;
    made.testData = folder + "/test.txt";
    made.stepsToLearn = 150;
    made.bar = 4; // perplexity, lower is better; of 20 characters, but within a word the next one is certain
    return made;
}

// A sentence is translated word by word, each with another ending.
TaskJob translationJob(const std::string &folder)
{
    Numbers numbers(4);
    for (const char *split : {"train", "test"}) {
        std::string source;
        std::string target;
        for (int i = 0; i < (split == std::string("train") ? 400 : 40); ++i) {
            for (std::uint32_t word = 0; word < 2 + numbers.below(4); ++word) {
                const std::string &chosen = words[numbers.below(std::uint32_t(words.size()))];
                source += chosen + " ";
                target += chosen + "en ";
            }
            source += "\n";
            target += "\n";
        }
        writeFile(folder + "/" + split + ".source", source);
        writeFile(folder + "/" + split + ".target", target);
    }
    TaskJob made;
    TranslationSpec spec;
    spec.model.beam = 2;
    spec.data.trainSource = folder + "/train.source";
    spec.data.trainTarget = folder + "/train.target";
    spec.data.testSource = folder + "/test.source";
    spec.data.testTarget = folder + "/test.target";
    spec.data.vocabulary = 40;
    made.job.task = spec;
    made.job.batch = 128; // tokens
    made.testData = folder + "/test.source," + folder + "/test.target";
    made.stepsToLearn = 300;
    made.peakToLearn = 0.001;
    made.bar = 20;
    return made;
}

TaskJob volumeJob(const std::string &folder)
{
    SyntheticVolume wanted;
    wanted.size = {64, 48, 48};
    const Volume volume = makeVolume(wanted);
    fs::create_directories(folder);
    auto file = Hdf5Writer::create(folder + "/volume.h5");
    require(file);
    const std::vector<std::int64_t> slice{48, 48};
    require(file->addDataset("raw", Hdf5Writer::Stored::UInt8, slice, 8));
    require(file->addDataset("labels", Hdf5Writer::Stored::UInt32, slice, 8));
    require(file->append<std::uint8_t>("raw", volume.raw));
    const std::vector<std::int64_t> labels(volume.labels.begin(), volume.labels.end());
    require(file->append<std::int64_t>("labels", labels));
    require(file->finish());
    TaskJob made;
    VolumeSpec spec;
    spec.model = {2, 6, 9, 2};
    spec.data.volume = folder + "/volume.h5";
    spec.data.testPart = 0.4;
    spec.data.examples = 64;
    spec.data.testExamples = 26;
    spec.data.smallestObject = 50;
    made.job.task = spec;
    made.job.batch = 8;
    made.stepsToLearn = 60;
    made.bar = 0.4;
    return made;
}

// A minimal network that says which of two numbers is larger.
TaskJob torchScriptJob(const std::string &folder)
{
    fs::create_directories(folder);
    torch::jit::Module model("Larger");
    model.register_parameter("weight", torch::full({2, 2}, 0.1).requires_grad_(true), false);
    model.define(R"(
def forward(self, numbers, answers):
    guess = torch.matmul(numbers, self.weight)
    loss = torch.cross_entropy_loss(guess, answers)
    right = torch.mean(torch.mul(torch.eq(torch.argmax(guess, 1), answers), 1.0))
    return loss, {"accuracy": right}
)");
    model.save(folder + "/larger.pt");
    for (const char *split : {"train", "test"}) {
        Numbers numbers(split[1]);
        std::vector<float> pairs;
        std::vector<std::int64_t> answers;
        for (int i = 0; i < 200; ++i) {
            const auto first = float(numbers.below(100));
            const auto second = float(numbers.below(100)) + 0.5F;
            pairs.insert(pairs.end(), {first / 50 - 1, second / 50 - 1});
            answers.push_back(second > first ? 1 : 0);
        }
        require(writeSafetensors(folder + "/" + split + ".safetensors",
            {{"answers", torch::tensor(answers)}, {"numbers", torch::tensor(pairs).reshape({-1, 2})}}));
    }
    TaskJob made;
    TorchScriptSpec spec;
    spec.model.script = folder + "/larger.pt";
    spec.data = {folder + "/train.safetensors", folder + "/test.safetensors", "numbers, answers"};
    made.job.task = spec;
    made.testData = folder + "/test.safetensors";
    made.stepsToLearn = 200;
    made.bar = 0.9;
    return made;
}

TaskJob picturesJob(const std::string &folder)
{
    Numbers numbers(6);
    for (const char *split : {"train", "test"})
        for (const char *kind : {"blue", "green", "red"})
            for (int i = 0; i < 20; ++i) {
                Picture picture{20 + numbers.below(12), 20 + numbers.below(12), {}};
                const int channel = kind[0] == 'r' ? 0 : kind[0] == 'g' ? 1 : 2;
                for (std::int64_t pixel = 0; pixel < picture.width * picture.height; ++pixel)
                    for (int c = 0; c < 3; ++c)
                        picture.rgb.push_back(std::uint8_t(numbers.below(120) + (c == channel ? 100 : 0)));
                const std::string place = folder + "/" + split + "/" + kind;
                fs::create_directories(place);
                require(writePng(place + "/" + std::to_string(i) + ".png", picture));
            }
    TaskJob made;
    ImageSpec spec;
    spec.model = {ImageModelSpec::Kind::VisionTransformer, 32, 2, 8};
    spec.data = {folder, true, 16};
    made.job.task = spec;
    made.testData = folder;
    made.stepsToLearn = 60;
    made.bar = 0.9;
    return made;
}

TaskJob idxJob(const std::string &folder)
{
    fs::create_directories(folder);
    writeImageData(QString::fromStdString(folder), 300, 60);
    TaskJob made;
    made.job.task = ImageSpec{{ImageModelSpec::Kind::ResNet50, 4}, {folder, true}};
    made.testData = folder;
    made.stepsToLearn = 0; // tst_splits trains small networks on these data
    return made;
}

} // namespace

TaskJob makeTaskJob(const std::string &name, const std::string &folder)
{
    TaskJob made = name == "bert-pretraining" ? bertPretrainingJob(folder)
        : name == "token-classification"      ? taggingJob(folder)
        : name == "entity-linking"            ? linkingJob(folder)
        : name == "language-model"            ? languageModelJob(folder)
        : name == "translation"               ? translationJob(folder)
        : name == "volume-segmentation"       ? volumeJob(folder)
        : name == "torchscript"               ? torchScriptJob(folder)
        : name == "pictures"                  ? picturesJob(folder)
        : name.starts_with("decoder-")        ? decoderJob(name.substr(name.find('-') + 1), folder)
                                              : idxJob(folder);
    made.job.name = name;
    if (made.job.batch == JobSpec().batch)
        made.job.batch = 16;
    made.job.epochs = 1000;
    made.job.evaluateEveryEpochs = 1000;
    made.job.maxSteps = 12;
    made.job.clipNorm = 1;
    made.job.optimizer = usualOptimizer(OptimizerSpec::Kind::AdamW);
    made.job.schedule.kind = ScheduleSpec::Kind::Constant;
    // With a higher rate, one ReLU whose sign rounding flips would soon change the fourth digit.
    made.job.schedule.peak = name == ImageSpec::name ? 1e-5 : 3e-4;
    made.job.schedule.warmupSteps = 10;
    made.job.checkpoint.everySteps = 0;
    return made;
}

} // namespace motley
