// What the machines of a run are sent: the engine, its data, and what it goes on from.
#pragma once

#include "remote/deploy/deployment.h"
#include "remote/prepare/runhosts.h"

namespace motley {

class Sending {
public:
    // `engine`: this computer's program. Errors: a file of the job that is missing.
    static Result<Sending> find(const JobSpec &job, const std::string &engine);

    // Hashes what the crew has to be sent, once it is known what of each machine takes part.
    Result<void> prepare(const Crew &crew);

    // With the CUDA libraries where a GPU of the machine takes part.
    const Manifest &engineFor(const Member &member) const;

    // Afterwards the member's place and the paths of its job are those of the machine.
    Result<void> send(const Crew &crew, const QString &runId, Member &member, std::stop_token stop) const;

private:
    Sending() = default;
    Result<void> sendEngineAndData(const Crew &crew, Member &member, std::stop_token stop) const;
    Result<void> sendWork(const Crew &crew, Member &member, std::stop_token stop) const;

    std::string m_program;
    Manifest m_engine;
    Manifest m_cudaEngine; // empty: no GPU of another machine takes part
    std::vector<DataFile> m_dataFiles;
    Manifest m_data;
    std::vector<DataFile> m_workFiles; // to go on from
    Manifest m_work;
};

} // namespace motley
