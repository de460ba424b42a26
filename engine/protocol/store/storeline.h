// What a rank asks of the run's store, whose keys the coordinator has, and what it is answered: a JSON line each, which
// agents pass on. The operations are those of c10d::Store. Values are base64, and longer ones go in pieces.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace motley {

constexpr std::size_t longestStoreKey = 1024; // bytes
constexpr std::size_t mostStoreKeys = 4096; // in one request
constexpr std::size_t storePiece = 3 << 17; // bytes of a value in one line; a multiple of three, so that pieces join
constexpr std::size_t storePieceText = storePiece / 3 * 4; // characters

struct StoreSet {
    static constexpr const char *name = "set";
    std::string key;
    std::string base64;
    bool more = false; // the value goes on in the next line, which has the same id; the last one is answered

    bool operator==(const StoreSet &) const = default;
};

struct StoreGet { // answered once the key is there
    static constexpr const char *name = "get";
    std::string key;
    std::int64_t from = 0; // character of the value's text where the wanted piece begins

    bool operator==(const StoreGet &) const = default;
};

struct StoreAdd {
    static constexpr const char *name = "add";
    std::string key;
    std::int64_t amount = 0;

    bool operator==(const StoreAdd &) const = default;
};

struct StoreCheck {
    static constexpr const char *name = "check";
    std::vector<std::string> keys;

    bool operator==(const StoreCheck &) const = default;
};

struct StoreWait { // answered once all keys are there
    static constexpr const char *name = "wait";
    std::vector<std::string> keys;

    bool operator==(const StoreWait &) const = default;
};

struct StoreDelete {
    static constexpr const char *name = "delete";
    std::string key;

    bool operator==(const StoreDelete &) const = default;
};

struct StoreCompareSet {
    static constexpr const char *name = "compareSet";
    std::string key;
    std::string expected; // base64, as `desired`
    std::string desired;

    bool operator==(const StoreCompareSet &) const = default;
};

struct StoreCount { // of all keys
    static constexpr const char *name = "count";

    bool operator==(const StoreCount &) const = default;
};

struct StoreCancel { // nobody waits any more for the answer to the request with this id; not answered
    static constexpr const char *name = "cancel";

    bool operator==(const StoreCancel &) const = default;
};

struct StoreLeave { // the rank is gone, says its agent; not answered
    static constexpr const char *name = "leave";

    bool operator==(const StoreLeave &) const = default;
};

struct StoreRequest {
    std::variant<StoreSet, StoreGet, StoreAdd, StoreCheck, StoreWait, StoreDelete, StoreCompareSet, StoreCount,
        StoreCancel, StoreLeave>
        body;
    std::int64_t id = 0; // by which the rank knows the answer
    int rank = 0; // as its agent says; what the rank itself says is not looked at

    bool operator==(const StoreRequest &) const = default;
};

struct StoreValue { // to get and compareSet
    static constexpr const char *name = "value";
    std::string base64;
    bool more = false; // another piece is there to get

    bool operator==(const StoreValue &) const = default;
};

struct StoreNumber { // the sum, the count, 1 for yes or 0 for no; to set and wait 0
    static constexpr const char *name = "number";
    std::int64_t number = 0;

    bool operator==(const StoreNumber &) const = default;
};

struct StoreRefusal {
    static constexpr const char *name = "refusal";
    std::string reason;

    bool operator==(const StoreRefusal &) const = default;
};

struct StoreAnswer {
    std::variant<StoreValue, StoreNumber, StoreRefusal> body;
    std::int64_t id = 0;
    int rank = 0;

    bool operator==(const StoreAnswer &) const = default;
};

std::string toLine(const StoreRequest &request); // one JSON object, no newline
std::string toLine(const StoreAnswer &answer);
bool isStoreLine(std::string_view line); // a request or an answer, if it is anything that can be read
Result<void> validate(const StoreRequest &request); // errors: a key, a list of keys or a piece of a value is too long
// Errors: not such a line; what validate() says; a value is not base64.
Result<StoreRequest> parseStoreRequest(std::string_view line);
Result<StoreAnswer> parseStoreAnswer(std::string_view line);

} // namespace motley
