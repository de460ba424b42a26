// For .cpp files that link the JSON room: the fields of every task.
#pragma once

#include "engine/job/tasks/bertfields.h"
#include "engine/job/tasks/entitylinkingfields.h"
#include "engine/job/tasks/imagefields.h"
#include "engine/job/tasks/languagemodelfields.h"
#include "engine/job/tasks/taggingfields.h"
#include "engine/job/tasks/taskspec.h"
#include "engine/job/tasks/torchscriptfields.h"
#include "engine/job/tasks/translationfields.h"
#include "engine/job/tasks/volumefields.h"
