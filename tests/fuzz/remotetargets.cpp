// What other machines, servers, agents and files of this computer say to `motley`.
#include "engine/protocol/bytes/eventbytes.h"
#include "remote/deploy/elffile.h"
#include "remote/deploy/safefilename.h"
#include "remote/history/eventcache.h"
#include "remote/probe/probe.h"
#include "remote/session/untrustedtext.h"
#include "remote/ssh/config/sshconfig.h"
#include "remote/ssh/config/sshconfigfile.h"
#include "remote/ssh/config/sshdestination.h"
#include "remote/ssh/keypolicy.h"
#include "remote/ssh/knownhostsline.h"
#include "remote/ssh/randomart.h"
#include "remote/ssh/sshagentfilter.h"
#include "remote/ssh/sshkeyfile.h"
#include "tests/fuzz/memoryfile.h"
#include "tests/fuzz/targets.h"

#include <QByteArray>

#include <fcntl.h>

#include <algorithm>
#include <array>

namespace motley {

namespace {

template <typename Read>
void eachLine(std::string_view bytes, const Read &read)
{
    while (!bytes.empty()) {
        const auto line = bytes.substr(0, bytes.find('\n'));
        read(line);
        bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    }
}

void readProbeOutput(std::string_view bytes)
{
    const auto report = parseProbeOutput(bytes);
    if (!report)
        return promise(!report.error().message.empty(), "an Error says nothing");
    const auto again = parseProbeReport(toJson(*report));
    promise(again.has_value(), "the report is refused: " + (again ? std::string() : again.error().message));
}

void readKnownHosts(std::string_view bytes)
{
    eachLine(bytes, [](std::string_view text) {
        const auto line = parseKnownHostsLine(text);
        if (!line)
            return;
        matchesHost(*line, "[host.example]:2222");
        promise(!line->key.type().empty(), "a key without a type");
        randomArt(line->key);
        const auto key = QByteArray::fromStdString(line->key.blob).toBase64().toStdString();
        const std::array markers{"", "@cert-authority ", "@revoked "};
        const auto again = parseKnownHostsLine(
            markers[std::size_t(line->marker)] + line->hosts + ' ' + line->key.type() + ' ' + key);
        promise(again && again->marker == line->marker && again->hosts == line->hosts && again->key == line->key,
            "it changed: " + std::string(text));
    });
}

void readSshConfig(std::string_view bytes)
{
    eachLine(bytes, [](std::string_view text) {
        const auto line = parseSshConfigLine(text);
        promise(!line || !line->keyword.empty() || line->arguments.empty(), "arguments of no keyword");
    });
    eachLine(bytes, [](std::string_view text) {
        const auto destination = parseSshDestination(std::string(text));
        promise(!destination || (!destination->host.empty() && !destination->host.starts_with('-')), "an option");
    });
    const auto settings = parseSshSettings(bytes, "host");
    promise(settings ? settings->port > 0 && settings->port < 65536 : !settings.error().message.empty(), "a port");
}

void readAgentAnswer(std::string_view bytes)
{
    const std::string answer(bytes);
    const auto filtered = filteredIdentities(answer, {});
    promise(filteredIdentities(filtered, {}) == filtered, "filtering again changes the list");
    isCertificateFor(bytes, bytes.substr(bytes.size() / 2));
    promise(rsaBits(bytes) >= 0, "a key of less than no bits");
}

void readElfFile(std::string_view bytes)
{
    const MemoryFile file(bytes);
    const auto facts = readElf(file.path());
    promise(facts || !facts.error().message.empty(), "an Error says nothing");
}

// As the bytes of one block, and as a whole file whose blocks are of a log that is empty.
void readEventCache(std::string_view bytes)
{
    const auto lines = unpackedLines(bytes);
    std::string packed;
    for (const EventLine &line : lines.value_or(std::vector<EventLine>()))
        pack(packed, line.event ? toLine(*line.event) : line.text.toStdString(), line.event);
    const auto again = unpackedLines(packed);
    const auto isSame = [](const EventLine &a, const EventLine &b) {
        return a.sequence == b.sequence && a.event.has_value() == b.event.has_value()
            && (a.event ? toLine(*a.event) == toLine(*b.event) : a.text == b.text);
    };
    promise(!lines || (again && std::equal(lines->begin(), lines->end(), again->begin(), again->end(), isSame)),
        "lines changed");
    const MemoryFile file(bytes), log("");
    EventCacheReader cache(file.path());
    const Descriptor empty(open(log.path().c_str(), O_RDONLY | O_CLOEXEC));
    std::int64_t end = 0;
    while (const auto block = cache.next()) {
        promise(block->begin == end && block->end > end, "a gap");
        promise(!cache.linesOf(*block, empty.get()), "lines that the log does not have");
        end = block->end;
    }
}

void readForeignNames(std::string_view bytes)
{
    const std::string text(bytes);
    promise(!isPlainPath(text) || ("/" + text + "/").find("/../") == std::string::npos, "a way out of the folder");
    const auto plain = cleaned(text);
    promise(plain.find('\x1b') == std::string::npos && cleaned(plain) == plain, "cleaning again changes the words");
}

constexpr std::array targets{FuzzTarget{"probeoutput", readProbeOutput}, FuzzTarget{"knownhosts", readKnownHosts},
    FuzzTarget{"sshconfig", readSshConfig}, FuzzTarget{"agentanswer", readAgentAnswer},
    FuzzTarget{"elffile", readElfFile}, FuzzTarget{"eventcache", readEventCache},
    FuzzTarget{"foreignnames", readForeignNames}};

} // namespace

std::span<const FuzzTarget> remoteTargets()
{
    return targets;
}

} // namespace motley
