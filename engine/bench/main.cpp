#include "engine/bench/benchcommands.h"

int main(int argc, char **argv)
{
    CLI::App program("Measures how fast this machine trains, and how far off forecasts are.", "motley-bench");
    program.set_version_flag("--version", MOTLEY_VERSION);
    motley::Action chosen;
    motley::addSteps(program, chosen);
    motley::addBalance(program, chosen);
    motley::addFineTune(program, chosen);
    motley::addForecast(program, chosen);
    motley::addGoodput(program, chosen);
    motley::addMembership(program, chosen);
    motley::addPlainWorker(program, chosen);
    motley::addSimulate(program, chosen);
    motley::addAdasum(program, chosen);
    motley::addWorkers(program, chosen);
    motley::addCheckpointTimes(program, chosen);
    motley::addApp(program, chosen);
    return motley::runProgram(program, chosen, argc, argv);
}
