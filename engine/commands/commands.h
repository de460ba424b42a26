// The commands of motley-engine. Each function adds one command: its arguments, its help, and the action to run if it
// is chosen.
#pragma once

#include "engine/base/result.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace motley {

using Action = std::function<int()>; // returns the exit code

constexpr int exitDone = 0;
constexpr int exitFailed = 1;
constexpr int exitWrongUsage = 2;

void addAgent(CLI::App &engine, Action &chosen);
void addAverage(CLI::App &engine, Action &chosen);
void addMeasureDevice(CLI::App &engine, Action &chosen);
void addCheckpoint(CLI::App &engine, Action &chosen);
void addClassify(CLI::App &engine, Action &chosen);
void addDialIn(CLI::App &engine, Action &chosen);
void addData(CLI::App &engine, Action &chosen);
void addEvaluate(CLI::App &engine, Action &chosen);
void addExport(CLI::App &engine, Action &chosen);
void addFetchFiles(CLI::App &engine, Action &chosen);
void addFill(CLI::App &engine, Action &chosen);
void addFollow(CLI::App &engine, Action &chosen);
void addGc(CLI::App &engine, Action &chosen);
void addGenerate(CLI::App &engine, Action &chosen);
void addGiveFiles(CLI::App &engine, Action &chosen);
void addImport(CLI::App &engine, Action &chosen);
void addJoin(CLI::App &engine, Action &chosen);
void addEchoServer(CLI::App &engine, Action &chosen);
void addRejoin(CLI::App &engine, Action &chosen);
void addProbe(CLI::App &engine, Action &chosen);
void addCheckLinks(CLI::App &engine, Action &chosen);
void addStatus(CLI::App &engine, Action &chosen);
void addStop(CLI::App &engine, Action &chosen);
void addBenchAllReduce(CLI::App &engine, Action &chosen);
void addRows(CLI::App &engine, Action &chosen);
void addSweep(CLI::App &engine, Action &chosen);
void addTag(CLI::App &engine, Action &chosen);
void addTasks(CLI::App &engine, Action &chosen);
void addTrain(CLI::App &engine, Action &chosen);
void addTranslate(CLI::App &engine, Action &chosen);
void addWorker(CLI::App &engine, Action &chosen);

// Parses the command line and runs the chosen action; returns the exit code.
int runProgram(CLI::App &program, const Action &chosen, int argc, char **argv);

int failed(const Error &error); // prints one line on stderr; returns exitFailed
std::string oneLine(const Error &error); // the message, and the detail in parentheses

} // namespace motley
