#include "engine/job/hetseq/hetseqoptions.h"

#include <algorithm>
#include <utility>

namespace motley {

namespace {

using Value = HetSeqOption::Value;
using Of = HetSeqOption::Of;
using Fate = HetSeqOption::Fate;

const std::vector<HetSeqOption> options{
    {"task"},
    {"seed", Value::Whole},
    {"no-progress-bar", Value::None, Of::AllCommands, Fate::DeadThere},
    {"cpu", Value::None, Of::AllCommands, Fate::StaysBehind, "devices are chosen where the job is started"},
    {"log-interval", Value::Whole, Of::AllCommands, Fate::StaysBehind, "every step is recorded"},
    {"log-format", Value::Text, Of::AllCommands, Fate::StaysBehind, "every step is recorded", {"none", "simple"}},

    {"num-workers", Value::Whole, Of::AllCommands, Fate::StaysBehind, "data are read ahead without it"},
    {"max-tokens", Value::Whole},
    {"max-sentences", Value::Whole},
    {"required-batch-size-multiple", Value::Whole},
    {"train-subset", Value::Text, Of::AllCommands, Fate::CarriedOver, {}, {"train", "valid", "test"}},
    {"valid-subset", Value::Text, Of::AllCommands, Fate::StaysBehind,
        "files named valid or test are tested on; name others in data.test"},
    {"validate-interval", Value::Whole, Of::AllCommands, Fate::DeadThere},
    {"disable-validation", Value::None, Of::AllCommands, Fate::DeadThere},
    {"max-tokens-valid", Value::Whole, Of::AllCommands, Fate::DeadThere},
    {"max-sentences-valid", Value::Whole, Of::AllCommands, Fate::DeadThere},
    {"curriculum", Value::Whole},
    {"data"},
    {"dict", Value::Text, Of::AnyBert},
    {"config-file", Value::Text, Of::AnyBert},
    {"max-pred-length", Value::Whole, Of::AnyBert, Fate::DeadThere},
    {"num-file", Value::Whole, Of::Bert},
    {"hetseq-state-dict", Value::Text, Of::FineTuning},
    {"transformers-state-dict", Value::Text, Of::FineTuning},
    {"load-state-dict-strict", Value::Text, Of::FineTuning, Fate::StaysBehind,
        "a tensor that the encoder lacks always ends the run before its first step"},
    {"train-file", Value::Text, Of::FineTuning},
    {"validation-file", Value::Text, Of::FineTuning},
    {"test-file", Value::Text, Of::FineTuning},
    {"extension-file", Value::Text, Of::FineTuning, Fate::StaysBehind,
        "it is not run, and the files must be CoNLL, a word and its tag a line"},
    {"root-data-dir", Value::Text, Of::Linking, Fate::StaysBehind, "data.entities names the entities"},
    {"entities", Value::Text, Of::Linking, Fate::StaysBehind, "data.entities names the entities",
        {"RLTD", "4EX", "ALL"}},
    {"ent-vecs-filename", Value::Text, Of::Linking},

    {"distributed-world-size", Value::Whole},
    {"distributed-rank", Value::Whole, Of::AllCommands, Fate::StaysBehind, "ranks are given out by the plan"},
    {"distributed-gpus", Value::Whole, Of::AllCommands, Fate::StaysBehind, "GPUs are found and ticked"},
    {"distributed-backend", Value::Text, Of::AllCommands, Fate::StaysBehind,
        "the devices decide between NCCL and Gloo"},
    {"distributed-init-method", Value::Text, Of::AllCommands, Fate::StaysBehind,
        "machines find each other over SSH, or give its tcp:// or file:// to join --meet"},
    {"device-id", Value::Whole, Of::AllCommands, Fate::StaysBehind, "GPUs are found and ticked"},
    {"distributed-no-spawn", Value::None, Of::AllCommands, Fate::StaysBehind, "every rank is a process of its own"},
    {"ddp-backend", Value::Text, Of::AllCommands, Fate::StaysBehind, "there is one", {"c10d"}},
    {"bucket-cap-mb", Value::Whole, Of::AllCommands, Fate::StaysBehind, "buckets have a size of their own"},
    {"fix-batches-to-gpus", Value::None, Of::AllCommands, Fate::DeadThere},
    {"find-unused-parameters", Value::None, Of::AllCommands, Fate::StaysBehind, "they are found without it"},
    {"fast-stat-sync", Value::None},
    {"use-bmuf", Value::None},

    {"max-epoch", Value::Whole},
    {"max-update", Value::Whole},
    {"clip-norm", Value::Number},
    {"update-freq", Value::Wholes},
    {"lr", Value::Numbers},
    {"min-lr", Value::Number},
    {"optimizer"},
    {"adam-betas", Value::Pair, Of::Adam},
    {"adam-eps", Value::Number, Of::Adam},
    {"weight-decay", Value::Number, Of::Adam},
    {"adadelta-rho", Value::Number, Of::Adadelta},
    {"adadelta-eps", Value::Number, Of::Adadelta},
    {"dadelta-weight-decay", Value::Number, Of::Adadelta}, // so spelt in HetSeq
    {"lr-scheduler", Value::Text, Of::AllCommands, Fate::StaysBehind, "it is HetSeq's only one",
        {"PolynomialDecayScheduler"}},
    {"force-anneal", Value::Whole, Of::AllCommands, Fate::StaysBehind,
        "from that epoch on HetSeq takes the rate that the epoch before ended with for its peak; here peaks are those "
        "of --lr in every epoch"},
    {"warmup-updates", Value::Whole},
    {"end-learning-rate", Value::Number},
    {"power", Value::Number},
    {"total-num-update", Value::Whole},

    {"save-dir", Value::Text, Of::AllCommands, Fate::StaysBehind,
        "results lie in the folder of the run; to go on from a checkpoint there, name it in continueFrom.path"},
    {"restore-file"},
    {"reset-dataloader", Value::None, Of::AllCommands, Fate::DeadThere},
    {"reset-lr-scheduler", Value::None, Of::AllCommands, Fate::DeadThere},
    {"reset-meters", Value::None, Of::AllCommands, Fate::DeadThere},
    {"reset-optimizer", Value::None},
    {"optimizer-overrides", Value::Text, Of::AllCommands, Fate::StaysBehind,
        "the optimizer of a run that goes on is that of the job"},
    {"save-interval", Value::Whole},
    {"save-interval-updates", Value::Whole},
    {"keep-interval-updates", Value::Whole},
    {"keep-last-epochs", Value::Whole},
    {"no-save", Value::None},
    {"no-epoch-checkpoints", Value::None, Of::AllCommands, Fate::StaysBehind, "checkpoints are those of steps"},
    {"no-last-checkpoints", Value::None, Of::AllCommands, Fate::StaysBehind,
        "a run that is stopped goes on from its last checkpoint"},
    {"no-save-optimizer-state", Value::None, Of::AllCommands, Fate::StaysBehind,
        "a checkpoint always holds what the run goes on with"},
    {"best-checkpoint-metric", Value::Text, Of::AllCommands, Fate::DeadThere},
    {"maximize-best-checkpoint-metric", Value::None, Of::AllCommands, Fate::DeadThere},
};

constexpr std::pair<std::string_view, std::string_view> otherNames[]
    = {{"batch-size", "max-sentences"}, {"learning-rate", "lr"}, {"local-rank", "device-id"}, {"me", "max-epoch"},
        {"mu", "max-update"}, {"wd", "weight-decay"}, {"fa", "force-anneal"}};

} // namespace

std::span<const HetSeqOption> hetSeqOptions()
{
    return options;
}

const HetSeqOption *findHetSeqOption(std::string_view name)
{
    for (const auto &[other, usual] : otherNames)
        if (name == other)
            name = usual;
    const auto found
        = std::find_if(options.begin(), options.end(), [&](const HetSeqOption &option) { return option.name == name; });
    return found == options.end() ? nullptr : &*found;
}

} // namespace motley
