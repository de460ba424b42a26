#include "remote/ssh/sshagentfilter.h"

#include "remote/session/wakeup.h"
#include "remote/ssh/sshwire.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace motley {

namespace {

constexpr char agentFailure = 5;
constexpr char identitiesAnswer = 12;
constexpr std::size_t longestMessage = 256 << 10;
constexpr char identitiesRequest = 11;
constexpr char signatureRequest = 13;
constexpr std::uint32_t sha256Flag = 2;
constexpr std::uint32_t sha512Flag = 4;
constexpr int listLimit = 10000; // milliseconds
constexpr int signatureLimit = 120000; // some agents ask the user before they sign

bool isReadable(int descriptor, const Wakeup &wakeup, int limit)
{
    pollfd ready[] = {{descriptor, POLLIN, 0}, {wakeup.descriptor(), POLLIN, 0}};
    return ::poll(ready, 2, limit) > 0 && ready[1].revents == 0;
}

bool receive(int descriptor, char *bytes, std::size_t count, const Wakeup &wakeup, int limit)
{
    while (count > 0) {
        if (!isReadable(descriptor, wakeup, limit))
            return false;
        const auto got = ::read(descriptor, bytes, count);
        if (got <= 0)
            return false;
        bytes += got;
        count -= static_cast<std::size_t>(got);
    }
    return true;
}

// A message without its length.
std::optional<std::string> receiveMessage(int descriptor, const Wakeup &wakeup, int limit)
{
    std::string length(4, '\0');
    if (!receive(descriptor, length.data(), length.size(), wakeup, limit))
        return std::nullopt;
    const auto bytes = numberAt(length, 0);
    if (bytes == 0 || bytes > longestMessage)
        return std::nullopt;
    std::string message(bytes, '\0');
    if (!receive(descriptor, message.data(), message.size(), wakeup, limit))
        return std::nullopt;
    return message;
}

bool sendMessage(int descriptor, const std::string &message)
{
    const auto packet = asBytes(static_cast<std::uint32_t>(message.size())) + message;
    return ::send(descriptor, packet.data(), packet.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(packet.size());
}

struct Identity {
    std::string_view blob;
    std::string_view comment;
};

std::vector<Identity> identitiesIn(std::string_view answer)
{
    std::vector<Identity> identities;
    if (answer.size() < 5 || answer.front() != identitiesAnswer)
        return identities;
    auto rest = answer.substr(5);
    for (auto left = numberAt(answer, 1); left > 0; --left) {
        const auto blob = readString(rest);
        const auto comment = blob ? readString(rest) : std::nullopt;
        if (!comment)
            return {};
        identities.push_back({*blob, *comment});
    }
    return identities;
}

// The algorithm that a request of a login names (RFC 4252, section 7); empty: it is no such request.
std::string_view namedAlgorithm(std::string_view login)
{
    const auto skip = [&](std::size_t bytes) { login.remove_prefix(std::min(bytes, login.size())); };
    readString(login); // the session
    skip(1);
    for (int field = 0; field < 3; ++field) // user, service, method
        readString(login);
    skip(1);
    return readString(login).value_or(std::string_view());
}

// libssh asks the agent for the strongest hash that the server knows, also where the login, which is what is signed,
// names the other one.
std::string withNamedHash(std::string request)
{
    std::string_view rest = request;
    rest.remove_prefix(1);
    readString(rest); // the key
    const auto algorithm = namedAlgorithm(readString(rest).value_or(std::string_view()));
    if (rest.size() != 4 || algorithm.find("rsa") == std::string_view::npos)
        return request;
    std::uint32_t flags = 0; // SHA-1
    if (algorithm.starts_with("rsa-sha2-512"))
        flags = sha512Flag;
    else if (algorithm.starts_with("rsa-sha2-256"))
        flags = sha256Flag;
    request.replace(request.size() - 4, 4, asBytes(flags));
    return request;
}

void serve(std::stop_token stop, int client, int agent, const AgentKeyChoice &choice)
{
    const Descriptor ownClient(client);
    const Descriptor ownAgent(agent);
    const Wakeup wakeup(stop);
    while (auto request = receiveMessage(client, wakeup, -1)) {
        std::optional<std::string> answer;
        if (request->front() == signatureRequest)
            request = withNamedHash(std::move(*request));
        if (sendMessage(agent, *request))
            answer = receiveMessage(agent, wakeup, request->front() == identitiesRequest ? listLimit : signatureLimit);
        if (answer && answer->front() == identitiesAnswer)
            answer = filteredIdentities(*answer, choice);
        if (!sendMessage(client, answer.value_or(std::string(1, agentFailure))))
            return;
    }
}

} // namespace

Result<SshAgentFilter> SshAgentFilter::open(const std::string &socketPath, AgentKeyChoice choice, std::stop_token stop)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (socketPath.empty() || socketPath.size() >= sizeof address.sun_path)
        return fail("No ssh-agent is known.");
    std::copy(socketPath.begin(), socketPath.end(), address.sun_path);

    Descriptor agent(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::connect(agent.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        return fail("No ssh-agent answers.", std::strerror(errno));
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return fail("No ssh-agent can be asked.", std::strerror(errno));

    std::jthread server([server = ends[1], agent = agent.release(), choice = std::move(choice),
                            asked = std::move(stop)](std::stop_token destroyed) {
        std::stop_source either;
        const auto forward = [&] { either.request_stop(); };
        const std::stop_callback onAsked(asked, forward);
        const std::stop_callback onDestroyed(destroyed, forward);
        serve(either.get_token(), server, agent, choice);
    });
    return SshAgentFilter(Descriptor(ends[0]), std::move(server));
}

std::string filteredIdentities(const std::string &answer, const AgentKeyChoice &choice)
{
    auto identities = identitiesIn(answer);
    std::erase_if(
        identities, [&](const Identity &identity) { return choice.isAllowed && !choice.isAllowed(identity.blob); });
    std::vector<Identity> wanted;
    for (const auto &blob : choice.preferred) {
        const auto found = std::find_if(
            identities.begin(), identities.end(), [&](const Identity &identity) { return identity.blob == blob; });
        if (found != identities.end())
            wanted.push_back(*found);
    }
    for (const auto &identity : identities) {
        const bool preferred
            = std::find(choice.preferred.begin(), choice.preferred.end(), identity.blob) != choice.preferred.end();
        if (!preferred && !choice.onlyPreferred)
            wanted.push_back(identity);
    }

    std::string result(1, identitiesAnswer);
    result += asBytes(static_cast<std::uint32_t>(wanted.size()));
    for (const auto &[blob, comment] : wanted) {
        for (const auto text : {blob, comment})
            result.append(asBytes(static_cast<std::uint32_t>(text.size()))).append(text);
    }
    return result;
}

} // namespace motley
