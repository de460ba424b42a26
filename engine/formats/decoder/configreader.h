// For .cpp files only, as it sees the JSON library: reads the configuration of a model key by key and remembers the
// first fault and the keys that were read.
#pragma once

#include "engine/json/foreignjson.h"

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace motley {

class ConfigReader {
public:
    // `json` is an object and outlives the reader. `path` stands in front of its keys in errors, as "rope_scaling.".
    explicit ConfigReader(const Json &json, std::string path = {}) : m_json(json), m_path(std::move(path)) { }

    const Json *find(const char *key); // marks the key as read; nullptr: missing or null

    // Each reads a key, which may be missing or null where `otherwise` is given. What is wrong is remembered, and
    // something in range returned.
    std::int64_t whole(const char *key, std::int64_t least, std::int64_t most, std::optional<std::int64_t> otherwise);
    double number(const char *key, double otherwise);
    double positive(const char *key, double otherwise);
    bool flag(const char *key, bool otherwise);
    std::string text(const char *key, const std::string &otherwise);
    std::vector<double> numbers(const char *key); // empty: missing
    std::vector<std::string> texts(const char *key);

    void only(const char *key, const Json &supported); // refuses another value
    void refuse(const std::string &message); // the first counts
    void refuse(const Result<void> &result);
    std::string named(const char *key) const { return "The field " + m_path + key; }

    // The first fault. Else an error that names a key that was neither read nor is harmless, as those from "_" on are.
    Result<void> finish(std::initializer_list<const char *> harmless = {}) const;

private:
    void refuseKind(const char *key, const char *rule, const Json &found);

    const Json &m_json;
    std::string m_path;
    std::set<std::string> m_read;
    std::optional<Error> m_error;
};

} // namespace motley
