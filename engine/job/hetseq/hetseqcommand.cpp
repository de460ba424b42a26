#include "engine/job/hetseq/hetseqcommand.h"

#include "engine/job/hetseq/hetseqflags.h"
#include "engine/job/hetseq/shellwords.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

constexpr double withoutEnd = 1e6; // epochs, where HetSeq has no limit
constexpr double tokensOfARow = 512; // HetSeq counts every row of BERT as this many, whatever its length
constexpr std::int64_t longestSentence = 512; // word pieces after which HetSeq cuts a sentence

class Importer {
public:
    explicit Importer(const HetSeqFlags &flags) : m_flags(flags) { }

    Result<ImportedJob> run();

private:
    Result<void> importTask();
    void importBert();
    template <typename Spec>
    void importBertAndText(Spec &spec);
    void importImages();
    void importTagging();
    void importLinking();
    Result<void> importLength();
    Result<void> importBatch();
    Result<void> importOptimizer();
    Result<void> importSchedule();
    Result<void> importCheckpoints();
    void importBeginning();
    void reportIgnoredFlags();

    Result<void> number(const char *flag, double otherwise, double &target);
    void note(const std::string &sentence) { m_made.notes.push_back(sentence); }

    const HetSeqFlags &m_flags;
    ImportedJob m_made;
};

Result<ImportedJob> Importer::run()
{
    JobSpec &job = m_made.job;
    double seed = 0;
    const auto taken = number("seed", 19940802, seed)
                           .and_then([&] { return importTask(); })
                           .and_then([&] { return importLength(); })
                           .and_then([&] { return importBatch(); })
                           .and_then([&] { return importOptimizer(); })
                           .and_then([&] { return importSchedule(); })
                           .and_then([&] { return importCheckpoints(); });
    if (!taken)
        return tl::unexpected(taken.error());
    job.seed = std::uint64_t(std::max(seed, 0.0));
    job.name = "HetSeq " + taskName(job.task);
    importBeginning();
    reportIgnoredFlags();
    if (const auto good = validate(job); !good)
        note(good.error().message);
    return std::move(m_made);
}

Result<void> Importer::number(const char *flag, double otherwise, double &target)
{
    const auto value = m_flags.number(flag, otherwise);
    if (!value)
        return tl::unexpected(value.error());
    target = *value;
    return {};
}

Result<void> Importer::importTask()
{
    const std::string task = m_flags.text("task", "bert");
    if (task == "bert")
        importBert();
    else if (task == "mnist")
        importImages();
    else if (task == "BertForTokenClassification")
        importTagging();
    else if (task == "BertForELClassification")
        importLinking();
    else
        return fail("The task " + task
            + " cannot be imported; bert, mnist, BertForTokenClassification and BertForELClassification can. "
              "`motley-engine tasks` lists ours.");
    return {};
}

void Importer::importBert()
{
    BertSpec spec;
    spec.model.config = m_flags.text("config-file");
    spec.model.start = m_flags.text("hetseq-state-dict", m_flags.text("transformers-state-dict"));
    spec.model.vocabulary = m_flags.text("dict");
    spec.data.train = m_flags.text("data");
    spec.data.filesAtMost = std::int64_t(m_flags.number("num-file", 0).value_or(0));
    m_made.job.task = spec;
    if (m_flags.text("train-subset", "train") != "train")
        note("--train-subset " + m_flags.text("train-subset")
            + " is not carried over: files with \"train\" in their name are learnt from; name others in data.train.");
}

void Importer::importImages()
{
    ImageSpec spec;
    spec.model.kind = ImageModelSpec::Kind::MnistNet;
    spec.data.folder = m_flags.text("data");
    m_made.job.task = spec;
    note("Pixels are normalised as they are in these images: for MNIST, 0.1307 and 0.3081 as in HetSeq.");
}

template <typename Spec>
void Importer::importBertAndText(Spec &spec)
{
    const auto folder = std::filesystem::path(m_flags.text("dict")).parent_path().string();
    spec.model.start = folder.empty() && m_flags.has("dict") ? "." : folder;
    spec.data.train = m_flags.text("train-file");
    spec.data.test = m_flags.text("validation-file", m_flags.text("test-file"));
    spec.data.longest = longestSentence;
    if (m_flags.has("validation-file") && m_flags.has("test-file"))
        note("--test-file " + m_flags.text("test-file")
            + " is not carried over: the run tests on --validation-file; `motley-engine evaluate MODEL --data "
            + m_flags.text("test-file") + "` tests the trained model on the other.");
    note("model.start is the folder of --dict: it must hold config.json, vocab.txt and the weights that "
         "--transformers-state-dict or --hetseq-state-dict named.");
}

void Importer::importTagging()
{
    TaggingSpec spec;
    importBertAndText(spec);
    m_made.job.task = spec;
    if (m_flags.has("extension-file"))
        note("--extension-file is not run: the files must be CoNLL, a word and its tag a line.");
}

void Importer::importLinking()
{
    EntityLinkingSpec spec;
    spec.data.vectors = m_flags.text("ent-vecs-filename");
    importBertAndText(spec);
    m_made.job.task = spec;
    note(
        "data.train and data.test must be as AIDA-CoNLL-YAGO has its text: a word a line, and for words of a mention B "
        "or I, the mention and its entity.");
    note("data.entities must name the rows of data.vectors, a name a line: HetSeq makes them of --root_data_dir and "
         "--entities with deep_ed_PyTorch.");
}

Result<void> Importer::importLength()
{
    double epochs = 0;
    double steps = 0;
    double unshuffled = 0;
    double leastRate = 0;
    auto taken = number("max-epoch", 0, epochs)
                     .and_then([&] { return number("max-update", 0, steps); })
                     .and_then([&] { return number("curriculum", 0, unshuffled); })
                     .and_then([&] { return number("min-lr", -1, leastRate); });
    return taken.map([&] {
        m_made.job.order.unshuffledEpochs = std::int64_t(std::max(unshuffled, 0.0));
        m_made.job.stopping.leastRate = std::max(leastRate, 0.0);
        if (epochs <= 0 && steps <= 0)
            note("HetSeq would train without end; the job has epochs to end it: set them, or maxSteps.");
        m_made.job.epochs = std::int64_t(epochs > 0 ? epochs : steps > 0 ? withoutEnd : 1);
        m_made.job.maxSteps = std::int64_t(std::max(steps, 0.0));
    });
}

Result<void> Importer::importBatch()
{
    double sentences = 0;
    double tokens = 0;
    double ranks = 1;
    const auto parts = m_flags.numbers("update-freq", {1});
    if (!parts)
        return tl::unexpected(parts.error());
    const char *flag = m_flags.has("batch-size") ? "batch-size" : "max-sentences";
    auto taken = number(flag, 0, sentences).and_then([&] { return number("max-tokens", 0, tokens); }).and_then([&] {
        return number("distributed-world-size", 1, ranks);
    });
    if (!taken)
        return taken;
    const bool isBert = std::holds_alternative<BertSpec>(m_made.job.task);
    double each = sentences > 0 ? sentences : isBert ? tokens / tokensOfARow : tokens;
    if (isBert && sentences > 0 && tokens > 0)
        each = std::min(each, tokens / tokensOfARow);
    if (each < 1)
        return fail("The command names no batch: HetSeq needs --max-sentences or --max-tokens.");
    const std::int64_t once = std::int64_t(each) * std::int64_t(ranks);
    m_made.job.batch = once * std::int64_t(*std::max_element(parts->begin(), parts->end()));
    for (const double times : *parts)
        if (parts->size() > 1)
            m_made.job.order.epochBatches.push_back(once * std::int64_t(times));
    m_made.job.order.groupSize = std::int64_t(each);
    note("Samples are shuffled one by one; set order.kind to \"hetseq\" for the batches that HetSeq would have.");
    if (!m_flags.has("distributed-world-size"))
        note("Without --distributed-world-size HetSeq takes the GPUs that it sees; the batch was made for one.");
    note("batch counts the samples of one step over all machines together: " + std::to_string(m_made.job.batch)
        + ", whatever the machines. Their shares are found by measuring.");
    return {};
}

Result<void> Importer::importOptimizer()
{
    OptimizerSpec &optimizer = m_made.job.optimizer;
    const std::string method = m_flags.text("optimizer", "adam");
    if (method != "adam" && method != "adadelta")
        return fail("HetSeq has no optimizer " + method + "; it has adam and adadelta.");
    if (method == "adadelta") {
        optimizer = usualOptimizer(OptimizerSpec::Kind::Adadelta);
        const char *decay = m_flags.has("adadelta-weight-decay") ? "adadelta-weight-decay" : "dadelta-weight-decay";
        return number("adadelta-rho", 0.9, optimizer.beta2)
            .and_then([&] { return number("adadelta-eps", 1e-6, optimizer.epsilon); })
            .and_then([&] { return number(decay, 0, optimizer.weightDecay); });
    }
    optimizer = usualOptimizer(OptimizerSpec::Kind::HetSeqAdam);
    const auto betas = m_flags.numbers("adam-betas", {0.9, 0.999});
    if (!betas)
        return tl::unexpected(betas.error());
    if (betas->size() != 2)
        return fail("The flag --adam-betas must be two numbers, but is " + m_flags.text("adam-betas") + ".");
    optimizer.beta1 = betas->front();
    optimizer.beta2 = betas->back();
    return number("adam-eps", 1e-8, optimizer.epsilon).and_then([&] {
        return number("weight-decay", 0, optimizer.weightDecay);
    });
}

Result<void> Importer::importSchedule()
{
    ScheduleSpec &schedule = m_made.job.schedule;
    const auto rates = m_flags.numbers(m_flags.has("learning-rate") ? "learning-rate" : "lr", {0.25});
    if (!rates)
        return tl::unexpected(rates.error());
    double warmup = 0;
    double total = 0;
    double end = 0;
    double clip = 0;
    auto taken = number("warmup-updates", 0, warmup)
                     .and_then([&] { return number("total-num-update", 1e6, total); })
                     .and_then([&] { return number("end-learning-rate", 0, end); })
                     .and_then([&] { return number("power", 1, schedule.power); })
                     .and_then([&] { return number("clip-norm", 25, clip); });
    if (!taken)
        return taken;
    schedule.kind = ScheduleSpec::Kind::Polynomial;
    schedule.peak = rates->front();
    if (rates->size() > 1)
        schedule.epochPeaks = *rates;
    schedule.warmupSteps = std::int64_t(warmup);
    schedule.decaySteps = std::int64_t(total);
    schedule.finalFraction = schedule.peak > 0 ? std::min(end / schedule.peak, 1.0) : 0;
    if (warmup > 0)
        note("HetSeq's first step of a warm-up changes nothing (its rate is 0); set schedule.lateByOne for the same.");
    m_made.job.clipNorm = clip;
    if (std::holds_alternative<BertSpec>(m_made.job.task)) {
        m_made.job.clipNorm = 0;
        note("--clip-norm is not carried over: HetSeq clips a gradient that it has divided by the row's length (a "
             "hundredfold and more), so that 25 clips nothing. Here clipNorm is of the mean gradient; 1 is usual.");
        note("HetSeq prints the loss divided by the row's length and by ln 2; here it is the mean in nats: for rows of "
             "128 tokens, 88.7 times the number that HetSeq shows.");
    }
    return {};
}

Result<void> Importer::importCheckpoints()
{
    double every = 0;
    double keepUpdates = -1;
    double keepEpochs = -1;
    return number("save-interval-updates", 0, every)
        .and_then([&] { return number("keep-interval-updates", -1, keepUpdates); })
        .and_then([&] { return number("keep-last-epochs", -1, keepEpochs); })
        .map([&] {
            if (every > 0)
                m_made.job.checkpoint.everySteps = std::int64_t(every);
            const double keep = std::max(keepUpdates, keepEpochs);
            if (keep > 0)
                m_made.job.checkpoint.keep = int(std::min(keep, 1000.0));
            if (m_flags.has("save-interval"))
                note("--save-interval counts epochs, checkpoint.everySteps counts steps; it is "
                    + std::to_string(m_made.job.checkpoint.everySteps) + ".");
        });
}

void Importer::importBeginning()
{
    const std::string file = m_flags.text("restore-file");
    if (file.empty() || file == "checkpoint_last.pt") // HetSeq's default, which may be missing
        return;
    m_made.job.continueFrom.path = file;
    m_made.job.continueFrom.weightsOnly = m_flags.has("reset-optimizer");
    note("HetSeq keeps no place in the data: after --restore-file the job takes the samples of the step that follows.");
}

void Importer::reportIgnoredFlags()
{
    const std::pair<const char *, const char *> behind[] = {
        {"save-dir", "results lie in the folder of the run"},
        {"force-anneal", "the schedule is that of all epochs"},
        {"optimizer-overrides", "change the job instead"},
        {"distributed-init-method", "machines find each other over SSH, or give its tcp:// or file:// to join --meet"},
        {"distributed-rank", "ranks are given out by the plan"},
        {"distributed-gpus", "GPUs are found and ticked"},
        {"device-id", "GPUs are found and ticked"},
        {"local-rank", "GPUs are found and ticked"},
        {"ddp-backend", "there is one"},
        {"fast-stat-sync", "the losses of all ranks are always summed"},
        {"num-workers", "data are read ahead without it"},
        {"cpu", "devices are chosen where the job is started"},
        {"valid-subset", "files named valid or test are tested on; name others in data.test"},
    };
    for (const auto &[flag, why] : behind)
        if (m_flags.has(flag))
            note("--" + std::string(flag) + " stays behind: " + why + ".");
    for (const std::string &flag : m_flags.dead())
        note(flag + " does nothing in HetSeq either.");
}

Result<HetSeqFlags> flagsOf(const HetSeqScript &script)
{
    for (const std::vector<std::string> &words : shellCommands(script.text)) {
        const auto program = std::find_if(words.begin(), words.end(),
            [](const std::string &word) { return std::filesystem::path(word).filename() == "train.py"; });
        if (program != words.end())
            return HetSeqFlags::parse({program, words.end()});
    }
    return fail(script.name + " does not call HetSeq's train.py.");
}

} // namespace

Result<ImportedJob> importHetSeq(const std::vector<HetSeqScript> &scripts)
{
    const auto first = flagsOf(scripts.front());
    if (!first)
        return tl::unexpected(first.error());
    auto made = Importer(*first).run();
    for (std::size_t i = 1; made && i < scripts.size(); ++i) {
        const auto other = flagsOf(scripts[i]);
        if (!other)
            return tl::unexpected(other.error());
        for (const std::string &flag : first->differencesTo(*other))
            made->notes.push_back(
                scripts[i].name + " has another --" + flag + "; that of " + scripts.front().name + " is taken.");
    }
    return made;
}

Result<ImportedJob> importHetSeq(const std::vector<std::string> &words)
{
    return HetSeqFlags::parse(words).and_then([](const HetSeqFlags &flags) { return Importer(flags).run(); });
}

} // namespace motley
