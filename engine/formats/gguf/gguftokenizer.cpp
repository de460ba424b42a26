#include "engine/formats/gguf/gguftokenizer.h"

#include "engine/formats/gguf/pretokenizername.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace motley {

namespace {

constexpr const char *space = "\u2581"; // that SentencePiece writes for one

enum TokenType { Normal = 1, Unknown = 2, Control = 3, UserDefined = 4, Unused = 5, Byte = 6 }; // llama.cpp's numbers

constexpr const char *usualTemplate = "default";

bool isByteToken(std::string_view text) // such as <0x0A>
{
    return text.size() == 6 && text.starts_with("<0x") && text.back() == '>'
        && text.substr(3, 2).find_first_not_of("0123456789ABCDEF") == std::string_view::npos;
}

std::string withPlainSpaces(std::string text)
{
    for (auto found = text.find(space); found != std::string::npos; found = text.find(space, found))
        text.replace(found, std::string_view(space).size(), " ");
    return text;
}

// Tokens that programs look for in an answer of Gemma 4, so llama.cpp writes them out.
bool isShown(const std::string &architecture, const std::string &text)
{
    constexpr std::array shown{
        "<|channel>", "<channel|>", "<|tool_call>", "<tool_call|>", "<|tool_response>", "<tool_response|>", "<|\"|>"};
    return architecture == "gemma4" && std::find(shown.begin(), shown.end(), text) != shown.end();
}

bool endsInNothing(const Normalizer &normalizer) // but for composed characters, which llama.cpp leaves as they are
{
    if (const auto *sequence = std::get_if<SequenceNormalizer>(&normalizer.kind))
        return std::all_of(sequence->normalizers.begin(), sequence->normalizers.end(), endsInNothing);
    return std::holds_alternative<NfcNormalizer>(normalizer.kind);
}

bool prepends(const Normalizer &normalizer)
{
    if (const auto *sequence = std::get_if<SequenceNormalizer>(&normalizer.kind))
        return std::any_of(sequence->normalizers.begin(), sequence->normalizers.end(), prepends);
    const auto *prepend = std::get_if<PrependNormalizer>(&normalizer.kind);
    return prepend && prepend->text == space;
}

bool prepends(const PreTokenizer &preTokenizer)
{
    if (const auto *sequence = std::get_if<SequencePreTokenizer>(&preTokenizer.kind))
        return std::any_of(sequence->preTokenizers.begin(), sequence->preTokenizers.end(),
            [](const PreTokenizer &part) { return prepends(part); });
    const auto *spaces = std::get_if<MetaspacePreTokenizer>(&preTokenizer.kind);
    return spaces && spaces->scheme != PrependScheme::Never;
}

class TokenizerFields {
public:
    explicit TokenizerFields(const GgufTokenizerInput &input) : m_input(input), m_json(input.tokenizer) { }

    Result<GgufTokenizer> make()
    {
        if (const auto read = readTokens(); !read)
            return tl::unexpected(read.error());
        m_isByteLevel = writesBytesAsCharacters(m_json);
        const auto named = m_isByteLevel ? addByteLevelName() : addPieceName();
        if (!named)
            return tl::unexpected(named.error());
        addTables();
        addSpecial();
        addTemplates();
        return std::move(m_made);
    }

private:
    void value(const char *key, GgufValue value)
    {
        m_made.fields.push_back({std::string("tokenizer.ggml.") + key, std::move(value)});
    }

    Result<void> readTokens()
    {
        std::int64_t next = 0;
        for (const auto &[text, id] : m_json.model.vocabulary) {
            m_ids[text] = id;
            m_texts[id] = text;
            next = std::max<std::int64_t>(next, std::int64_t(id) + 1);
        }
        for (const AddedToken &token : m_json.added) {
            const auto known = m_ids.find(token.text);
            const std::int64_t id = token.id ? *token.id : known != m_ids.end() ? known->second : next;
            if (!token.id && known == m_ids.end() && token.ifKnown)
                continue;
            next = std::max(next, id + 1);
            m_ids[token.text] = id;
            m_texts[id] = token.text;
            m_added[id] = &token;
        }
        if (next > m_input.vocabulary)
            return fail("The tokenizer has the id " + std::to_string(next - 1)
                + ", but the model has word embeddings for " + std::to_string(m_input.vocabulary) + " tokens only.");
        return {};
    }

    Result<void> addByteLevelName()
    {
        if (!m_json.model.continuingPrefix.empty() || !m_json.model.endSuffix.empty())
            return fail("llama.cpp has no tokenizer that marks where words go on or end (continuing_subword_prefix, "
                        "end_of_word_suffix).");
        if (m_json.normalizer && !endsInNothing(*m_json.normalizer))
            return fail("llama.cpp has no tokenizer of this kind that changes a text before it cuts it (normalizer in "
                        "tokenizer.json).");
        auto name = preTokenizerNameOf(m_json);
        if (!name)
            return tl::unexpected(name.error());
        value("model", std::string("gpt2"));
        value("pre", *std::move(name));
        return {};
    }

    // SentencePiece's pairs, which llama.cpp joins by the scores of what they become.
    Result<void> addPieceName()
    {
        if (!m_json.model.byteFallback || m_ids.count(space) == 0)
            return fail("llama.cpp has no tokenizer of this kind: tokenizer.json has neither byte pairs on bytes "
                        "(ByteLevel) nor those of SentencePiece (byte_fallback).");
        const bool isGemma4 = m_input.architecture == "gemma4";
        value("model", std::string(isGemma4 ? "gemma4" : "llama"));
        if (!isGemma4)
            value("pre", std::string("default"));
        const bool adds = (m_json.normalizer && prepends(*m_json.normalizer))
            || (m_json.preTokenizer && prepends(*m_json.preTokenizer));
        value("add_space_prefix", adds);
        m_hasScores = true;
        m_needsMerges = isGemma4;
        return {};
    }

    std::int32_t typeOf(std::int64_t id, const std::string &text) const
    {
        const auto added = m_added.find(id);
        if (isShown(m_input.architecture, text))
            return UserDefined;
        if (!m_isByteLevel && text == m_json.model.unknown)
            return Unknown;
        if (added != m_added.end())
            return added->second->special ? Control : UserDefined;
        return !m_isByteLevel && isByteToken(text) ? Byte : Normal;
    }

    // The sooner a token is made of two, the higher.
    std::unordered_map<std::string, float> scores() const
    {
        std::unordered_map<std::string, float> found;
        for (const auto &[left, right] : m_json.model.merges)
            found.emplace(left + right, -float(found.size()));
        return found;
    }

    void addTables()
    {
        std::vector<std::string> tokens;
        std::vector<float> scoreOf;
        std::vector<std::int32_t> types;
        const auto made = m_hasScores ? scores() : std::unordered_map<std::string, float>();
        constexpr float neverMade = -1e6F;
        for (std::int64_t id = 0; id < m_input.vocabulary; ++id) {
            const auto found = m_texts.find(id);
            const bool isThere = found != m_texts.end();
            std::string text = isThere ? found->second : "[PAD" + std::to_string(id) + "]";
            types.push_back(isThere ? typeOf(id, text) : Unused);
            const auto score = made.find(text);
            scoreOf.push_back(score == made.end() ? neverMade : score->second);
            tokens.push_back(types.back() == UserDefined ? withPlainSpaces(std::move(text)) : std::move(text));
        }
        value("tokens", std::move(tokens));
        if (m_hasScores)
            value("scores", std::move(scoreOf));
        value("token_type", std::move(types));
        if (m_hasScores && !m_needsMerges)
            return;
        std::vector<std::string> merges;
        for (const auto &[left, right] : m_json.model.merges)
            merges.push_back(std::string(left).append(" ").append(right));
        value("merges", std::move(merges));
    }

    std::optional<std::int64_t> idOf(const std::optional<std::string> &text) const
    {
        const auto found = text ? m_ids.find(*text) : m_ids.end();
        return found == m_ids.end() ? std::nullopt : std::optional(found->second);
    }

    void addId(const char *key, std::optional<std::int64_t> id)
    {
        if (id && *id >= 0 && *id < m_input.vocabulary)
            value(key, std::uint32_t(*id));
    }

    void addSpecial()
    {
        const SpecialIds &special = m_input.special;
        // What the tokenizer puts before a text, whatever the files call it.
        const auto &before = m_json.ends.before;
        const auto begin = before.empty() ? idOf(m_json.named.begin) : std::optional<std::int64_t>(before.front());
        auto end = idOf(m_json.named.end);
        if (!end && !special.end.empty())
            end = special.end.front();
        // A turn may end otherwise than a text.
        std::optional<std::int64_t> turn;
        for (const std::int64_t id : special.end)
            if (!turn && id != end)
                turn = id;
        const auto stands = [](const std::vector<std::int32_t> &ends, std::optional<std::int64_t> id) {
            return id && std::find(ends.begin(), ends.end(), *id) != ends.end();
        };
        const auto first = begin ? begin : special.begin;
        addId("bos_token_id", first);
        addId("eos_token_id", end);
        addId("eot_token_id", turn);
        addId("unknown_token_id", idOf(m_json.named.unknown));
        const auto pad = idOf(m_json.named.pad);
        addId("padding_token_id", pad ? pad : special.pad);
        value("add_bos_token", stands(m_json.ends.before, first));
        value("add_eos_token", stands(m_json.ends.after, end));
        for (const auto &id : {end, turn})
            if (const auto added = id ? m_added.find(*id) : m_added.end(); added != m_added.end()) // no part of a word
                m_made.stops.push_back(added->second->text);
    }

    void addTemplates()
    {
        std::vector<std::string> others;
        const bool isOnlyOne = m_input.templates.size() == 1;
        for (const auto &[name, text] : m_input.templates) {
            const bool isUsual = name == usualTemplate || isOnlyOne;
            m_made.fields.push_back({"tokenizer.chat_template" + (isUsual ? "" : "." + name), text});
            if (!isUsual)
                others.push_back(name);
        }
        if (!others.empty())
            m_made.fields.push_back({"tokenizer.chat_templates", std::move(others)});
    }

    const GgufTokenizerInput &m_input;
    const TokenizerJson &m_json;
    bool m_isByteLevel = false;
    bool m_hasScores = false;
    bool m_needsMerges = false;
    std::unordered_map<std::string, std::int64_t> m_ids;
    std::unordered_map<std::int64_t, std::string> m_texts;
    std::map<std::int64_t, const AddedToken *> m_added;
    GgufTokenizer m_made;
};

} // namespace

Result<GgufTokenizer> ggufTokenizerOf(const GgufTokenizerInput &input)
{
    return TokenizerFields(input).make();
}

} // namespace motley
