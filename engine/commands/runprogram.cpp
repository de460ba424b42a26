#include "engine/commands/commands.h"

namespace motley {

int runProgram(CLI::App &program, const Action &chosen, int argc, char **argv)
{
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

} // namespace motley
