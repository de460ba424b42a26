#include "engine/tasks/metrics/entityf1.h"

#include <algorithm>
#include <string_view>

namespace motley {

namespace {

constexpr char outside = 'O';
constexpr std::string_view untyped = "_"; // the type of O and of tags with a prefix only

// The type in a tag: "person" in both B-person and Bperson.
std::string_view typeOf(std::string_view tag)
{
    const std::string_view rest = tag.substr(1);
    const std::size_t dash = rest.find('-');
    const std::string_view type = dash == std::string_view::npos ? rest : rest.substr(dash + 1);
    return type.empty() ? untyped : type;
}

double ratio(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? double(part) / double(whole) : 0;
}

bool isOneOf(char character, std::string_view characters)
{
    return characters.find(character) != std::string_view::npos;
}

} // namespace

double EntityCounts::precision() const
{
    return ratio(right, predicted);
}

double EntityCounts::recall() const
{
    return ratio(right, expected);
}

double EntityCounts::f1() const
{
    return ratio(2 * right, expected + predicted);
}

EntityCounts &EntityCounts::operator+=(const EntityCounts &other)
{
    expected += other.expected;
    predicted += other.predicted;
    right += other.right;
    return *this;
}

EntityCounter::EntityCounter(const std::vector<std::string> &tags) : m_tags(tags.size())
{
    std::vector<std::string> types;
    const auto tagOf = [&types](std::string_view tag) {
        const auto found = std::find(types.begin(), types.end(), typeOf(tag));
        const auto index = std::size_t(found - types.begin());
        if (found == types.end())
            types.emplace_back(typeOf(tag));
        return Tag{tag[0], index};
    };
    for (std::size_t label = 0; label < tags.size(); ++label)
        if (tags[label][0] != outside)
            m_tags[label] = tagOf(tags[label]);
    m_types = types; // the types below are of tags outside entities and need no counts
    for (std::size_t label = 0; label < tags.size(); ++label)
        if (tags[label][0] == outside)
            m_tags[label] = tagOf(tags[label]);
    m_outside = tagOf({&outside, 1});
}

bool EntityCounter::begins(const Tag &before, const Tag &tag)
{
    if (isOneOf(tag.prefix, "BS"))
        return true;
    if (isOneOf(tag.prefix, "EI") && isOneOf(before.prefix, "ESO"))
        return true;
    return !isOneOf(tag.prefix, "O.") && tag.type != before.type;
}

bool EntityCounter::ends(const Tag &before, const Tag &tag)
{
    if (isOneOf(before.prefix, "ES"))
        return true;
    if (isOneOf(before.prefix, "BI") && isOneOf(tag.prefix, "BSO"))
        return true;
    return !isOneOf(before.prefix, "O.") && tag.type != before.type;
}

std::vector<EntityCounter::Entity> EntityCounter::entitiesOf(
    std::span<const std::int64_t> labels, std::span<const std::int64_t> expected) const
{
    std::vector<Entity> entities;
    Tag before = m_outside;
    std::int64_t first = 0;
    std::int64_t word = 0;
    const auto goOn = [&](const Tag &tag) {
        if (ends(before, tag))
            entities.push_back({before.type, first, word - 1});
        if (begins(before, tag))
            first = word;
        before = tag;
        ++word;
    };
    for (std::size_t position = 0; position < labels.size(); ++position)
        if (expected[position] >= 0)
            goOn(m_tags[std::size_t(labels[position])]);
    goOn(m_outside);
    return entities;
}

void EntityCounter::count(std::span<const std::int64_t> expected, std::span<const std::int64_t> predicted,
    std::span<EntityCounts> counts) const
{
    const std::vector<Entity> there = entitiesOf(expected, expected);
    const std::vector<Entity> found = entitiesOf(predicted, expected);
    for (const Entity &entity : there)
        ++counts[entity.type].expected;
    for (const Entity &entity : found) {
        ++counts[entity.type].predicted;
        counts[entity.type].right += std::find(there.begin(), there.end(), entity) != there.end() ? 1 : 0;
    }
}

} // namespace motley
