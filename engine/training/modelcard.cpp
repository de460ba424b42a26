#include "engine/training/modelcard.h"

#include "engine/tasks/registry.h"

#include <algorithm>
#include <map>

namespace motley {

namespace {

// Without control characters and the marks of tables, code and HTML.
std::string plain(std::string text)
{
    for (char &c : text)
        if (static_cast<unsigned char>(c) < ' ' || std::string_view("|`<>[]\\").find(c) != std::string_view::npos)
            c = ' ';
    return text;
}

std::string row(std::initializer_list<std::string> cells)
{
    std::string line = "|";
    for (const std::string &cell : cells)
        line += " " + cell + " |";
    return line + "\n";
}

std::string counted(std::int64_t count, const char *one, const char *many)
{
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

// The fields by which a hub of models sorts its models.
std::string frontMatter(const ModelUse &use)
{
    std::string text = "---\ntags:\n- motley\n";
    if (!use.code.empty())
        text += "library_name: " + use.library + "\npipeline_tag: " + use.pipeline + "\n";
    return text + "---\n";
}

std::string quality(const ModelCard &card)
{
    if (!card.test)
        return "It was not tested.\n";
    std::string text
        = row({"after step " + std::to_string(card.test->step), counted(card.test->samples, "sample", "samples")})
        + row({"---", "---"}) + row({"loss", std::to_string(card.test->loss)});
    for (const Metric &metric : card.test->metrics) {
        const std::string words = toText(metric);
        text += row({plain(metric.name), plain(words.substr(std::min(words.size(), metric.name.size() + 1)))});
    }
    return text;
}

std::string data(const ModelCard &card)
{
    std::string text = row({"field", "name", "files", "bytes", "SHA-256"}) + row({"---", "---", "---", "---", "---"});
    for (const DataDigest &item : card.data)
        text += row({item.field, plain(item.name), std::to_string(item.files), std::to_string(item.bytes),
            item.sha256.empty() ? "not computed" : "`" + item.sha256 + "`"});
    return text + "\nThe hash of several files is that of the lines `HASH  NAME` in the order of the names.\n";
}

// The machines of one group of Adasum, each with the number of its devices there.
std::string groupWords(const Plan &plan, int group)
{
    std::map<int, int> devices;
    for (const PlannedRank &rank : plan.ranks)
        if (rank.group == group)
            ++devices[rank.machine];
    std::string words;
    for (const auto &[machine, count] : devices)
        words += (words.empty() ? "" : " + ") + plain(plan.machines[std::size_t(machine)].name)
            + (count > 1 ? " (" + counted(count, "device", "devices") + ")" : "");
    return words;
}

std::string grouping(const Plan &plan)
{
    const int groups = groupsOf(plan);
    if (groups == 0)
        return {};
    std::string text = "Adasum joined the updates of " + counted(groups, "group", "groups")
        + " of devices. The curve depends on this grouping: other machines would have trained another model.\n\n"
        + row({"group", "devices"}) + row({"---", "---"});
    for (int group = 0; group < groups; ++group)
        text += row({std::to_string(group + 1), groupWords(plan, group)});
    return text + "\n";
}

std::string training(const ModelCard &card)
{
    const JobSpec &job = card.job;
    std::string text = "Step " + std::to_string(card.step) + " of " + std::to_string(card.totalSteps) + ", "
        + std::to_string(job.batch) + " in each batch, seed " + std::to_string(job.seed) + ".\n\n" + grouping(card.plan)
        + row({"machine", "device", "share of the last batch"}) + row({"---", "---", "---"});
    for (std::size_t rank = 0; rank < card.plan.ranks.size(); ++rank) {
        const PlannedRank &planned = card.plan.ranks[rank];
        const bool isGpu = planned.device.kind == Device::Kind::Cuda;
        const std::string device = isGpu ? "GPU" : "CPU, " + counted(planned.threads, "thread", "threads");
        text += row({plain(card.plan.machineOf(planned).name), device,
            std::to_string(rank < card.shares.size() ? card.shares[rank] : planned.share)});
    }
    return text;
}

} // namespace

std::string toMarkdown(const ModelCard &card)
{
    const ModelUse use = entryOf(card.job.task).use(card.job.task);
    std::string text = frontMatter(use) + "# " + plain(card.job.name) + "\n" + card.model + ", "
        + counted(card.parameters, "parameter", "parameters") + ", trained on the task `" + taskName(card.job.task)
        + "` by Motley " + card.engineVersion + ".\n\n## Quality\n" + quality(card) + "\n## Data\n" + data(card)
        + "\n## Training\n" + training(card) + "\n## Use\n`FOLDER` is this folder.\n\n    motley-engine " + use.command
        + " " + use.arguments + "\n";
    if (!use.code.empty())
        text += "\nWith " + use.library + ":\n```python\n" + use.code + "```\n";
    return text;
}

} // namespace motley
