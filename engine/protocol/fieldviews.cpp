#include "engine/protocol/fieldviews.h"

#include "engine/protocol/coursefields.h"
#include "engine/protocol/fieldwalk.h"
#include "engine/protocol/taskfields.h"

namespace motley {

namespace {

template <typename Enum>
ChoiceView choiceOf(Enum &value)
{
    const auto &words = EnumNames<Enum>::words;
    const auto chosen = [&value] {
        int index = 0;
        for (const auto &[item, name] : EnumNames<Enum>::table) {
            if (item == value)
                break;
            ++index;
        }
        return index;
    };
    const auto choose = [&value](int index) { value = EnumNames<Enum>::table.at(std::size_t(index)).first; };
    return {{words.begin(), words.end()}, chosen, choose};
}

template <typename Spec>
void addViews(std::vector<FieldView> &views, Spec &spec, const std::string &prefix)
{
    const auto take = [&](const std::string &path, auto &value, const FieldInfo &info) {
        if constexpr (std::is_enum_v<std::decay_t<decltype(value)>>)
            views.push_back({path, info, choiceOf(value)});
        else
            views.push_back({path, info, &value});
    };
    walkFields(spec, take, prefix);
}

} // namespace

std::vector<FieldView> viewsOf(TaskSpec &task)
{
    std::vector<FieldView> views;
    std::visit([&](auto &spec) { addViews(views, spec, {}); }, task);
    return views;
}

std::vector<FieldView> viewsOf(JobSpec &job)
{
    std::vector<FieldView> views = viewsOf(job.task);
    addViews(views, job.precision, "precision.");
    addViews(views, job.memory, "memory.");
    addViews(views, job.stopping, "stopping.");
    addViews(views, job.continueFrom, "continueFrom.");
    return views;
}

} // namespace motley
