#include "engine/base/process/standardstreams.h"
#include "engine/commandline/definitions.h"
#include "engine/commands/commands.h"

namespace motley {

namespace {

int parseAndRun(CLI::App &program, const Action &chosen, int argc, char **argv)
{
    addDefinitionsOption(program);
    program.require_subcommand(1);
    program.failure_message(CLI::FailureMessage::simple);
    try {
        program.parse(argc, argv);
        return chosen();
    } catch (const CLI::ParseError &wrong) {
        return program.exit(wrong) == 0 ? exitDone : exitWrongUsage;
    } catch (const std::exception &failure) {
        return failed({program.get_name() + " met an error that it did not expect.", failure.what()});
    }
}

} // namespace

// Results that did not arrive are a failure of every command, whatever it did besides.
int runProgram(CLI::App &program, const Action &chosen, int argc, char **argv)
{
    keepStandardStreams();
    ignoreFileSizeSignal();
    const int code = parseAndRun(program, chosen, argc, argv);
    const auto written = finishOutput();
    return written || code != exitDone ? code : failed(written.error());
}

} // namespace motley
