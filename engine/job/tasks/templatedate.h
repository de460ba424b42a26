// The day that chat templates write as today's: chosen once for a run, as all ranks must write the same, also when it
// is resumed on another day.
#pragma once

#include "engine/job/tasks/taskspec.h"

#include <ctime>
#include <optional>
#include <string>

namespace motley {

std::optional<std::time_t> midnightOf(const std::string &day); // in UTC; nullopt: no day such as "2026-11-28"
std::string dayOf(std::time_t time); // in the local time zone

// Sets the day of a task with conversations that names none.
void chooseTemplateDate(TaskSpec &task, const std::string &day);

TaskSpec withoutTemplateDate(TaskSpec task);

} // namespace motley
