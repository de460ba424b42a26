#include "engine/protocol/copies/filecopy.h"

#include "engine/json/jsonfields.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::size_t tokenLength = 64; // hexadecimal digits, as of a SHA-256
constexpr std::size_t longestClient = 64;

bool isHexOf64(const std::string &text)
{
    return text.size() == tokenLength && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// It becomes the name of a file.
bool isClient(const std::string &text)
{
    return text.size() <= longestClient
        && text.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz-") == std::string::npos;
}

bool isPath(const std::string &path)
{
    return path.starts_with('/') && path.find('\0') == std::string::npos;
}

bool isPort(int port)
{
    return port >= 1 && port <= 65535;
}

template <typename T>
Result<T> parseMessage(std::string_view json, const char *what)
{
    return parseJson(json, longestCopyRequest, what).and_then([](const Json &value) { return fromJson<T>(value); });
}

template <typename T>
Result<T> checked(Result<T> message, bool (*isGood)(const T &), const char *problem)
{
    if (message && !isGood(*message))
        return fail(problem);
    return message;
}

bool isGoodGift(const GiveRequest &request)
{
    return isHexOf64(request.token) && request.files.size() <= mostCopiedFiles
        && std::all_of(request.files.begin(), request.files.end(),
            [](const GivenFile &file) { return isHexOf64(file.sha256) && isPath(file.path); });
}

bool isGoodWish(const FetchRequest &request)
{
    return isPath(request.root) && !request.client.empty() && isClient(request.client) && isPort(request.port)
        && isHexOf64(request.token) && request.files.size() <= mostCopiedFiles
        && std::all_of(request.files.begin(), request.files.end(), [](const WantedFile &file) {
               return isHexOf64(file.sha256) && file.bytes >= 0 && isClient(file.unfinished);
           });
}

bool isGoodReport(const FetchReport &report)
{
    return report.fetched.size() <= mostCopiedFiles && report.unfinishedBytes >= 0;
}

} // namespace

template <typename Fields>
void describe(Fields &fields, GivenFile &file)
{
    fields("sha256", file.sha256);
    fields("path", file.path);
}

template <typename Fields>
void describe(Fields &fields, GiveRequest &request)
{
    fields("address", request.address);
    fields("token", request.token);
    fields("files", request.files);
}

template <typename Fields>
void describe(Fields &fields, GiveAnswer &answer)
{
    fields("port", answer.port);
}

template <typename Fields>
void describe(Fields &fields, WantedFile &file)
{
    fields("sha256", file.sha256);
    fields("bytes", file.bytes);
    fields("unfinished", file.unfinished);
}

template <typename Fields>
void describe(Fields &fields, FetchRequest &request)
{
    fields("root", request.root);
    fields("client", request.client);
    fields("address", request.address);
    fields("port", request.port);
    fields("token", request.token);
    fields("files", request.files);
}

template <typename Fields>
void describe(Fields &fields, FetchProgress &progress)
{
    fields("bytes", progress.bytes);
}

template <typename Fields>
void describe(Fields &fields, FetchReport &report)
{
    fields("fetched", report.fetched);
    fields("unfinished", report.unfinished);
    fields("unfinishedBytes", report.unfinishedBytes);
    fields("problem", report.problem);
}

std::string toJson(const GiveRequest &request)
{
    return dumpLine(jsonOf(request));
}

Result<GiveRequest> parseGiveRequest(std::string_view json)
{
    return checked(parseMessage<GiveRequest>(json, "request to give files"), isGoodGift,
        "The request to give files needs a token and SHA-256 of 64 hexadecimal digits and absolute paths.");
}

std::string toJson(const GiveAnswer &answer)
{
    return dumpLine(jsonOf(answer));
}

Result<GiveAnswer> parseGiveAnswer(std::string_view json)
{
    constexpr auto isGood = [](const GiveAnswer &answer) { return isPort(answer.port); };
    return checked<GiveAnswer>(
        parseMessage<GiveAnswer>(json, "answer of give-files"), isGood, "The field port must be from 1 to 65535.");
}

std::string toJson(const FetchRequest &request)
{
    return dumpLine(jsonOf(request));
}

Result<FetchRequest> parseFetchRequest(std::string_view json)
{
    return checked(parseMessage<FetchRequest>(json, "request to fetch files"), isGoodWish,
        "The request to fetch files needs an absolute root, a client of small letters, digits and hyphens, a port, and "
        "a token and SHA-256 of 64 hexadecimal digits.");
}

std::string toJson(const FetchProgress &progress)
{
    return dumpLine(jsonOf(progress));
}

Result<FetchProgress> parseFetchProgress(std::string_view json)
{
    constexpr auto isGood = [](const FetchProgress &progress) { return progress.bytes >= 0; };
    return checked<FetchProgress>(
        parseMessage<FetchProgress>(json, "progress of fetch-files"), isGood, "The field bytes must not be negative.");
}

std::string toJson(const FetchReport &report)
{
    return dumpLine(jsonOf(report));
}

Result<FetchReport> parseFetchReport(std::string_view json)
{
    return checked(parseMessage<FetchReport>(json, "report of fetch-files"), isGoodReport,
        "The report of fetch-files names too many files, or a negative number of bytes.");
}

} // namespace motley
