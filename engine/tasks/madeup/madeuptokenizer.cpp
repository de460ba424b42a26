#include "engine/tasks/madeup/madeuptokenizer.h"

#include "engine/tasks/madeup/madeupwords.h"

#include <nlohmann/json.hpp>

namespace motley {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char *chatTemplate
    = "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}"
      "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

// Tokens by their number, and which two make each that is not a letter, the most frequent first.
class Vocabulary {
public:
    explicit Vocabulary(std::int64_t size) : m_size(size) { }

    bool isFull() const { return std::int64_t(m_tokens.size()) >= m_size; }
    void add(const std::string &token) { m_tokens[token] = m_tokens.size(); }

    // All that one of each list makes together, as far as there is room.
    std::vector<std::string> join(const std::vector<std::string> &first, const std::vector<std::string> &second)
    {
        std::vector<std::string> joined;
        for (const std::string &left : first)
            for (const std::string &right : second) {
                if (isFull())
                    return joined;
                m_merges.push_back({left, right});
                add(joined.emplace_back(left + right));
            }
        return joined;
    }

    const Json &tokens() const { return m_tokens; }
    const Json &merges() const { return m_merges; }

private:
    std::int64_t m_size;
    Json m_tokens = Json::object();
    Json m_merges = Json::array();
};

std::vector<std::string> lettersOf(std::string_view text)
{
    std::vector<std::string> letters;
    for (const char letter : text)
        letters.emplace_back(1, letter);
    return letters;
}

} // namespace

std::vector<SideFile> madeUpTokenizer(std::int64_t size)
{
    Vocabulary vocabulary(size);
    Json added = Json::array();
    for (const char *special : {"<pad>", "<s>", "</s>", "<|im_start|>", "<|im_end|>"}) {
        added.push_back({{"id", added.size()}, {"content", special}, {"single_word", false}, {"lstrip", false},
            {"rstrip", false}, {"normalized", false}, {"special", true}});
        vocabulary.add(special);
    }
    for (const char *letter :
        {"\xC4\x8A", "\xC4\xA0", "."}) // the end of a line and the space, as byte pairs write them
        vocabulary.add(letter);
    for (char letter = 'a'; letter <= 'z'; ++letter)
        vocabulary.add(std::string(1, letter));
    const auto syllables = vocabulary.join(lettersOf(madeUpConsonants), lettersOf(madeUpVowels));
    vocabulary.join(vocabulary.join(syllables, syllables), syllables);
    const Json byteLevel{
        {"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}, {"use_regex", true}};
    const Json tokenizer{{"version", "1.0"}, {"truncation", nullptr}, {"padding", nullptr}, {"added_tokens", added},
        {"normalizer", nullptr}, {"pre_tokenizer", byteLevel}, {"post_processor", nullptr}, {"decoder", byteLevel},
        {"model",
            {{"type", "BPE"}, {"dropout", nullptr}, {"unk_token", nullptr}, {"continuing_subword_prefix", nullptr},
                {"end_of_word_suffix", nullptr}, {"fuse_unk", false}, {"byte_fallback", false},
                {"ignore_merges", false}, {"vocab", vocabulary.tokens()}, {"merges", vocabulary.merges()}}}};
    const Json config{{"tokenizer_class", "PreTrainedTokenizerFast"}, {"bos_token", "<s>"}, {"eos_token", "</s>"},
        {"pad_token", "<pad>"}};
    const Json generation{{"eos_token_id", {2, 4}}};
    return {{"tokenizer.json", tokenizer.dump()}, {"tokenizer_config.json", config.dump()},
        {"generation_config.json", generation.dump()}, {"chat_template.jinja", chatTemplate}};
}

} // namespace motley
