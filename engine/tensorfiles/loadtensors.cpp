#include "engine/tensorfiles/loadtensors.h"

#include "engine/base/words/firstfew.h"
#include "engine/tensorfiles/finitenumbers.h"

#include <torch/types.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace motley {

namespace {

constexpr std::size_t mostInMessage = 4; // names of tensors
constexpr std::size_t mostInDetail = 20;

std::string counted(std::size_t count, const char *one, const char *many)
{
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

struct Misfits {
    std::vector<std::string> missing;
    std::vector<std::string> unexpected;
    std::vector<std::string> misshapen;

    Result<void> result() const
    {
        std::string message;
        std::string detail;
        const auto list = [&](const std::vector<std::string> &names, const char *one, const char *many) {
            if (names.empty())
                return;
            const std::string front = counted(names.size(), one, many);
            message.append(message.empty() ? "" : "; ")
                .append(front)
                .append(" (")
                .append(firstFew(names, mostInMessage))
                .append(")");
            detail.append(detail.empty() ? "" : "\n").append(front).append(": ").append(firstFew(names, mostInDetail));
        };
        list(missing, "tensor is missing", "tensors are missing");
        list(unexpected, "tensor is not expected", "tensors are not expected");
        list(misshapen, "tensor has another shape or type", "tensors have another shape or type");
        return message.empty() ? Result<void>() : fail(message + ".", detail);
    }
};

bool hasTypeOf(const at::Tensor &value, const at::Tensor &target)
{
    return value.scalar_type() == target.scalar_type() || (value.is_floating_point() && target.is_floating_point());
}

bool fits(const at::Tensor &value, const at::Tensor &target)
{
    return hasTypeOf(value, target) && value.sizes() == target.sizes();
}

std::string shaped(const NamedTensor &found, const at::Tensor &wanted)
{
    const bool sameType = hasTypeOf(found.tensor, wanted);
    const auto described = [&](const at::Tensor &tensor) {
        std::ostringstream text;
        text << tensor.sizes();
        if (!sameType)
            text << " of type " << tensor.scalar_type();
        return text.str();
    };
    return found.name + " " + described(found.tensor) + " instead of " + described(wanted);
}

} // namespace

bool isUnder(const std::string &name, const std::vector<std::string> &fronts)
{
    return std::any_of(fronts.begin(), fronts.end(), [&](const std::string &front) {
        return name == front
            || (name.size() > front.size() && name.compare(0, front.size(), front) == 0 && name[front.size()] == '.');
    });
}

Result<LoadedTensors> loadTensors(const NamedTensors &model, const NamedTensors &values, const LoadRules &rules)
{
    std::map<std::string, at::Tensor> targets;
    for (const NamedTensor &item : model)
        targets.emplace(item.name, item.tensor);
    LoadedTensors loaded;
    Misfits misfits;
    std::map<std::string, at::Tensor> chosen;
    std::set<std::string> seen;
    for (const NamedTensor &value : values) {
        if (!seen.insert(value.name).second)
            return fail("The tensor " + value.name + " is there twice.");
        const auto target = targets.find(value.name);
        if (target == targets.end())
            (isUnder(value.name, rules.mayBeUnused) ? loaded.unused : misfits.unexpected).push_back(value.name);
        else if (!fits(value.tensor, target->second))
            misfits.misshapen.push_back(shaped(value, target->second));
        else if (!isFinite(value.tensor)) // one such value would spread to all parameters in the first step
            return fail("The tensor " + value.name + " holds values that are no numbers (NaN or infinite).");
        else
            chosen.emplace(value.name, value.tensor);
    }
    for (const NamedTensor &item : model) {
        if (seen.count(item.name) == 0)
            (isUnder(item.name, rules.mayBeFresh) ? loaded.fresh : misfits.missing).push_back(item.name);
    }
    if (const auto good = misfits.result(); !good)
        return tl::unexpected(good.error());
    const torch::NoGradGuard noGradients;
    for (const auto &[name, value] : chosen) {
        if (rules.asStored)
            targets.at(name).set_data(value);
        else
            targets.at(name).detach().copy_(value);
    }
    return loaded;
}

std::string describe(const LoadedTensors &loaded)
{
    std::string text;
    const auto list = [&](const std::vector<std::string> &names, const char *one, const char *many, const char *what) {
        if (names.empty())
            return;
        text.append(text.empty() ? "" : " ").append(counted(names.size(), one, many)).append(what);
        text.append(firstFew(names, mostInDetail)).append(".");
    };
    list(loaded.fresh, "tensor starts", "tensors start", " with fresh values: ");
    list(loaded.unused, "stored tensor is", "stored tensors are", " not used: ");
    return text;
}

} // namespace motley
