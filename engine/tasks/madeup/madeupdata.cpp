#include "engine/tasks/madeup/madeupdata.h"

#include "engine/base/textfile.h"
#include "engine/data/hdf5/hdf5writer.h"
#include "engine/data/volumes/syntheticvolume.h"
#include "engine/models/bert/bert.h"
#include "engine/tasks/madeup/madeupdecoder.h"
#include "engine/tasks/madeup/madeuprows.h"
#include "engine/tasks/madeup/madeupwords.h"
#include "engine/tasks/madeup/randombertrows.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"

#include <torch/script.h>

#include <algorithm>

namespace motley {

namespace {

constexpr std::uint64_t seed = 1;
constexpr std::int64_t bertRows = 2048;
constexpr std::int64_t bertRowLength = 128;
constexpr std::int64_t hiddenWords = 20; // masked words in a row of BERT
constexpr int sentences = 6000;

// What is made for a job: files that the job names are used, others are written to the folder.
struct Made {
    std::string folder;
    Random random{seed, 0};

    std::uint64_t below(std::uint64_t limit) { return random.below(limit); }
    std::string at(const std::string &name) const { return folder + "/" + name; }
};

std::string bigEndian(std::uint32_t number)
{
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += char(number >> shift & 255);
    return bytes;
}

std::string makeText(Made &made, const std::vector<std::string> &words, int lines)
{
    std::string text;
    for (int i = 0; i < lines; ++i)
        text += makeSentence(made.random, words) + "\n";
    return text;
}

Result<void> makeData(ImageSpec &task, Made &made)
{
    constexpr std::uint32_t side = 28;
    constexpr std::uint32_t classes = 10;
    task.data.folder = made.folder;
    for (const char *split : {"train", "t10k"}) {
        const std::uint32_t count = split == std::string("train") ? 4096 : 64;
        const std::uint32_t sizes[]{count, side, side};
        std::string images("\0\0\x08\x03", 4);
        std::string labels = std::string("\0\0\x08\x01", 4) + bigEndian(count);
        for (const std::uint32_t size : sizes)
            images += bigEndian(size);
        for (std::uint32_t i = 0; i < count * side * side; ++i)
            images += char(made.below(256));
        for (std::uint32_t i = 0; i < count; ++i)
            labels += char(i % classes);
        const std::string prefix = made.at(split);
        if (auto written = writeTextFile(prefix + "-images-idx3-ubyte", images).and_then([&] {
                return writeTextFile(prefix + "-labels-idx1-ubyte", labels);
            });
            !written)
            return written;
    }
    return {};
}

// BERT tiny, the smallest BERT that Google published.
BertConfig smallBert(std::int64_t vocabulary)
{
    BertConfig config;
    config.vocabulary = vocabulary;
    config.hiddenSize = 128;
    config.layers = 2;
    config.heads = 2;
    config.intermediateSize = 512;
    return config;
}

Result<void> makeData(BertSpec &task, Made &made)
{
    BertConfig config = smallBert(BertConfig().vocabulary);
    const std::string named = !task.model.config.empty() ? task.model.config.path
        : !task.model.start.empty()                      ? task.model.start.path + "/config.json"
                                                         : std::string();
    if (!named.empty()) {
        const auto read
            = readTextFile(named, 1 << 20).and_then([](const std::string &text) { return parseBertConfig(text); });
        if (!read)
            return fail(named + ": " + read.error().message, read.error().detail);
        config = *read;
    } else {
        task.model.config = made.at("config.json");
        if (auto written = writeTextFile(task.model.config.path, toJson(config)); !written)
            return written;
    }
    task.data = {made.at("train.hdf5"), {}, 0};
    const std::int64_t length = std::min(bertRowLength, config.positions);
    return writeRandomBertRows(
        config, {bertRows, length, std::min(hiddenWords, length - 1)}, made.random, task.data.train.path);
}

Result<void> makeBertFolder(const std::vector<std::string> &words, const std::string &folder)
{
    std::string vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
    for (const std::string &word : words)
        vocabulary += word + "\n";
    const BertConfig config = smallBert(5 + std::int64_t(words.size()));
    BertForPreTraining model(config);
    initialiseBert(model, config, seed);
    return writeModelFolder(folder, model, toJson(config), {{"vocab.txt", vocabulary}});
}

// Every fifth word is a name.
Result<void> makeData(TaggingSpec &task, Made &made)
{
    const std::vector<std::string> words = makeWords(made.random);
    std::string text;
    for (int i = 0; i < sentences; ++i) {
        for (std::uint64_t length = 8 + made.below(25); length > 0; --length)
            text += words[made.below(words.size())] + (made.below(5) == 0 ? "\tB-name\n" : "\tO\n");
        text += "\n";
    }
    task.data.train = task.data.test = made.at("text.conll");
    if (auto written = writeTextFile(task.data.train.path, text); !written)
        return written;
    if (!task.model.start.empty())
        return {};
    task.model.start = made.at("bert");
    return makeBertFolder(words, task.model.start.path);
}

// Every fifth word is a mention of the entity of its name.
Result<void> makeData(EntityLinkingSpec &task, Made &made)
{
    constexpr std::int64_t vectorSize = 300; // as in the vectors of HetSeq's users
    const std::vector<std::string> words = makeWords(made.random);
    std::string text;
    for (int i = 0; i < sentences; ++i) {
        for (std::uint64_t length = 8 + made.below(25); length > 0; --length) {
            const std::string &word = words[made.below(words.size())];
            text += made.below(5) == 0 ? word + "\tB\t" + word + "\t" + word + "\tpage\t1\n" : word + "\n";
        }
        text += "\n";
    }
    std::string names = "unknown\n";
    for (const std::string &word : words)
        names += word + "\n";
    task.data.train = task.data.test = made.at("mentions.txt");
    task.data.entities = made.at("entities.txt");
    task.data.vectors = made.at("vectors.safetensors");
    torch::manual_seed(seed);
    const at::Tensor vectors = torch::randn({std::int64_t(words.size()) + 1, vectorSize});
    const auto written = writeTextFile(task.data.train.path, text)
                             .and_then([&] { return writeTextFile(task.data.entities.path, names); })
                             .and_then([&] {
                                 return writeSafetensors(task.data.vectors.path, {{"vectors", vectors}});
                             });
    if (!written || !task.model.start.empty())
        return written;
    task.model.start = made.at("bert");
    return makeBertFolder(words, task.model.start.path);
}

Result<void> makeData(TranslationSpec &task, Made &made)
{
    const std::vector<std::string> words = makeWords(made.random);
    task.data.trainSource = made.at("train.source");
    task.data.trainTarget = made.at("train.target");
    task.data.testSource = made.at("test.source");
    task.data.testTarget = made.at("test.target");
    for (const DataPath *path : {&task.data.trainSource, &task.data.trainTarget})
        if (auto written = writeTextFile(path->path, makeText(made, words, sentences)); !written)
            return written;
    for (const DataPath *path : {&task.data.testSource, &task.data.testTarget})
        if (auto written = writeTextFile(path->path, makeText(made, words, 8)); !written)
            return written;
    return {};
}

// Rows for a decoder, which is made up too where the job names none.
Result<void> makeRows(LanguageModelSpec &task, Made &made)
{
    constexpr int rows = 2000;
    task.data.format = LanguageModelData::Format::Conversations;
    task.data.train = made.at("rows.jsonl");
    task.data.test = {};
    const auto written = writeMadeUpRows(MadeUpRows::Conversations, rows, task.data.train.path);
    if (!written || !task.model.start.empty())
        return written;
    task.model.start = made.at("decoder");
    return writeMadeUpDecoder("llama", {}, task.model.start.path);
}

Result<void> makeData(LanguageModelSpec &task, Made &made)
{
    if (task.data.format == LanguageModelData::Format::Conversations || task.adapter.isWanted())
        return makeRows(task, made);
    task.data.train = made.at("text");
    task.data.test = {};
    const int lines = int(std::max<std::int64_t>(sentences, 40 * task.model.context));
    return writeTextFile(task.data.train.path, makeText(made, makeWords(made.random), lines));
}

Result<void> makeData(VolumeSpec &task, Made &made)
{
    constexpr std::int64_t side = 96;
    constexpr std::int64_t slices = 2 * side; // enough to keep some for tests
    task.data.volume = made.at("volume.h5");
    const Volume volume = makeVolume({{slices, side, side}, 24, 14, seed});
    auto file = Hdf5Writer::create(task.data.volume.path);
    if (!file)
        return tl::unexpected(file.error());
    const std::vector<std::int64_t> labels(volume.labels.begin(), volume.labels.end());
    return file->addDataset("raw", Hdf5Writer::Stored::UInt8, {side, side}, 8)
        .and_then([&] {
            return file->addDataset("labels", Hdf5Writer::Stored::UInt32, {side, side}, 8);
        })
        .and_then([&] { return file->append<std::uint8_t>("raw", volume.raw); })
        .and_then([&] { return file->append<std::int64_t>("labels", labels); })
        .and_then([&] { return file->finish(); });
}

// A perceptron with 256 inputs and two layers of 512. If the job names a script, its data are not replaced, because
// only its author knows their format.
Result<void> makeData(TorchScriptSpec &task, Made &made)
{
    if (!task.model.script.empty())
        return fail("Data for a script of one's own cannot be made up; name it in data.train.");
    torch::manual_seed(seed);
    torch::jit::Module model("Perceptron");
    model.register_parameter("first", torch::randn({512, 256}).mul_(0.06).requires_grad_(true), false);
    model.register_parameter("second", torch::randn({512, 512}).mul_(0.04).requires_grad_(true), false);
    model.register_parameter("third", torch::randn({10, 512}).mul_(0.04).requires_grad_(true), false);
    model.define(R"(
def forward(self, numbers, answers):
    inner = torch.relu(torch.linear(numbers, self.first))
    inner = torch.relu(torch.linear(inner, self.second))
    return torch.cross_entropy_loss(torch.linear(inner, self.third), answers)
)");
    task.model.script = made.at("perceptron.pt");
    model.save(task.model.script.path);
    task.data = {made.at("train.safetensors"), {}, "numbers, answers"};
    return writeSafetensors(task.data.train.path,
        {{"answers", torch::randint(10, {4096}, at::kLong)}, {"numbers", torch::randn({4096, 256})}});
}

} // namespace

template <typename Spec>
Result<void> makeUpData(TaskSpec &task, const std::string &folder)
{
    Made made{folder};
    return makeData(std::get<Spec>(task), made);
}

template Result<void> makeUpData<ImageSpec>(TaskSpec &task, const std::string &folder);
template Result<void> makeUpData<BertSpec>(TaskSpec &task, const std::string &folder);
template Result<void> makeUpData<TaggingSpec>(TaskSpec &task, const std::string &folder);
template Result<void> makeUpData<EntityLinkingSpec>(TaskSpec &task, const std::string &folder);
template Result<void> makeUpData<TranslationSpec>(TaskSpec &task, const std::string &folder);
template Result<void> makeUpData<LanguageModelSpec>(TaskSpec &task, const std::string &folder);
template Result<void> makeUpData<VolumeSpec>(TaskSpec &task, const std::string &folder);
template Result<void> makeUpData<TorchScriptSpec>(TaskSpec &task, const std::string &folder);

} // namespace motley
