// What the machines of a run are sent: the engine, the data, and the checkpoint or weights that the run continues from.
#pragma once

#include "remote/deploy/deployment.h"
#include "remote/prepare/runhosts.h"

namespace motley {

class Upload {
public:
    // `engine`: this computer's program. Errors: a file of the job that is missing.
    static Result<Upload> find(const JobSpec &job, const std::string &engine);

    static Upload ofEngine(const std::string &engine); // and nothing else

    // Hashes what the hosts have to be sent. To be called once the devices that take part are known.
    Result<void> prepare(const RunHosts &runHosts);

    const std::vector<std::string> &warnings() const { return m_warnings; } // of what is sent, a sentence each

    // The engine for one host: with the CUDA libraries where a GPU of the machine takes part.
    const Manifest &engineFor(const RunHost &host) const;

    const Manifest &data() const { return m_data; } // the files of the job

    // Sends the engine to one host. Afterwards host.run is that of the machine.
    Result<void> sendEngine(const RunHosts &runHosts, const QString &runId, RunHost &host, std::stop_token stop) const;

    // Sends what one host still lacks of the rest. Afterwards the paths in host.job are those of the machine.
    Result<void> sendData(const RunHosts &runHosts, RunHost &host, std::stop_token stop) const;

private:
    Upload() = default;
    // Sends the earlier work to the coordinator, which passes it to the other ranks. The others need what describes it
    // to measure their speed.
    Result<void> sendWork(const RunHosts &runHosts, RunHost &host, std::stop_token stop) const;

    std::string m_program;
    Manifest m_engine;
    Manifest m_cudaEngine; // empty: no GPU of another machine takes part
    std::vector<DataFile> m_dataFiles;
    Manifest m_data;
    std::vector<DataFile> m_workFiles; // that the run continues from
    Manifest m_work;
    std::vector<DataFile> m_workDescription; // of m_workFiles, what says what the weights mean
    Manifest m_description;
    std::vector<std::string> m_warnings;
};

} // namespace motley
