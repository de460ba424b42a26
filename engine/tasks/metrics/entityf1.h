// Precision, recall and F1 of the entities in tagged sentences, counted like seqeval by default and conlleval (Tjong
// Kim Sang and Buchholz 2000): an entity is right if its words and its type are.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace motley {

struct EntityCounts {
    std::int64_t expected = 0;
    std::int64_t predicted = 0;
    std::int64_t right = 0; // both expected and predicted

    // From 0 to 1; 0 if there is nothing to divide by.
    double precision() const;
    double recall() const;
    double f1() const;

    EntityCounts &operator+=(const EntityCounts &other);
    bool operator==(const EntityCounts &) const = default;
};

// Finds entities by tags of IOB2, IOB1 or IOBES: an entity begins at B- or S-, and at any tag whose type differs from
// that of the previous word; it continues with I- up to E-.
class EntityCounter {
public:
    explicit EntityCounter(const std::vector<std::string> &tags); // index: label; none may be empty

    const std::vector<std::string> &types() const { return m_types; } // without prefixes, in order of the tags

    // Adds the entities of a sentence to the counts, of which there is one for each type. expected and predicted:
    // labels, of equal length; places where `expected` is below 0 have no word and are skipped.
    void count(std::span<const std::int64_t> expected, std::span<const std::int64_t> predicted,
        std::span<EntityCounts> counts) const;

private:
    struct Tag {
        char prefix = 'O';
        std::size_t type = 0; // index in m_types
    };
    struct Entity {
        std::size_t type = 0;
        std::int64_t first = 0; // index of the first word
        std::int64_t last = 0; // index of the last word

        bool operator==(const Entity &) const = default;
    };

    static bool begins(const Tag &before, const Tag &tag);
    static bool ends(const Tag &before, const Tag &tag);
    std::vector<Entity> entitiesOf(std::span<const std::int64_t> labels, std::span<const std::int64_t> expected) const;

    std::vector<Tag> m_tags; // by label
    std::vector<std::string> m_types;
    Tag m_outside;
};

} // namespace motley
