#include "app/cli/commands.h"
#include "app/cli/terminal/output.h"
#include "app/report/htmlreport.h"
#include "remote/session/userfolders.h"

#include <memory>

namespace motley {

namespace {

struct ReportOptions {
    std::vector<std::string> runs;
    std::string html;
};

int report(const ReportOptions &options)
{
    RunHistory history(dataFolder());
    if (const auto opened = history.open(); !opened)
        return failure(opened.error());
    std::vector<RunRecord> runs;
    for (const QString &name : fromArguments(options.runs)) {
        const auto found = history.find(name);
        if (!found)
            return failure(found.error());
        runs.push_back(*found);
    }
    const auto saved = saveReport(runs, runs.size() > 1 ? 0 : -1, fromArgument(options.html));
    return saved ? int(Done) : failure(saved.error());
}

} // namespace

void addReport(CLI::App &program, Action &chosen)
{
    auto *command
        = program.add_subcommand("report", utf8(Help::tr("Write what runs came to as one file, to show others")));
    auto options = std::make_shared<ReportOptions>();
    command
        ->add_option("run", options->runs, utf8(Help::tr("The run; of several, the others are held against the first")))
        ->required();
    command->add_option("--html", options->html, utf8(Help::tr("The file to write, a page for any browser")))
        ->required();
    command->footer(utf8(Help::tr("Example: motley report shakespeare --html report.html")));
    command->callback([&chosen, options] { chosen = [options] { return report(*options); }; });
}

} // namespace motley
