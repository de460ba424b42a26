// The commands of motley. Each function adds one command: its arguments, its help, and the action to run if it is
// chosen.
#pragma once

#include <CLI/CLI.hpp>

#include <QCoreApplication>
#include <QStringList>

#include <functional>
#include <string>
#include <vector>

namespace motley {

using Action = std::function<int()>; // returns the exit code

void addMachines(CLI::App &program, Action &chosen);
void addPlan(CLI::App &program, Action &chosen);
void addRun(CLI::App &program, Action &chosen);
void addResume(CLI::App &program, Action &chosen);
void addWatch(CLI::App &program, Action &chosen);
void addStop(CLI::App &program, Action &chosen);
void addPause(CLI::App &program, Action &chosen);
void addCheckpoint(CLI::App &program, Action &chosen);
void addRuns(CLI::App &program, Action &chosen);
void addReport(CLI::App &program, Action &chosen);

// The commands below `machines`.
void addAddMachine(CLI::App &machines, Action &chosen);
void addMachineData(CLI::App &machines, Action &chosen);
void addMachineTerms(CLI::App &machines, Action &chosen);
void addRemoveMachine(CLI::App &machines, Action &chosen);

// The texts of the help.
struct Help {
    Q_DECLARE_TR_FUNCTIONS(motley::CommandLine)
};

std::string utf8(const QString &text); // for CLI11
QString fromArgument(const std::string &argument); // which is in the encoding of the locale
QStringList fromArguments(const std::vector<std::string> &arguments);

// Adds --accept-host-key, whose values go into `fingerprints`, which must outlive the command.
void addLoginOption(CLI::App &command, std::vector<std::string> &fingerprints);

} // namespace motley
