#include "app/cli/commandline.h"

#include "app/cli/commands.h"
#include "app/cli/terminal/output.h"
#include "app/cli/usageerror.h"
#include "engine/base/process/standardstreams.h"
#include "engine/commandline/definitions.h"
#include "remote/session/userfolders.h"
#include "translations/translators.h"

#include <algorithm>
#include <string_view>

namespace motley {

namespace {

// Translates the texts that CLI11 would show in English.
void translateParser(CLI::App &app)
{
    app.set_help_flag("-h,--help", utf8(Help::tr("Print this help and exit")));
    app.set_version_flag(
        "--version", std::string("motley ") + MOTLEY_VERSION, utf8(Help::tr("Print the version and exit")));
    const auto formatter = app.get_formatter();
    formatter->label("Usage", utf8(Help::tr("Usage")));
    formatter->label("OPTIONS", utf8(Help::tr("OPTIONS")));
    formatter->label("SUBCOMMAND", utf8(Help::tr("COMMAND")));
    formatter->label("SUBCOMMANDS", utf8(Help::tr("COMMANDS")));
    formatter->label("Positionals", utf8(Help::tr("Arguments")));
    formatter->label("REQUIRED", utf8(Help::tr("(required)")));
    formatter->label("TEXT", utf8(Help::tr("TEXT")));
}

void nameGroups(CLI::App &app)
{
    for (auto *option : app.get_options())
        option->group(utf8(Help::tr("Options")));
    for (auto *command : app.get_subcommands(nullptr)) {
        command->group(utf8(Help::tr("Commands")));
        nameGroups(*command);
    }
}

int parseAndRun(CLI::App &program, const Action &chosen, int argc, char **argv)
{
    try {
        program.parse(argc, argv);
    } catch (const CLI::Success &help) {
        return program.exit(help);
    } catch (const CLI::ParseError &problem) {
        return failure({usageErrorWords(program, problem).toStdString(), {}}, WrongUsage);
    }
    if (const auto folders = checkUserFolders(); !folders)
        return failure(folders.error());
    return chosen();
}

} // namespace

bool isCommandLine(int argc, char **argv)
{
    if (argc < 2)
        return false;
    const std::string_view first = argv[1];
    const bool isOfQt = first.size() > 2 && first[0] == '-' && first[1] != '-'; // -platform, -style, ...
    return !isOfQt;
}

int runCommandLine(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("motley"));
    Translators translators;
    translators.install(QLocale::system());
    setJsonErrors(std::find(argv, argv + argc, std::string_view("--json")) != argv + argc);

    CLI::App program(
        utf8(Help::tr("One trainer out of many different machines. Without a command, the window opens.")), "motley");
    translateParser(program);
    program.require_subcommand(1);
    program.footer(utf8(
        Help::tr("Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the run failed, 4 the run was stopped or paused.")));
    Action chosen;
    addMachines(program, chosen);
    addPlan(program, chosen);
    addRun(program, chosen);
    addResume(program, chosen);
    addWatch(program, chosen);
    addStop(program, chosen);
    addPause(program, chosen);
    addCheckpoint(program, chosen);
    addRuns(program, chosen);
    addReport(program, chosen);
    nameGroups(program);
    addDefinitionsOption(program);
    const int code = parseAndRun(program, chosen, argc, argv);
    const auto written = finishOutput();
    if (written)
        return code;
    const QString words = Help::tr("Not all of the output could be written to stdout.");
    setJsonErrors(false); // they would go there too
    return failure({words.toStdString(), written.error().detail}, code == Done ? int(Failed) : code);
}

} // namespace motley
