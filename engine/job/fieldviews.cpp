#include "engine/job/fieldviews.h"

#include "engine/job/jobfields.h"
#include "engine/json/fieldwalk.h"

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
std::vector<FieldView> viewsOfFields(Spec &spec)
{
    std::vector<FieldView> views;
    walkFields(spec, [&views](const std::string &path, auto &value, const FieldInfo &info) {
        using Value = std::decay_t<decltype(value)>;
        if (!info.inForm)
            return;
        if constexpr (std::is_enum_v<Value>)
            views.push_back({path, info, choiceOf(value)});
        else if constexpr (!IsList<Value>::value)
            views.push_back({path, info, &value});
    });
    return views;
}

} // namespace

void copyValue(const FieldView &from, FieldView &to)
{
    std::visit(
        [&to](const auto &source) {
            using Value = std::decay_t<decltype(source)>;
            auto &target = std::get<Value>(to.value);
            if constexpr (std::is_same_v<Value, ChoiceView>)
                target.choose(source.chosen());
            else
                *target = *source;
        },
        from.value);
}

std::vector<FieldView> viewsOf(JobSpec &job)
{
    return viewsOfFields(job);
}

std::vector<FieldView> viewsOf(TaskSpec &task)
{
    return std::visit([](auto &spec) { return viewsOfFields(spec); }, task);
}

} // namespace motley
