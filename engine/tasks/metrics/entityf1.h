// How many of the entities in tagged sentences a model finds, counted as seqeval does by default, and conlleval
// (Tjong Kim Sang and Buchholz 2000) before it: an entity is right when its words and its type are.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace motley {

struct EntityCounts {
    std::int64_t expected = 0;
    std::int64_t predicted = 0;
    std::int64_t right = 0;

    // 0 where there is nothing to divide by.
    double precision() const;
    double recall() const;
    double f1() const;

    EntityCounts &operator+=(const EntityCounts &other);
    bool operator==(const EntityCounts &) const = default;
};

// Takes tags of IOB2, IOB1 and IOBES as they come: an entity begins at B- or S-, and at any tag whose type is another
// than that of the word before; it goes on through I- up to E-.
class EntityCounter {
public:
    explicit EntityCounter(const std::vector<std::string> &tags); // their places are the labels; none is empty

    const std::vector<std::string> &types() const { return m_types; } // without prefixes, in the order of the tags

    // Adds what is in a sentence to the counts, one for each type. Both are labels, one for each place, and of equal
    // length; places where `expected` is below 0 have no word and are passed over.
    void count(std::span<const std::int64_t> expected, std::span<const std::int64_t> predicted,
        std::span<EntityCounts> counts) const;

private:
    struct Tag {
        char prefix = 'O';
        std::size_t type = 0; // in m_types
    };
    struct Entity {
        std::size_t type = 0;
        std::int64_t first = 0; // word
        std::int64_t last = 0;

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
