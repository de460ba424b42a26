#include "engine/job/hetseq/hetseqcommand.h"

#include "engine/job/hetseq/hetseqflags.h"
#include "engine/job/hetseq/hetseqgradient.h"
#include "engine/job/hetseq/shellwords.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace motley {

namespace {

constexpr double withoutEnd = 1e6; // epochs, where HetSeq has no limit
constexpr double tokensOfARow = 512; // HetSeq counts every row of BERT as this many, whatever its length
constexpr std::int64_t longestSentence = 512; // word pieces: BERT has no more positions

std::int64_t whole(double value)
{
    return std::int64_t(std::clamp(value, 0.0, 1e15));
}

class Importer {
public:
    Importer(const HetSeqFlags &flags, const RowLength &rowLength) : m_flags(flags), m_rowLength(rowLength) { }

    Result<ImportedJob> run();

private:
    Result<void> importTask();
    void importBert();
    template <typename Spec>
    void importBertAndText(Spec &spec);
    void importImages();
    void importTagging();
    void importLinking();
    void importLength();
    Result<double> groupSize();
    Result<void> importBatch();
    Result<void> importGradient(double groupSize, double parts);
    void importOptimizer();
    void importSchedule();
    void convertGradient();
    void importCheckpoints();
    void importBeginning();

    bool isBert() const { return std::holds_alternative<BertSpec>(m_made.job.task); }
    bool isImages() const { return std::holds_alternative<ImageSpec>(m_made.job.task); }
    double number(const char *flag, double otherwise) const { return m_flags.number(flag, otherwise); }
    void note(const std::string &sentence) { m_made.notes.push_back(sentence); }

    const HetSeqFlags &m_flags;
    const RowLength &m_rowLength;
    HetSeqGradient m_gradient;
    ImportedJob m_made;
};

Result<ImportedJob> Importer::run()
{
    if (const auto taken = importTask().and_then([&] { return importBatch(); }); !taken)
        return tl::unexpected(taken.error());
    JobSpec &job = m_made.job;
    job.seed = std::uint64_t(std::max(number("seed", 19940802), 0.0));
    job.name = "HetSeq " + taskName(job.task);
    importLength();
    importOptimizer();
    importSchedule();
    convertGradient();
    importCheckpoints();
    importBeginning();
    for (const std::string &sentence : m_flags.notes())
        note(sentence);
    if (const auto good = validate(job); !good)
        note(good.error().message);
    return std::move(m_made);
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
    if (m_flags.text("train-subset", "train") != "train")
        note("--train-subset " + m_flags.text("train-subset")
            + " is not carried over: files with \"train\" in their name are learnt from; name others in data.train.");
    return {};
}

void Importer::importBert()
{
    BertSpec spec;
    spec.model.config = m_flags.text("config-file");
    spec.model.vocabulary = m_flags.text("dict");
    spec.data.train = m_flags.text("data");
    spec.data.filesAtMost = whole(number("num-file", 0));
    m_made.job.task = spec;
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
    note("model.start is the folder of --dict: it must hold vocab.txt, the config.json that --config_file named, and "
         "the "
         "weights that --transformers_state_dict or --hetseq_state_dict named.");
    if (m_flags.has("data"))
        note("--data does nothing in HetSeq either: --train_file names what is learnt from.");
}

void Importer::importTagging()
{
    TaggingSpec spec;
    importBertAndText(spec);
    m_made.job.task = spec;
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

void Importer::importLength()
{
    const double epochs = number("max-epoch", 0);
    const double steps = number("max-update", 0);
    const double leastRate = number("min-lr", -1);
    m_made.job.order.unshuffledEpochs = whole(number("curriculum", 0));
    m_made.job.stopping.leastRate = std::max(leastRate, 0.0);
    if (leastRate >= 0 && number("warmup-updates", 0) > 0)
        note("With --min-lr " + m_flags.text("min-lr")
            + " HetSeq ends before its first step, whose rate is 0; a job tries its epochs.");
    if (epochs <= 0 && steps <= 0)
        note("HetSeq would train without end; the job has epochs to end it: set them, or maxSteps.");
    m_made.job.epochs = whole(epochs > 0 ? epochs : steps > 0 ? withoutEnd : 1);
    m_made.job.maxSteps = whole(steps);
}

// The samples of a micro-batch.
Result<double> Importer::groupSize()
{
    const double sentences = number("max-sentences", 0);
    const double samples = std::floor(number("max-tokens", 0) / (isBert() ? tokensOfARow : 1));
    if (m_flags.has("max-tokens") && samples < 1)
        return fail("HetSeq refuses --max-tokens " + m_flags.text("max-tokens")
            + ": it counts every row of BERT as 512 tokens, whatever its length.");
    if (sentences < 1 && samples < 1)
        return fail("The command names no batch: HetSeq needs --max-sentences or --max-tokens.");
    if (!isBert() && !isImages() && samples >= 1) {
        if (sentences < 1)
            return fail("With --max-tokens alone HetSeq's batches hold more or fewer sentences by their length, and a "
                        "job's do not; give --max-sentences in its place.");
        note("--max-tokens is not carried over: HetSeq makes batches of long sentences smaller by it.");
        return sentences;
    }
    const double most = std::min(sentences < 1 ? samples : sentences, samples < 1 ? sentences : samples);
    return hetSeqBatch(most, number("required-batch-size-multiple", 1));
}

Result<void> Importer::importBatch()
{
    const auto each = groupSize();
    if (!each)
        return tl::unexpected(each.error());
    const double ranks = number("distributed-world-size", 1);
    std::vector<double> parts = m_flags.numbers("update-freq", {1});
    const double most = *std::max_element(parts.begin(), parts.end());
    m_made.job.order.groupSize = whole(*each);
    m_made.job.batch = whole(*each * ranks * most);
    if (parts.size() > 1) {
        parts.insert(parts.begin(), parts.back());
        for (const double times : parts)
            m_made.job.order.epochBatches.push_back(whole(*each * ranks * times));
        note("HetSeq takes its list of --update-freq an epoch late, and the last of them in the first epoch: so does "
             "order.epochBatches.");
    }
    note("Samples are shuffled one by one; set order.kind to \"hetseq\" for the batches that HetSeq would have.");
    if (!m_flags.has("distributed-world-size"))
        note("Without --distributed-world-size HetSeq takes the GPUs that it sees; the batch was made for one.");
    note("batch counts the samples of one step over all machines together: " + std::to_string(m_made.job.batch)
        + ", whatever the machines. Their shares are found by measuring.");
    if (m_flags.has("use-bmuf"))
        note(
            "--use-bmuf turns HetSeq's sharing of gradients off: each of its ranks trains a model of its own, and that "
            "of rank 0 is kept. Here all ranks train one model.");
    if (ranks * most > 1)
        note("HetSeq takes the mean of the means of a step's " + inWords(ranks * most)
            + " micro-batches; here every prediction of the step weighs the same. The two differ where micro-batches "
              "hold "
              "unequal numbers of them.");
    return importGradient(*each, ranks * parts.back());
}

Result<void> Importer::importGradient(double groupSize, double parts)
{
    Result<std::int64_t> rowLength = isBert() ? m_rowLength(m_flags.text("data")) : 1;
    if (!rowLength)
        return fail("HetSeq divides the gradients of BERT by the length of a row, which the rows of --data cannot tell "
                    "here. Say it: --row-length 128.",
            rowLength.error().message);
    m_gradient
        = {hetSeqSampleSize(m_made.job.task, double(*rowLength), groupSize), parts, m_flags.has("fast-stat-sync")};
    return {};
}

void Importer::importOptimizer()
{
    OptimizerSpec &optimizer = m_made.job.optimizer;
    m_made.job.clipNorm = std::max(number("clip-norm", 25), 0.0);
    if (m_flags.text("optimizer", "adam") == "adadelta") {
        optimizer = usualOptimizer(OptimizerSpec::Kind::Adadelta);
        optimizer.beta2 = number("adadelta-rho", 0.9);
        optimizer.epsilon = number("adadelta-eps", 1e-6);
        optimizer.weightDecay = number("dadelta-weight-decay", 0);
        return;
    }
    optimizer = usualOptimizer(OptimizerSpec::Kind::HetSeqAdam);
    const auto betas = m_flags.numbers("adam-betas", {0.9, 0.999});
    optimizer.beta1 = betas.front();
    optimizer.beta2 = betas.back();
    optimizer.epsilon = number("adam-eps", 1e-8);
    optimizer.weightDecay = number("weight-decay", 0);
}

void Importer::importSchedule()
{
    ScheduleSpec &schedule = m_made.job.schedule;
    const auto rates = m_flags.numbers("lr", {0.25});
    const double end = number("end-learning-rate", 0);
    schedule.kind = ScheduleSpec::Kind::Polynomial;
    schedule.power = number("power", 1);
    schedule.peak = rates.front();
    if (rates.size() > 1)
        schedule.epochPeaks = rates;
    schedule.warmupSteps = whole(number("warmup-updates", 0));
    schedule.decaySteps = whole(number("total-num-update", 1e6));
    schedule.finalFraction = schedule.peak > 0 ? std::min(end / schedule.peak, 1.0) : 0;
    if (end > schedule.peak)
        note("--end-learning-rate " + inWords(end) + " is not carried over: a rate does not rise above its peak.");
    else if (rates.size() > 1 && end > 0)
        note("HetSeq's rates all end at " + inWords(end) + "; here the rate of each epoch ends at "
            + inWords(schedule.finalFraction) + " of that epoch's peak.");
    note("HetSeq's steps have the rate of the step before, and the first of a warm-up, whose rate is 0, changes "
         "nothing; "
         "set schedule.lateByOne for the same.");
}

void Importer::convertGradient()
{
    convertToMeanGradients(m_made.job, m_gradient);
    const double divisor = m_gradient.divisor();
    if (divisor != 1) {
        const bool isAdam = m_made.job.optimizer.kind == OptimizerSpec::Kind::HetSeqAdam;
        note("HetSeq divides the mean gradient by " + inWords(divisor)
            + (isAdam ? ": clipNorm and optimizer.epsilon, times that, take the same steps by the mean itself."
                      : ": clipNorm, optimizer.epsilon, optimizer.weightDecay and the rates are converted to take the "
                        "same steps by the mean itself."));
    }
    if (!m_gradient.averages && m_flags.numbers("update-freq", {1}).size() > 1)
        note(
            "Without --fast-stat-sync HetSeq's gradients grow with --update-freq from epoch to epoch, and clipNorm and "
            "optimizer.epsilon are right for the last of the list.");
    if (!isBert() && !isImages())
        note("HetSeq divides by the sentences of a batch, of which the last of an epoch may have fewer.");
    if (m_gradient.averages)
        note("HetSeq prints the loss divided by " + inWords(m_gradient.sampleSize)
            + " and by ln 2; here it is the mean in nats: " + inWords(m_gradient.sampleSize * std::log(2.0))
            + " times the number that HetSeq shows.");
}

void Importer::importCheckpoints()
{
    const double every = number("save-interval-updates", 0);
    const double keep = std::max(number("keep-interval-updates", -1), number("keep-last-epochs", -1));
    if (every > 0)
        m_made.job.checkpoint.everySteps = whole(every);
    if (keep > 0)
        m_made.job.checkpoint.keep = int(std::min(keep, 1000.0));
    if (m_flags.has("save-interval"))
        note("--save-interval counts epochs, checkpoint.everySteps counts steps; it is "
            + (every > 0 ? std::to_string(whole(every)) : "not named, so the length of the run decides") + ".");
    if (!m_flags.has("no-save"))
        return;
    m_made.job.checkpoint.everySteps = 0;
    note("In spite of --no-save the run keeps a checkpoint at its end or when it is stopped, and its model.");
}

void Importer::importBeginning()
{
    const std::string file = m_flags.text("restore-file");
    const bool isUsual = file.empty() || file == "checkpoint_last.pt"; // HetSeq's default, which may be missing
    if (isUsual && m_flags.has("reset-optimizer"))
        note("--reset-optimizer does nothing without a --restore-file of its own.");
    if (isUsual)
        return;
    const bool isBest = file == "checkpoint_best.pt"; // which HetSeq looks for where it saves
    m_made.job.continueFrom.path = isBest ? m_flags.text("save-dir", "checkpoints") + "/" + file : file;
    m_made.job.continueFrom.weightsOnly = m_flags.has("reset-optimizer");
    note("HetSeq keeps no place in the data: after --restore-file the job takes the samples of the step that follows.");
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

Result<ImportedJob> importHetSeq(const std::vector<HetSeqScript> &scripts, const RowLength &rowLength)
{
    const auto first = flagsOf(scripts.front());
    if (!first)
        return tl::unexpected(first.error());
    auto made = Importer(*first, rowLength).run();
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

Result<ImportedJob> importHetSeq(const std::vector<std::string> &words, const RowLength &rowLength)
{
    return HetSeqFlags::parse(words).and_then(
        [&](const HetSeqFlags &flags) { return Importer(flags, rowLength).run(); });
}

} // namespace motley
