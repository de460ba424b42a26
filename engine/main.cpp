#include "engine/commands/commands.h"
#include "engine/machine/foreigncuda.h"

#include <map>
#include <string>
#include <string_view>

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
    motley::addMeasureDevice(engine, chosen);
    motley::addTasks(engine, chosen);
    motley::addData(engine, chosen);
    motley::addRows(engine, chosen);
    motley::addImport(engine, chosen);
    motley::addProbe(engine, chosen);
    motley::addEchoServer(engine, chosen);
    motley::addCheckLinks(engine, chosen);
    motley::addGiveFiles(engine, chosen);
    motley::addFetchFiles(engine, chosen);
    motley::addAgent(engine, chosen);
    motley::addRejoin(engine, chosen);
    motley::addDialIn(engine, chosen);
    motley::addWorker(engine, chosen);
    motley::addFollow(engine, chosen);
    motley::addStatus(engine, chosen);
    motley::addBenchAllReduce(engine, chosen);
    motley::addStop(engine, chosen);
    motley::addCheckpoint(engine, chosen);
    motley::addGc(engine, chosen);
}

// Scripts may still call commands by their former names.
void acceptFormerNames(int argc, char **argv)
{
    static std::map<std::string_view, std::string> names{{"benchmark", "measure-device"}, {"sums", "bench-allreduce"},
        {"listen", "echo-server"}, {"reach", "check-links"}};
    if (argc < 2)
        return;
    if (const auto found = names.find(argv[1]); found != names.end())
        argv[1] = found->second.data();
}

} // namespace

int main(int argc, char **argv)
{
    motley::restartWithoutForeignCuda(argv);
    CLI::App engine("Trains on this machine, alone or together with others.", "motley-engine");
    engine.set_version_flag("--version", MOTLEY_VERSION);
    motley::Action chosen;
    addAll(engine, chosen);
    acceptFormerNames(argc, argv);
    return motley::runProgram(engine, chosen, argc, argv);
}
