// How a machine copies files from another before a run: what the engine's commands `give-files` and `fetch-files` are
// asked and answer, as JSON lines.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

constexpr std::size_t mostCopiedFiles = 4096; // of one request
constexpr std::size_t longestCopyRequest = std::size_t(32) << 20; // bytes

struct GivenFile {
    std::string sha256;
    std::string path; // absolute, on the machine that gives it

    bool operator==(const GivenFile &) const = default;
};

struct GiveRequest { // stdin of `give-files`
    std::string address; // of this machine, to listen at
    std::string token; // which a caller must know
    std::vector<GivenFile> files;

    bool operator==(const GiveRequest &) const = default;
};

struct GiveAnswer { // `give-files`
    int port = 0;

    bool operator==(const GiveAnswer &) const = default;
};

struct WantedFile {
    std::string sha256;
    std::int64_t bytes = 0;
    std::string unfinished; // the sender of an unfinished upload of this file to this machine; may be empty

    bool operator==(const WantedFile &) const = default;
};

struct FetchRequest { // stdin of `fetch-files`
    std::string root; // of what is deployed on this machine
    std::string client; // whose name unfinished files bear
    std::string address; // of the machine that gives
    int port = 0;
    std::string token;
    std::vector<WantedFile> files;

    bool operator==(const FetchRequest &) const = default;
};

struct FetchProgress { // `fetch-files`, line by line
    std::int64_t bytes = 0; // that have come since it began

    bool operator==(const FetchProgress &) const = default;
};

struct FetchReport { // `fetch-files`, the last line
    std::vector<std::string> fetched; // SHA-256, of files that are whole
    std::string unfinished; // SHA-256 of the file of which a part has come; empty: of none
    std::int64_t unfinishedBytes = 0; // of it
    std::string problem; // a sentence; empty: all files are there

    bool operator==(const FetchReport &) const = default;
};

std::string toJson(const GiveRequest &request);
Result<GiveRequest> parseGiveRequest(std::string_view json);
std::string toJson(const GiveAnswer &answer);
Result<GiveAnswer> parseGiveAnswer(std::string_view json);
std::string toJson(const FetchRequest &request);
Result<FetchRequest> parseFetchRequest(std::string_view json);
std::string toJson(const FetchProgress &progress);
Result<FetchProgress> parseFetchProgress(std::string_view json);
std::string toJson(const FetchReport &report);
Result<FetchReport> parseFetchReport(std::string_view json);

} // namespace motley
