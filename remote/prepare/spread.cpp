#include "remote/prepare/spread.h"

#include "engine/base/randomhex.h"
#include "engine/plan/addresses.h"
#include "remote/deploy/spreadplan.h"
#include "remote/deploy/uploadclient.h"
#include "remote/engine/filecopies.h"
#include "remote/session/machinename.h"
#include "remote/session/sentence.h"
#include "remote/session/untrustedtext.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

namespace motley {

namespace {

constexpr std::int64_t smallestFile = 256 << 10; // bytes; smaller ones are sooner sent from here than asked for there
constexpr std::int64_t worthwhile = 4 << 20; // bytes that machines lack; for fewer it takes longer to begin
constexpr std::size_t uplinkProbe = 512 << 10; // bytes that are sent to find out how fast an uplink is
constexpr int tokenBytes = 32;
constexpr std::size_t longestProblem = 500; // bytes of a machine's words

class Spreading {
public:
    Spreading(RunHosts &runHosts, const Manifest &data);

    Result<void> run();

private:
    struct Copy {
        FileTransfer transfer;
        GiveRequest given;
        int port = 0; // 0: nobody listens
        std::string problem; // empty: it went well
    };

    RunHost &host(std::size_t machine) { return m_runHosts.hosts()[m_hosts[machine]]; }
    std::optional<std::size_t> machineOf(const RunHost &host) const;
    Result<void> onMachines(const std::function<Result<void>(std::size_t machine, std::stop_token)> &work);

    Result<void> lookAtAll();
    void findLinks();
    void readHoldings(std::size_t machine);
    bool lacks(std::size_t machine) const;
    std::size_t lackingMachines() const;
    std::int64_t missingBytes() const;
    Result<void> copy(std::vector<FileTransfer> transfers);
    Result<void> give(Copy &copy, std::stop_token stop);
    Result<void> fetch(Copy &copy, std::stop_token stop);
    void settle(const Copy &copy);
    Result<void> measureUplinks();
    Result<void> send(const std::vector<std::size_t> &machines);
    std::string pathAt(std::size_t machine, const ManifestFile &file);

    RunHosts &m_runHosts;
    const Manifest &m_data;
    std::vector<std::size_t> m_hosts; // of the machines that are sent files, by their number in the plan
    std::vector<const ManifestFile *> m_files;
    std::vector<std::string> m_addresses; // of the machines; empty: none is known
    Spread m_spread;
};

Spreading::Spreading(RunHosts &runHosts, const Manifest &data) : m_runHosts(runHosts), m_data(data)
{
    for (const auto &[hash, file] : blobsOf(data))
        if (file->bytes >= smallestFile && m_files.size() < mostCopiedFiles)
            m_files.push_back(file);
    for (const ManifestFile *file : m_files)
        m_spread.bytes.push_back(file->bytes);
    for (std::size_t i = 0; i < runHosts.hosts().size(); ++i)
        if (runHosts.hosts()[i].isSentFiles())
            m_hosts.push_back(i);
    m_spread.machines.resize(m_hosts.size());
}

Result<void> Spreading::run()
{
    if (m_hosts.size() < 2)
        return {};
    if (const auto looked = lookAtAll(); !looked || missingBytes() < worthwhile)
        return looked;
    findLinks();
    for (;;) {
        auto transfers = nextTransfers(m_spread);
        if (!transfers.empty()) {
            if (const auto copied = copy(std::move(transfers)); !copied)
                return copied;
            continue;
        }
        if (nextUploads(m_spread).size() == lackingMachines()) // nobody would fetch it from another one
            return {};
        if (const auto measured = measureUplinks(); !measured)
            return measured;
        if (const auto sent = send(nextUploads(m_spread)); !sent)
            return sent;
    }
}

std::optional<std::size_t> Spreading::machineOf(const RunHost &host) const
{
    const auto found = std::find(m_hosts.begin(), m_hosts.end(), std::size_t(host.index));
    return found == m_hosts.end() ? std::nullopt : std::optional(std::size_t(found - m_hosts.begin()));
}

Result<void> Spreading::onMachines(const std::function<Result<void>(std::size_t machine, std::stop_token)> &work)
{
    return m_runHosts.onAll(&MachineRecord::checkingSeconds, [&](RunHost &host, std::stop_token stop) -> Result<void> {
        const auto machine = machineOf(host);
        return machine ? work(*machine, std::move(stop)) : Result<void>();
    });
}

Result<void> Spreading::lookAtAll()
{
    return onMachines([this](std::size_t machine, std::stop_token stop) -> Result<void> {
        RunHost &there = host(machine);
        m_runHosts.showProgress(there, QT_TRANSLATE_NOOP("motley::Preparation", "Checking what is there"));
        auto found = inspectDeployed(*there.session, there.root, m_data, there.machine.sharedFolders, std::move(stop));
        if (!found)
            return tl::unexpected(found.error());
        there.dataThere = *std::move(found);
        readHoldings(machine);
        return checkSpace(*there.session, there.root, m_data, *there.dataThere);
    });
}

void Spreading::readHoldings(std::size_t machine)
{
    std::vector<bool> holds;
    for (const ManifestFile *file : m_files)
        holds.push_back(host(machine).dataThere->holds(file->sha256));
    m_spread.machines[machine].holds = std::move(holds);
}

bool Spreading::lacks(std::size_t machine) const
{
    const auto &holds = m_spread.machines[machine].holds;
    return std::find(holds.begin(), holds.end(), false) != holds.end();
}

std::size_t Spreading::lackingMachines() const
{
    std::size_t count = 0;
    for (std::size_t machine = 0; machine < m_hosts.size(); ++machine)
        count += lacks(machine) ? 1 : 0;
    return count;
}

std::int64_t Spreading::missingBytes() const
{
    std::int64_t bytes = 0;
    for (const SpreadMachine &machine : m_spread.machines)
        for (std::size_t file = 0; file < m_files.size(); ++file)
            bytes += machine.holds[file] ? 0 : m_spread.bytes[file];
    return bytes;
}

void Spreading::findLinks()
{
    const auto candidates = m_runHosts.candidates();
    const auto addresses = chooseAddresses(candidates);
    for (const std::size_t index : m_hosts)
        m_addresses.push_back(addresses[index].value_or(""));
    for (std::size_t to = 0; to < m_hosts.size(); ++to) {
        for (std::size_t from = 0; from < m_hosts.size(); ++from) {
            const auto *link = measuredLink(candidates[m_hosts[to]], candidates[m_hosts[from]], m_addresses[from]);
            m_spread.machines[to].reaches.push_back(link && link->answered);
        }
    }
}

// One after the other, as they share what this computer can send.
Result<void> Spreading::measureUplinks()
{
    std::mutex one;
    const auto measured = onMachines([&](std::size_t machine, std::stop_token stop) -> Result<void> {
        RunHost &there = host(machine);
        if (there.uplinkBytesPerSecond || !lacks(machine))
            return {};
        const std::lock_guard lock(one);
        CommandOptions options;
        options.input = std::string(uplinkProbe, 'x');
        options.stop = std::move(stop);
        const auto began = std::chrono::steady_clock::now();
        const auto sent = there.session->run("cat >/dev/null", options);
        if (!sent)
            return tl::unexpected(sent.error());
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
        there.uplinkBytesPerSecond = double(uplinkProbe) / seconds.count();
        return {};
    });
    for (std::size_t machine = 0; machine < m_hosts.size(); ++machine)
        m_spread.machines[machine].uplinkBytesPerSecond = host(machine).uplinkBytesPerSecond.value_or(0);
    return measured;
}

Result<void> Spreading::send(const std::vector<std::size_t> &machines)
{
    return onMachines([&](std::size_t machine, std::stop_token stop) -> Result<void> {
        if (std::find(machines.begin(), machines.end(), machine) == machines.end())
            return {};
        RunHost &there = host(machine);
        const auto onProgress = [&](const DeploymentProgress &progress) {
            m_runHosts.showProgress(there, QT_TRANSLATE_NOOP("motley::Preparation", "Sending the data"),
                progress.bytesSent, progress.bytesToSend);
        };
        const auto tree = deployKnowing(*there.session, there.root, m_data, onProgress, std::move(stop),
            there.machine.sharedFolders, there.dataThere);
        if (!tree)
            return tl::unexpected(tree.error());
        there.wasSentFiles = true;
        there.dataThere->treeIsThere = true;
        readHoldings(machine);
        return {};
    });
}

Result<void> Spreading::copy(std::vector<FileTransfer> transfers)
{
    std::map<std::size_t, Copy> byGiver;
    std::map<std::size_t, Copy *> byFetcher;
    for (FileTransfer &transfer : transfers) {
        Copy &copy = byGiver[transfer.from];
        copy.transfer = std::move(transfer);
        byFetcher[copy.transfer.to] = &copy;
    }
    const auto given = onMachines([&](std::size_t machine, std::stop_token stop) -> Result<void> {
        const auto copy = byGiver.find(machine);
        return copy == byGiver.end() ? Result<void>() : give(copy->second, std::move(stop));
    });
    if (!given)
        return given;
    const auto fetched = onMachines([&](std::size_t machine, std::stop_token stop) -> Result<void> {
        const auto copy = byFetcher.find(machine);
        return copy == byFetcher.end() || copy->second->port == 0 ? Result<void>()
                                                                  : fetch(*copy->second, std::move(stop));
    });
    if (!fetched)
        return fetched;
    for (const auto &[giver, copy] : byGiver)
        settle(copy);
    return {};
}

std::string Spreading::pathAt(std::size_t machine, const ManifestFile &file)
{
    const RunHost &there = host(machine);
    if (there.dataThere->treeIsThere)
        return treeOf(there.root, m_data) + '/' + file.path;
    const auto shared = there.dataThere->shared.find(file.sha256);
    return shared == there.dataThere->shared.end() ? blobOf(there.root, file.sha256) : shared->second;
}

Result<void> Spreading::give(Copy &copy, std::stop_token stop)
{
    const std::size_t giver = copy.transfer.from;
    copy.given = {m_addresses[giver], randomHex(tokenBytes), {}};
    for (const std::size_t file : copy.transfer.files)
        copy.given.files.push_back({m_files[file]->sha256, pathAt(giver, *m_files[file])});
    const auto port = startGivingFiles(*host(giver).session, host(giver).run.engine, copy.given, stop);
    if (port)
        copy.port = *port;
    else if (stop.stop_requested())
        return tl::unexpected(port.error());
    else
        copy.problem = port.error().message + ' ' + port.error().detail;
    return {};
}

Result<void> Spreading::fetch(Copy &copy, std::stop_token stop)
{
    RunHost &there = host(copy.transfer.to);
    Inspection &known = *there.dataThere;
    const UploadClient client;
    FetchRequest request{there.root, client.name(), copy.given.address, copy.port, copy.given.token, {}};
    std::int64_t total = 0;
    for (const std::size_t file : copy.transfer.files) {
        const auto unfinished = known.unfinished.find(m_files[file]->sha256);
        request.files.push_back({m_files[file]->sha256, m_files[file]->bytes,
            unfinished == known.unfinished.end() ? std::string() : unfinished->second.client});
        total += m_files[file]->bytes - (unfinished == known.unfinished.end() ? 0 : unfinished->second.bytes);
    }
    const auto show = [&](std::int64_t bytes) {
        m_runHosts.showCopying(there, host(copy.transfer.from), std::min(bytes, total), total);
    };
    show(0);
    const auto report = fetchFromMachine(*there.session, there.run.engine, request, show, std::move(stop));
    if (!report)
        return tl::unexpected(report.error());
    there.wasSentFiles = true;
    copy.problem = report->problem;
    for (const WantedFile &file : request.files) {
        if (std::find(report->fetched.begin(), report->fetched.end(), file.sha256) != report->fetched.end())
            known.blobs.insert(file.sha256);
        if (report->unfinished == file.sha256)
            known.unfinished[file.sha256] = {client.name(), std::min(report->unfinishedBytes, file.bytes)};
    }
    readHoldings(copy.transfer.to);
    const auto &holds = m_spread.machines[copy.transfer.to].holds;
    const bool hasAll = std::all_of(
        copy.transfer.files.begin(), copy.transfer.files.end(), [&](std::size_t file) { return holds[file]; });
    if (copy.problem.empty() && !hasAll) // no machine must be asked again and again
        copy.problem = "Files are missing.";
    return {};
}

void Spreading::settle(const Copy &copy)
{
    if (copy.problem.empty())
        return;
    m_spread.machines[copy.transfer.to].reaches[copy.transfer.from] = false;
    const QString problem = QString::fromStdString(cleaned(copy.problem.substr(0, longestProblem)));
    m_runHosts.warn({toError(Preparation::phrase("%1 could not copy data from %2, so it gets them another way: %3")
                                 .arg(shownName(host(copy.transfer.to).machine.name),
                                     insideSentence(host(copy.transfer.from).machine.name), problem))
                         .message});
}

} // namespace

Result<void> spreadData(RunHosts &runHosts, const Manifest &data)
{
    return Spreading(runHosts, data).run();
}

} // namespace motley
