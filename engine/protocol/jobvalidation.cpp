#include "engine/protocol/coursefields.h"
#include "engine/protocol/fieldwalk.h"
#include "engine/protocol/jobranges.h"
#include "engine/protocol/jobspec.h"
#include "engine/protocol/taskfields.h"

#include <sstream>

namespace motley {

namespace {

tl::unexpected<Error> outOfRange(const FieldRange &range)
{
    std::ostringstream message;
    message << "The field " << range.field << " must be between " << range.least << " and " << range.most << ", but is "
            << range.value << ".";
    return fail(message.str());
}

// By what describe() says of each field; the Error names the first that is wrong.
template <typename Spec>
Result<void> check(Spec spec, const std::string &prefix, Completeness completeness)
{
    Result<void> verdict;
    const auto judge = [&](const std::string &path, const auto &value, const FieldInfo &info) {
        using Value = std::decay_t<decltype(value)>;
        if (!verdict)
            return;
        if constexpr (std::is_arithmetic_v<Value>) {
            if (!(double(value) >= info.least && double(value) <= info.most))
                verdict = outOfRange({path.c_str(), double(value), info.least, info.most});
        } else if constexpr (std::is_same_v<Value, DataPath> || std::is_same_v<Value, std::string>) {
            if (info.needed && value.empty() && completeness == Completeness::Whole)
                verdict = fail("The field " + path + " is missing. " + info.help);
        }
    };
    walkFields(spec, judge, prefix);
    return verdict;
}

} // namespace

std::vector<FieldRange> fieldRanges(const JobSpec &job)
{
    std::vector<FieldRange> ranges{
        {"batch", double(job.batch), 1, 1 << 20},
        {"epochs", double(job.epochs), 1, 1e6},
        {"maxSteps", double(job.maxSteps), 0, 1e12},
        {"clipNorm", job.clipNorm, 0, 1e9},
        {"evaluateEveryEpochs", double(job.evaluateEveryEpochs), 1, 1e6},
        {"checkpoint.everySteps", double(job.checkpoint.everySteps), 0, 1e12},
        {"checkpoint.keep", double(job.checkpoint.keep), 1, 1000},
    };
    for (const auto &part : {optimizerRanges(job.optimizer), scheduleRanges(job.schedule)})
        ranges.insert(ranges.end(), part.begin(), part.end());
    return ranges;
}

Result<void> validate(const TaskSpec &task, Completeness completeness)
{
    return std::visit([&](const auto &spec) { return check(spec, {}, completeness); }, task);
}

Result<void> validate(const JobSpec &job, Completeness completeness)
{
    if (job.name.empty() || job.name.size() > 80)
        return fail("The field name must have between 1 and 80 characters.");
    if (const auto good = validate(job.task, completeness); !good)
        return good;
    for (const auto &range : fieldRanges(job))
        if (!(range.value >= range.least && range.value <= range.most))
            return outOfRange(range);
    return check(job.precision, "precision.", completeness)
        .and_then([&] { return check(job.memory, "memory.", completeness); })
        .and_then([&] { return check(job.stopping, "stopping.", completeness); })
        .and_then([&] { return validate(job.optimizer); })
        .and_then([&] { return validate(job.schedule); });
}

} // namespace motley
