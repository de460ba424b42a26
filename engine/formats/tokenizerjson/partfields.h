// For .cpp files of this folder only, as it sees the JSON library: the fields of the parts of a tokenizer.json, which
// are read alone. "type" names the alternative.
#pragma once

#include "engine/formats/tokenizerjson/decoders.h"
#include "engine/formats/tokenizerjson/normalizers.h"
#include "engine/formats/tokenizerjson/pretokenizers.h"
#include "engine/json/jsonfields.h"

#include <utility>

namespace motley {

template <>
struct EnumNames<SplitBehavior> {
    static constexpr auto table = names<SplitBehavior>({{SplitBehavior::Removed, "Removed"},
        {SplitBehavior::Isolated, "Isolated"}, {SplitBehavior::MergedWithPrevious, "MergedWithPrevious"},
        {SplitBehavior::MergedWithNext, "MergedWithNext"}, {SplitBehavior::Contiguous, "Contiguous"}});
};

template <>
struct EnumNames<PrependScheme> {
    static constexpr auto table = names<PrependScheme>(
        {{PrependScheme::Always, "always"}, {PrependScheme::First, "first"}, {PrependScheme::Never, "never"}});
};

// A field that may be missing, for which the value stays as it is.
template <typename T>
void maybe(FieldReader &fields, const char *name, T &value)
{
    std::optional<T> found;
    fields(name, found);
    value = found.value_or(std::move(value));
}

inline void describe(FieldReader &fields, TextPattern &pattern)
{
    fields("Regex", pattern.regex);
    fields("String", pattern.text);
}

template <typename Nothing>
requires std::is_empty_v<Nothing>
void describe(FieldReader &, Nothing &) { }

inline void describe(FieldReader &fields, SequenceNormalizer &sequence)
{
    fields("normalizers", sequence.normalizers);
}

inline void describe(FieldReader &fields, StripNormalizer &strip)
{
    fields("strip_left", strip.left);
    fields("strip_right", strip.right);
}

inline void describe(FieldReader &fields, PrependNormalizer &prepend)
{
    fields("prepend", prepend.text);
}

inline void describe(FieldReader &fields, ReplaceNormalizer &replace)
{
    fields("pattern", replace.pattern);
    fields("content", replace.content);
}

inline void describe(FieldReader &fields, Normalizer &normalizer)
{
    fields.choice("type", normalizer.kind);
}

inline void describe(FieldReader &fields, SequencePreTokenizer &sequence)
{
    fields("pretokenizers", sequence.preTokenizers);
}

inline void describe(FieldReader &fields, SplitPreTokenizer &split)
{
    fields("pattern", split.pattern);
    fields("behavior", split.behavior);
    fields("invert", split.invert);
}

inline void describe(FieldReader &fields, ByteLevelPreTokenizer &bytes)
{
    bool offsets = true;
    fields("add_prefix_space", bytes.addsPrefixSpace);
    fields("trim_offsets", offsets);
    maybe(fields, "use_regex", bytes.usesRegex);
}

// In older files "add_prefix_space" said what prepend_scheme says now. The tokenizers library refuses a false one
// beside another scheme than "never", as refuseOldSchemes() does.
inline void describeMetaspace(FieldReader &fields, std::string &replacement, PrependScheme &scheme, bool &splits)
{
    std::optional<std::string> copy;
    fields("replacement", replacement);
    fields("str_rep", copy);
    maybe(fields, "prepend_scheme", scheme);
    maybe(fields, "split", splits);
    std::optional<bool> prefix;
    fields("add_prefix_space", prefix);
}

inline void describe(FieldReader &fields, MetaspacePreTokenizer &spaces)
{
    describeMetaspace(fields, spaces.replacement, spaces.scheme, spaces.splits);
}

inline void describe(FieldReader &fields, DigitsPreTokenizer &digits)
{
    fields("individual_digits", digits.individual);
}

inline void describe(FieldReader &fields, PunctuationPreTokenizer &punctuation)
{
    maybe(fields, "behavior", punctuation.behavior);
}

inline void describe(FieldReader &fields, PreTokenizer &preTokenizer)
{
    fields.choice("type", preTokenizer.kind);
}

inline void describe(FieldReader &fields, SequenceDecoder &sequence)
{
    fields("decoders", sequence.decoders);
}

inline void describe(FieldReader &fields, ByteLevelDecoder &)
{
    bool ignored = true;
    fields("add_prefix_space", ignored);
    fields("trim_offsets", ignored);
    maybe(fields, "use_regex", ignored);
}

inline void describe(FieldReader &fields, MetaspaceDecoder &spaces)
{
    bool splits = true;
    describeMetaspace(fields, spaces.replacement, spaces.scheme, splits);
}

inline void describe(FieldReader &fields, ReplaceDecoder &replace)
{
    fields("pattern", replace.pattern);
    fields("content", replace.content);
}

inline void describe(FieldReader &fields, StripDecoder &strip)
{
    fields("content", strip.content);
    fields("start", strip.start);
    fields("stop", strip.stop);
}

inline void describe(FieldReader &fields, TokenDecoder &decoder)
{
    fields.choice("type", decoder.kind);
}

} // namespace motley
