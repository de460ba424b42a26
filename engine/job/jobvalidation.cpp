#include "engine/job/fieldproblem.h"
#include "engine/job/jobfields.h"
#include "engine/job/jobspec.h"
#include "engine/job/tasks/taskkind.h"
#include "engine/job/tasks/templatedate.h"
#include "engine/json/fieldwalk.h"

namespace motley {

namespace {

using Problem = std::optional<FieldProblem>;

// The first field whose value does not fit what describe() says of it.
template <typename Spec>
Problem firstOf(Spec spec, Completeness completeness)
{
    Problem problem;
    const auto check = [&](const std::string &path, const auto &value, const FieldInfo &info) {
        using Value = std::decay_t<decltype(value)>;
        if (problem)
            return;
        const auto checkNumber = [&](auto number) {
            if (!(double(number) >= info.least && double(number) <= info.most))
                problem = FieldProblem{path, FieldProblem::Kind::OutOfRange, info, double(number)};
        };
        if constexpr (std::is_arithmetic_v<Value>) {
            checkNumber(value);
        } else if constexpr (std::is_same_v<Value, std::optional<std::int64_t>>) {
            if (value)
                checkNumber(*value);
        } else if constexpr (std::is_same_v<Value, DataPath> || std::is_same_v<Value, std::string>) {
            if (info.needed && value.empty() && completeness == Completeness::Whole)
                problem = FieldProblem{path, FieldProblem::Kind::Missing, info};
        }
    };
    walkFields(spec, check);
    return problem;
}

Problem problemOf(const AdapterSpec &adapter, const LanguageModelShape &model, Completeness completeness)
{
    using Kind = FieldProblem::Kind;
    if (!adapter.isWanted() && model.quantization != Quantization::None)
        return FieldProblem{"model.quantization", Kind::QuantisedAndTrained};
    if (!adapter.isWanted())
        return {};
    if (model.start.empty() && completeness == Completeness::Whole)
        return FieldProblem{adapter.rank > 0 ? "adapter.rank" : "adapter.start", Kind::AdapterOfNothing};
    if (adapter.targets != "all-linear" && !layerNamesIn(adapter.targets))
        return FieldProblem{"adapter.targets", Kind::NoLayerNames};
    if (!layerNumbersIn(adapter.rankPattern))
        return FieldProblem{"adapter.rankPattern", Kind::NoLayerNumbers};
    if (!layerNumbersIn(adapter.alphaPattern))
        return FieldProblem{"adapter.alphaPattern", Kind::NoLayerNumbers};
    if (!layerNamesIn(adapter.modulesToSave))
        return FieldProblem{"adapter.modulesToSave", Kind::NoLayerNames};
    return {};
}

Problem textProblemOf(const TaskSpec &task, Completeness completeness)
{
    const auto *text = std::get_if<LanguageModelSpec>(&task);
    if (text && !text->data.date.empty() && !midnightOf(text->data.date))
        return FieldProblem{"data.date", FieldProblem::Kind::NoDay};
    return text ? problemOf(text->adapter, text->model, completeness) : Problem();
}

bool hasAdapter(const TaskSpec &task)
{
    const auto *text = std::get_if<LanguageModelSpec>(&task);
    return text && text->adapter.isWanted();
}

Result<void> resultOf(const Problem &problem)
{
    if (problem)
        return fail(toText(*problem));
    return {};
}

} // namespace

Result<void> validate(const TaskSpec &task, Completeness completeness)
{
    const Problem problem = std::visit([&](const auto &spec) { return firstOf(spec, completeness); }, task);
    return resultOf(problem ? problem : textProblemOf(task, completeness));
}

std::optional<FieldProblem> findProblem(const JobSpec &job, Completeness completeness)
{
    if (job.name.empty() || job.name.size() > 80)
        return FieldProblem{"name", FieldProblem::Kind::NameLength};
    if (auto problem = firstOf(job, completeness))
        return problem;
    if (auto problem = textProblemOf(job.task, completeness))
        return problem;
    if (auto problem = findProblem(job.optimizer))
        return problem;
    if (auto problem = findProblem(job.schedule))
        return problem;
    if (job.exchange.combine == ExchangeSpec::Combine::Adasum && job.memory.shard == MemorySpec::Shard::Always)
        return FieldProblem{"memory.shard", FieldProblem::Kind::ShardedAdasum};
    if (job.exchange.gradients != ExchangeSpec::Gradients::Float32
        && (job.exchange.combine != ExchangeSpec::Combine::Sum || !hasAdapter(job.task)))
        return FieldProblem{"exchange.gradients", FieldProblem::Kind::NoGradientsToNarrow};
    if (job.order.kind == OrderSpec::Kind::HetSeq && batchUnitOf(job.task) == BatchUnit::Tokens)
        return FieldProblem{"order.kind", FieldProblem::Kind::CutByLength};
    return findProblem(job.order, job.batch);
}

Result<void> validate(const JobSpec &job, Completeness completeness)
{
    return resultOf(findProblem(job, completeness));
}

} // namespace motley
