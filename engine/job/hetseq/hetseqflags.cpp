#include "engine/job/hetseq/hetseqflags.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace motley {

namespace {

const std::set<std::string> switches{"cpu", "no-progress-bar", "distributed-no-spawn", "fix-batches-to-gpus",
    "find-unused-parameters", "fast-stat-sync", "use-bmuf", "reset-dataloader", "reset-lr-scheduler", "reset-meters",
    "reset-optimizer", "no-save", "no-epoch-checkpoints", "no-last-checkpoints", "no-save-optimizer-state",
    "maximize-best-checkpoint-metric", "disable-validation"};

const std::set<std::string> withValue{"task", "seed", "log-interval", "log-format", "num-workers", "max-tokens",
    "max-sentences", "batch-size", "required-batch-size-multiple", "train-subset", "valid-subset", "validate-interval",
    "max-tokens-valid", "max-sentences-valid", "curriculum", "data", "dict", "config-file", "max-pred-length",
    "num-file", "train-file", "validation-file", "test-file", "extension-file", "hetseq-state-dict",
    "transformers-state-dict", "load-state-dict-strict", "root-data-dir", "entities", "ent-vecs-filename",
    "distributed-world-size", "distributed-rank", "distributed-gpus", "distributed-backend", "distributed-init-method",
    "device-id", "local-rank", "ddp-backend", "bucket-cap-mb", "max-epoch", "max-update", "clip-norm", "update-freq",
    "lr", "learning-rate", "min-lr", "optimizer", "lr-scheduler", "adam-betas", "adam-eps", "weight-decay",
    "adadelta-rho", "adadelta-eps", "adadelta-weight-decay", "dadelta-weight-decay", "force-anneal", "warmup-updates",
    "end-learning-rate", "power", "total-num-update", "save-dir", "restore-file", "optimizer-overrides",
    "save-interval", "save-interval-updates", "keep-interval-updates", "keep-last-epochs", "best-checkpoint-metric"};

const std::set<std::string> deadOnes{"no-progress-bar", "validate-interval", "disable-validation", "max-tokens-valid",
    "max-sentences-valid", "fix-batches-to-gpus", "use-bmuf", "best-checkpoint-metric",
    "maximize-best-checkpoint-metric"};

const std::set<std::string> ofOneMachine{"distributed-rank", "distributed-gpus", "device-id", "local-rank"};

std::string nameOf(std::string word)
{
    word.erase(0, word.find_first_not_of('-'));
    std::replace(word.begin(), word.end(), '_', '-');
    return word;
}

std::optional<double> toNumber(const std::string &text)
{
    char *end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return text.empty() || *end ? std::nullopt : std::optional(value);
}

} // namespace

Result<HetSeqFlags> HetSeqFlags::parse(const std::vector<std::string> &words)
{
    HetSeqFlags flags;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].rfind("--", 0) != 0) {
            const bool isProgram = flags.m_values.empty();
            if (isProgram)
                continue; // python3 hetseq/train.py
            return fail("HetSeq takes no argument like " + words[i] + "; a flag before it may lack its value.");
        }
        const std::size_t equals = words[i].find('=');
        const std::string name = nameOf(words[i].substr(0, equals));
        if (switches.count(name)) {
            flags.m_values[name] = "";
            continue;
        }
        if (!withValue.count(name))
            return fail("HetSeq has no flag " + words[i].substr(0, equals) + ".");
        if (equals == std::string::npos && i + 1 == words.size())
            return fail("The flag " + words[i] + " lacks its value.");
        flags.m_values[name] = equals == std::string::npos ? words[++i] : words[i].substr(equals + 1);
    }
    return flags;
}

std::string HetSeqFlags::text(const std::string &flag, const std::string &otherwise) const
{
    const auto found = m_values.find(flag);
    return found == m_values.end() ? otherwise : found->second;
}

Result<double> HetSeqFlags::number(const std::string &flag, double otherwise) const
{
    return numbers(flag, {otherwise}).map([](const std::vector<double> &list) { return list.front(); });
}

// Accepts "0.5", "0.5,0.25", "(0.9, 0.999)" and "[1, 2]".
Result<std::vector<double>> HetSeqFlags::numbers(const std::string &flag, const std::vector<double> &otherwise) const
{
    if (!has(flag))
        return otherwise;
    std::string list = text(flag);
    for (const char bracket : {'(', ')', '[', ']', ' '})
        list.erase(std::remove(list.begin(), list.end(), bracket), list.end());
    std::vector<double> values;
    for (std::size_t first = 0; first <= list.size();) {
        const std::size_t end = std::min(list.find(',', first), list.size());
        const auto value = toNumber(list.substr(first, end - first));
        if (!value)
            return fail("The flag --" + flag + " must be a number or a list of them, but is " + text(flag) + ".");
        values.push_back(*value);
        first = end + 1;
    }
    return values;
}

std::vector<std::string> HetSeqFlags::differencesTo(const HetSeqFlags &other) const
{
    std::set<std::string> names;
    for (const auto *flags : {&m_values, &other.m_values})
        for (const auto &[name, value] : *flags)
            if (!ofOneMachine.count(name) && (has(name) != other.has(name) || text(name) != other.text(name)))
                names.insert(name);
    return {names.begin(), names.end()};
}

std::vector<std::string> HetSeqFlags::dead() const
{
    std::vector<std::string> names;
    for (const auto &[name, value] : m_values)
        if (deadOnes.count(name))
            names.push_back("--" + name);
    return names;
}

} // namespace motley
