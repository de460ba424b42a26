#include "engine/job/tasks/templatedate.h"

#include <cstdio>

namespace motley {

namespace {

std::string written(const std::tm &day)
{
    char text[16] = "";
    return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%d", &day));
}

} // namespace

std::optional<std::time_t> midnightOf(const std::string &day)
{
    std::tm civil{};
    if (std::sscanf(day.c_str(), "%4d-%2d-%2d", &civil.tm_year, &civil.tm_mon, &civil.tm_mday) != 3)
        return std::nullopt;
    civil.tm_year -= 1900;
    civil.tm_mon -= 1;
    const std::time_t time = timegm(&civil); // changes a day that there is not into another one
    if (civil.tm_year < 0 || written(civil) != day)
        return std::nullopt;
    return time;
}

std::string dayOf(std::time_t time)
{
    std::tm local{};
    return localtime_r(&time, &local) ? written(local) : std::string();
}

void chooseTemplateDate(TaskSpec &task, const std::string &day)
{
    auto *text = std::get_if<LanguageModelSpec>(&task);
    if (text && text->data.format == LanguageModelData::Format::Conversations && text->data.date.empty())
        text->data.date = day;
}

TaskSpec withoutTemplateDate(TaskSpec task)
{
    if (auto *text = std::get_if<LanguageModelSpec>(&task))
        text->data.date.clear();
    return task;
}

} // namespace motley
