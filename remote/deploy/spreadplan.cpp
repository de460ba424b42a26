#include "remote/deploy/spreadplan.h"

#include <algorithm>

namespace motley {

namespace {

std::vector<std::size_t> gain(const Spread &spread, std::size_t from, std::size_t to)
{
    std::vector<std::size_t> files;
    for (std::size_t file = 0; file < spread.bytes.size(); ++file)
        if (spread.machines[from].holds[file] && !spread.machines[to].holds[file])
            files.push_back(file);
    return files;
}

std::int64_t bytesOf(const Spread &spread, const std::vector<std::size_t> &files)
{
    std::int64_t bytes = 0;
    for (const std::size_t file : files)
        bytes += spread.bytes[file];
    return bytes;
}

bool lacksAny(const SpreadMachine &machine)
{
    return std::find(machine.holds.begin(), machine.holds.end(), false) != machine.holds.end();
}

} // namespace

std::vector<FileTransfer> nextTransfers(const Spread &spread)
{
    struct Candidate {
        FileTransfer transfer;
        std::int64_t bytes = 0;
    };
    std::vector<Candidate> candidates;
    for (std::size_t to = 0; to < spread.machines.size(); ++to) {
        for (std::size_t from = 0; from < spread.machines.size(); ++from) {
            if (from == to || !spread.machines[to].reaches[from])
                continue;
            auto files = gain(spread, from, to);
            const std::int64_t bytes = bytesOf(spread, files);
            if (!files.empty())
                candidates.push_back({{from, to, std::move(files)}, bytes});
        }
    }
    std::stable_sort(candidates.begin(), candidates.end(),
        [](const Candidate &left, const Candidate &right) { return left.bytes > right.bytes; });
    std::vector<FileTransfer> chosen;
    for (Candidate &candidate : candidates) {
        const bool isBusy = std::any_of(chosen.begin(), chosen.end(), [&](const FileTransfer &transfer) {
            return transfer.from == candidate.transfer.from || transfer.to == candidate.transfer.to;
        });
        if (!isBusy)
            chosen.push_back(std::move(candidate.transfer));
    }
    return chosen;
}

std::vector<std::size_t> nextUploads(const Spread &spread)
{
    std::vector<std::size_t> lacking;
    for (std::size_t machine = 0; machine < spread.machines.size(); ++machine)
        if (lacksAny(spread.machines[machine]))
            lacking.push_back(machine);
    std::stable_sort(lacking.begin(), lacking.end(), [&](std::size_t left, std::size_t right) {
        return spread.machines[left].uplinkBytesPerSecond > spread.machines[right].uplinkBytesPerSecond;
    });
    std::vector<std::size_t> chosen;
    for (const std::size_t machine : lacking) {
        const bool isServed = std::any_of(
            chosen.begin(), chosen.end(), [&](std::size_t sender) { return spread.machines[machine].reaches[sender]; });
        if (!isServed)
            chosen.push_back(machine);
    }
    return chosen;
}

} // namespace motley
