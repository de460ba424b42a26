#include "engine/job/tasks/taskkind.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace motley {

namespace {

struct TaskKind {
    const char *name;
    BatchUnit unit = BatchUnit::Samples;
    int (*batchNorms)(const TaskSpec &task) = nullptr; // nullptr: none
};

int batchNormsOfImages(const TaskSpec &task)
{
    switch (std::get<ImageSpec>(task).model.kind) {
    case ImageModelSpec::Kind::ResNet18:
        return 20;
    case ImageModelSpec::Kind::ResNet50:
        return 53;
    default:
        return 0;
    }
}

constexpr std::array<TaskKind, std::variant_size_v<TaskSpec>> kinds{
    {{.name = ImageSpec::name, .batchNorms = batchNormsOfImages}, {.name = BertSpec::name}, {.name = TaggingSpec::name},
        {.name = EntityLinkingSpec::name}, {.name = TranslationSpec::name, .unit = BatchUnit::Tokens},
        {.name = LanguageModelSpec::name}, {.name = VolumeSpec::name}, {.name = TorchScriptSpec::name}}};

const TaskKind *findKind(std::string_view name)
{
    const auto *found
        = std::find_if(kinds.begin(), kinds.end(), [&](const TaskKind &kind) { return kind.name == name; });
    return found == kinds.end() ? nullptr : found;
}

} // namespace

BatchUnit batchUnitOf(const std::string &taskName)
{
    const TaskKind *kind = findKind(taskName);
    return kind ? kind->unit : BatchUnit::Samples;
}

BatchUnit batchUnitOf(const TaskSpec &task)
{
    return batchUnitOf(taskName(task));
}

int batchNormsOf(const TaskSpec &task)
{
    const TaskKind *kind = findKind(taskName(task));
    return kind && kind->batchNorms ? kind->batchNorms(task) : 0;
}

} // namespace motley
