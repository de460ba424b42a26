// Preloaded into the engine, notes each look-up for which a name server would be asked in the file named by
// MOTLEY_LOOKUPS, and lets it fail at once.
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>

#include <cstdlib>
#include <fstream>

namespace {

template <typename Function>
Function next(const char *name)
{
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

int note(const char *function, const char *asked)
{
    if (const char *file = std::getenv("MOTLEY_LOOKUPS"))
        std::ofstream(file, std::ios::app) << function << ' ' << asked << std::endl;
    return EAI_AGAIN;
}

bool isNumeric(const char *host)
{
    in6_addr address{};
    return inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1;
}

} // namespace

extern "C" {

int getnameinfo(const sockaddr *address, socklen_t length, char *host, socklen_t hostSize, char *service,
    socklen_t serviceSize, int flags)
{
    if (host && !(flags & NI_NUMERICHOST))
        return note("getnameinfo", "the name of an address");
    static const auto theirs = next<decltype(&getnameinfo)>("getnameinfo");
    return theirs(address, length, host, hostSize, service, serviceSize, flags);
}

int getaddrinfo(const char *host, const char *service, const addrinfo *hints, addrinfo **found)
{
    if (host && !isNumeric(host) && !(hints && hints->ai_flags & AI_NUMERICHOST))
        return note("getaddrinfo", host);
    static const auto theirs = next<decltype(&getaddrinfo)>("getaddrinfo");
    return theirs(host, service, hints, found);
}
}
