#include "engine/base/handshake/handshake.h"
#include "engine/formats/bertconfig.h"
#include "engine/formats/berttokenizer.h"
#include "engine/formats/checkpointmanifest.h"
#include "engine/formats/decoder/decoderconfig.h"
#include "engine/formats/gpt2vocabulary.h"
#include "engine/formats/imagemodelconfig.h"
#include "engine/formats/lora/loraconfig.h"
#include "engine/formats/shardindex.h"
#include "engine/formats/specialids.h"
#include "engine/formats/tokenizerconfig.h"
#include "engine/job/jobspec.h"
#include "engine/protocol/controlline.h"
#include "engine/protocol/copies/filecopy.h"
#include "engine/protocol/copies/filepiece.h"
#include "engine/protocol/event.h"
#include "engine/protocol/eventhead.h"
#include "engine/protocol/joinrequest.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/links.h"
#include "engine/protocol/membership.h"
#include "engine/protocol/probereport.h"
#include "engine/protocol/store/storeline.h"
#include "engine/rendezvous/runstoreserver.h"
#include "tests/fuzz/targets.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>

namespace motley {

namespace {

// A value that was read, written and read again is the same. It is compared as text, as NaN differs from itself.
template <typename Value, typename Write>
void staysTheSame(std::string_view bytes, Result<Value> (*parse)(std::string_view), const Write &write)
{
    const Result<Value> first = parse(bytes);
    if (!first) {
        promise(!first.error().message.empty(), "an Error says nothing");
        return;
    }
    const std::string text = write(*first);
    const Result<Value> again = parse(text);
    promise(again.has_value(), "what was written is refused: " + (again ? text : again.error().message));
    promise(write(*again) == text, "it changed: " + text + " -> " + write(*again));
}

template <typename Value>
void roundTrip(std::string_view bytes, Result<Value> (*parse)(std::string_view))
{
    staysTheSame(bytes, parse, [](const Value &value) { return toJson(value); });
}

void readJob(std::string_view bytes)
{
    roundTrip<JobSpec>(bytes, [](std::string_view json) { return parseJob(json); });
}

void readEvents(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto line = bytes.substr(0, bytes.find('\n'));
        staysTheSame(line, parseEvent, [](const Event &event) { return toLine(event); });
        (void)headOf(line);
        const auto event = parseEvent(line);
        // With a space in front, a step is read in another way.
        const auto again = parseEvent(" " + std::string(line));
        promise(event.has_value() == again.has_value() && (!event || toLine(*event) == toLine(*again)),
            "it is read in two ways: " + std::string(line));
        if (event) {
            const std::string written = toLine(*event);
            const auto head = headOf(written);
            promise(head && head->isKnown && head->sequence == event->sequence, "its head is another one: " + written);
        }
        bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    }
}

void readProbeReport(std::string_view bytes)
{
    roundTrip(bytes, parseProbeReport);
}

void readRunMessages(std::string_view bytes)
{
    roundTrip(bytes, parseLaunchSpec);
    roundTrip(bytes, parseAgentReady);
    staysTheSame(bytes, parseControlLine, [](const ControlLine &line) { return toLine(line); });
    staysTheSame(bytes, parseMembership, [](const Membership &membership) { return toLine(membership); });
    roundTrip(bytes, parseEchoEndpoint);
    roundTrip(bytes, parseLinkCheckRequest);
    roundTrip(bytes, parseLinkCheckReport);
    roundTrip(bytes, parseJoinRequest);
    roundTrip(bytes, parseCheckpointState);
    roundTrip(bytes, parseCheckpointManifest);
    roundTrip(bytes, parseGiveRequest);
    roundTrip(bytes, parseGiveAnswer);
    roundTrip(bytes, parseFetchRequest);
    roundTrip(bytes, parseFetchProgress);
    roundTrip(bytes, parseFetchReport);
    staysTheSame(bytes, parsePieceRequest, [](const PieceRequest &request) { return toLine(request); });
    staysTheSame(bytes, parseAnswerLine, answerLine);
}

// Each line that is a request is answered at once, or waits, or needs no answer.
void readStoreLines(std::string_view bytes)
{
    RunStoreServer server;
    while (!bytes.empty()) {
        const auto line = bytes.substr(0, bytes.find('\n'));
        bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
        staysTheSame(line, parseStoreRequest, [](const StoreRequest &request) { return toLine(request); });
        staysTheSame(line, parseStoreAnswer, [](const StoreAnswer &answer) { return toLine(answer); });
        const auto request = parseStoreRequest(line);
        if (!request)
            continue;
        const std::size_t waitingBefore = server.waiting();
        const auto answers = server.handle(*request);
        promise(answers.size() <= waitingBefore + 1, "more answers than requests");
        for (const StoreAnswer &answer : answers)
            promise(parseStoreAnswer(toLine(answer)) == answer, "an answer that no rank can read");
        if (const auto *add = std::get_if<StoreAdd>(&request->body); add && add->amount > 0)
            (void)server.beginGeneration(int(std::min<std::int64_t>(add->amount, 9)));
        promise(
            server.bytes() <= RunStoreServer::mostBytes && server.keys() <= RunStoreServer::mostKeys, "too much kept");
    }
}

// The other files of a model's folder are only read.
void readModelConfigs(std::string_view bytes)
{
    roundTrip(bytes, parseImageModelConfig);
    roundTrip(bytes, parseBertConfig);
    if (const auto decoder = parseDecoderConfig(bytes))
        promise(!decoder->layers.empty() && decoder->heads > 0, "a decoder without layers or heads");
    if (const auto adapter = parseLoraConfig(bytes)) {
        const auto again = parseLoraConfig(toJson(*adapter));
        promise(again && *again == *adapter && adapter->rank > 0, "an adapter changed, or has no rank");
    }
    const std::string text(bytes.empty() ? "{}" : bytes);
    for (const TokenizerFiles &files : {TokenizerFiles{.config = text}, TokenizerFiles{.addedTokens = text},
             TokenizerFiles{.specialTokens = text}, TokenizerFiles{.tokenizer = text}}) {
        const auto pairs = parseGpt2Tokenizer(files);
        const auto pieces = parseBertTokenizer(files);
        const bool isWhole = !files.tokenizer.empty();
        promise(!isWhole || ((!pairs || !pairs->tokens.empty()) && (!pieces || !pieces->tokens.empty())),
            "no token and no Error");
        if (!pieces || isWhole)
            continue;
        const auto again = parseBertTokenizer(
            {.config = toJson(TokenizerConfig{"BertTokenizer", 9, pieces->named, {}, pieces->rules})});
        promise(again && again->rules == pieces->rules && again->named.mask == pieces->named.mask, "the rules changed");
    }
    static_cast<void>(parseSpecialIds(text));
    if (const auto shards = parseShardIndex(bytes))
        for (const auto &[file, tensors] : *shards)
            promise(file.find('/') == std::string::npos && !tensors.empty(), "a file elsewhere, or one of nothing");
}

// What a stranger says to a listener (first byte even) or to a caller never proves anything.
void shakeHandsWithStranger(std::string_view bytes)
{
    int ends[2] = {-1, -1};
    if (bytes.empty() || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return;
    const Descriptor stranger(ends[0]);
    Descriptor link(ends[1]);
    const bool calls = bytes.front() % 2 != 0;
    bytes = bytes.substr(1, 4096);
    (void)sendAll(stranger, bytes.data(), bytes.size(), Deadline());
    shutdown(stranger.get(), SHUT_WR);
    const std::string token(64, 'a');
    if (calls) {
        const auto shaken = shakeHands(std::move(link), token, Deadline::clock::now() + std::chrono::seconds(5));
        promise(!shaken && !shaken.error().message.empty(), "a stranger was taken for the listener");
        return;
    }
    IncomingHandshake handshake(std::move(link));
    auto state = IncomingHandshake::State::Waiting;
    for (int reads = 0; state == IncomingHandshake::State::Waiting; ++reads) {
        promise(reads <= 64, "it reads on and on");
        state = handshake.advance(token);
    }
    promise(state == IncomingHandshake::State::Refused, "a stranger was taken for a caller");
}

constexpr std::array targets{FuzzTarget{"handshake", shakeHandsWithStranger}, FuzzTarget{"job", readJob},
    FuzzTarget{"events", readEvents}, FuzzTarget{"probereport", readProbeReport},
    FuzzTarget{"runmessages", readRunMessages}, FuzzTarget{"storelines", readStoreLines},
    FuzzTarget{"modelconfigs", readModelConfigs}};

} // namespace

std::span<const FuzzTarget> protocolTargets()
{
    return targets;
}

} // namespace motley
