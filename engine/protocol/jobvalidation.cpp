#include "engine/protocol/fieldwalk.h"
#include "engine/protocol/jobfields.h"
#include "engine/protocol/jobspec.h"

#include <sstream>

namespace motley {

namespace {

tl::unexpected<Error> outOfRange(const std::string &path, double value, const FieldInfo &info)
{
    std::ostringstream message;
    message << "The field " << path << " must be between " << info.least << " and " << info.most << ", but is " << value
            << ".";
    return fail(message.str());
}

// By what describe() says of each field; the Error names the first that is wrong.
template <typename Spec>
Result<void> check(Spec spec, Completeness completeness)
{
    Result<void> verdict;
    const auto judge = [&](const std::string &path, const auto &value, const FieldInfo &info) {
        using Value = std::decay_t<decltype(value)>;
        if (!verdict)
            return;
        if constexpr (std::is_arithmetic_v<Value>) {
            if (!(double(value) >= info.least && double(value) <= info.most))
                verdict = outOfRange(path, double(value), info);
        } else if constexpr (std::is_same_v<Value, DataPath> || std::is_same_v<Value, std::string>) {
            if (info.needed && value.empty() && completeness == Completeness::Whole)
                verdict = fail("The field " + path + " is missing. " + info.help);
        }
    };
    walkFields(spec, judge);
    return verdict;
}

} // namespace

Result<void> validate(const TaskSpec &task, Completeness completeness)
{
    return std::visit([&](const auto &spec) { return check(spec, completeness); }, task);
}

Result<void> validate(const JobSpec &job, Completeness completeness)
{
    if (job.name.empty() || job.name.size() > 80)
        return fail("The field name must have between 1 and 80 characters.");
    return check(job, completeness).and_then([&] { return validate(job.optimizer); }).and_then([&] {
        return validate(job.schedule);
    });
}

} // namespace motley
