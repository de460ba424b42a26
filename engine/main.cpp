#include "engine/commands/commands.h"

namespace {

void addAll(CLI::App &engine, motley::Action &chosen)
{
    motley::addTrain(engine, chosen);
    motley::addJoin(engine, chosen);
    motley::addEvaluate(engine, chosen);
    motley::addSweep(engine, chosen);
    motley::addTranslate(engine, chosen);
    motley::addGenerate(engine, chosen);
    motley::addTag(engine, chosen);
    motley::addClassify(engine, chosen);
    motley::addFill(engine, chosen);
    motley::addAverage(engine, chosen);
    motley::addExport(engine, chosen);
    motley::addBenchmark(engine, chosen);
    motley::addTasks(engine, chosen);
    motley::addData(engine, chosen);
    motley::addImport(engine, chosen);
    motley::addProbe(engine, chosen);
    motley::addListen(engine, chosen);
    motley::addReach(engine, chosen);
    motley::addAgent(engine, chosen);
    motley::addWorker(engine, chosen);
    motley::addFollow(engine, chosen);
    motley::addStatus(engine, chosen);
    motley::addSums(engine, chosen);
    motley::addStop(engine, chosen);
    motley::addGc(engine, chosen);
}

} // namespace

int main(int argc, char **argv)
{
    CLI::App engine("Trains on this machine, alone or together with others.", "motley-engine");
    engine.set_version_flag("--version", MOTLEY_VERSION);
    motley::Action chosen;
    addAll(engine, chosen);
    return motley::runProgram(engine, chosen, argc, argv);
}
