// Paths in a run's folder. The coordinating machine's folder holds everything about a run; the other machines' folders
// hold their own log and what they need to take part, and the next ones a copy of the events, to coordinate then.
#pragma once

#include <cstdint>
#include <string>

namespace motley {

struct RunFolder {
    std::string path;

    std::string launch() const { return path + "/launch.json"; }
    std::string job() const { return path + "/job.json"; }
    // A copy of the TorchScript file that the job was started with.
    std::string script() const { return path + "/script.pt"; }
    std::string events() const { return path + "/events.jsonl"; }
    std::string agentIdentity() const { return path + "/agent.json"; } // pid, start time, boot id
    // The number of the last event, written once all results are on the computer of the run's user.
    std::string collected() const { return path + "/collected"; }
    // Where the agents listen, as a Roster: by it an agent that is started again finds the one that coordinates.
    std::string ports() const { return path + "/ports.json"; }
    // How this machine's part ended, as an event; on the machines that do not coordinate, whose events do not say it.
    std::string end() const { return path + "/end.json"; }
    std::string agentLog() const { return path + "/agent.log"; }
    std::string rankLog(int rank) const { return path + "/rank-" + std::to_string(rank) + ".log"; }
    std::string checkpoints() const { return path + "/checkpoints"; }
    std::string checkpoint(std::int64_t step) const { return checkpoints() + "/step-" + std::to_string(step); }
    std::string model() const { return path + "/model"; } // model.safetensors, config.json
    std::string bestModel() const { return path + "/best-model"; } // model.safetensors and config.json of the best test

    // Name of the TorchScript file in the model folder of a job that has one.
    static constexpr const char *scriptOfModel = "model.pt";
};

bool isValidRunId(const std::string &id); // letters, digits, '-' and '_'; 1 to 64 of them

} // namespace motley
