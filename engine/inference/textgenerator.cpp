#include "engine/inference/textgenerator.h"

#include "engine/data/chat/tokens/trainingencoder.h"
#include "engine/data/tokenizers/utf8.h"
#include "engine/data/tokenizers/vocabularyfit.h"
#include "engine/device/mixedprecision.h"
#include "engine/inference/modeltask.h"
#include "engine/job/tasks/templatedate.h"
#include "engine/models/causal/generation.h"
#include "engine/tasks/causal/causalmodel.h"
#include "engine/tasks/languagemodeltokenizer.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace motley {

namespace {

// Tells a text that grows token by token, each whole character once: tokens may have parts of characters, which are
// decoded as something else until the rest has come.
class GrowingText {
public:
    GrowingText(std::size_t front, TextGenerator::Written written) : m_told(front), m_written(std::move(written)) { }

    void growTo(std::string_view text, bool isEnd)
    {
        constexpr std::string_view replacement = "\xef\xbf\xbd";
        while (!isEnd && text.ends_with(replacement))
            text.remove_suffix(replacement.size());
        if (m_written && text.size() > m_told && (isEnd || isUtf8(text)))
            m_written(text.substr(std::exchange(m_told, text.size())));
    }

private:
    std::size_t m_told; // bytes
    TextGenerator::Written m_written;
};

} // namespace

Result<TextGenerator> TextGenerator::open(const std::string &modelFolder, c10::Device device)
{
    const auto spec = specOfModel<LanguageModelSpec>(modelFolder);
    if (!spec)
        return tl::unexpected(spec.error());
    const auto opened = readCausalModel(modelFolder);
    if (!opened)
        return tl::unexpected(opened.error());
    auto tokens = readTokens(modelFolder);
    if (!tokens)
        return tl::unexpected(tokens.error());
    const std::int64_t vocabulary = opened->model->vocabulary();
    if (const auto fits = checkFit(tokens->tokenizer->size(), vocabulary, modelFolder); !fits)
        return tl::unexpected(fits.error());
    TextGenerator writer;
    writer.m_folder = modelFolder;
    writer.m_notes = notesOnUnused(tokens->tokenizer->size(), vocabulary, modelFolder);
    if (!tokens->note.empty())
        writer.m_notes.push_back(tokens->note);
    writer.m_model = opened->model;
    if (device.is_cpu()) // as precisionOfUse()
        writer.m_model->to(at::kFloat);
    writer.m_model->to(device);
    writer.m_model->eval();
    writer.m_tokens = std::make_shared<const LanguageModelTokenizer>(std::move(*tokens));
    writer.m_device = device;
    writer.m_precision = precisionOfUse(modelFolder, device);
    return writer;
}

TokenIds TextGenerator::continuation(
    const TokenIds &ids, const TokenIds &front, GenerationSpec spec, const Written &written)
{
    spec.endIds = m_tokens->special.end;
    spec.neverId = m_tokens->unknown;
    const MixedPrecision low(m_precision, m_device);
    if (!written)
        return motley::continuation(*m_model, ids, spec);
    TokenIds soFar = front;
    GrowingText text(m_tokens->decode(front).size(), written);
    spec.wrote = [&](std::int64_t id) {
        if (std::find(spec.endIds.begin(), spec.endIds.end(), id) != spec.endIds.end())
            return;
        soFar.push_back(std::int32_t(id));
        text.growTo(m_tokens->decode(soFar), false);
    };
    const TokenIds more = motley::continuation(*m_model, ids, spec);
    text.growTo(m_tokens->decode(soFar), true);
    return more;
}

Result<std::string> TextGenerator::write(std::string_view prompt, GenerationSpec spec, const Written &written)
{
    const auto encodedPrompt = encodedWithBegin(*m_tokens, prompt);
    if (!encodedPrompt)
        return tl::unexpected(encodedPrompt.error());
    const TokenIds &ids = *encodedPrompt;
    if (ids.empty())
        return fail("The prompt holds no token; begin with a word, or with a line's end.");
    if (m_tokens->unknown && std::find(ids.begin(), ids.end(), *m_tokens->unknown) != ids.end())
        return fail(
            "The prompt has a character that the model has never seen; its characters.txt holds those it knows.");
    TokenIds all = ids;
    const TokenIds more = continuation(ids, ids, std::move(spec), written);
    all.insert(all.end(), more.begin(), more.end());
    const std::string text = m_tokens->decode(all);
    const std::string front = m_tokens->decode(ids); // may lack special tokens of the prompt
    return text.starts_with(front) ? std::string(prompt) + text.substr(front.size()) : text;
}

Result<void> TextGenerator::prepareChat()
{
    if (m_chat)
        return {};
    auto pipeline = std::dynamic_pointer_cast<const PipelineTokenizer>(m_tokens->tokenizer);
    if (!pipeline)
        return fail("The model in " + m_folder
            + " has no tokenizer.json, which conversations need. Let it write a text on instead, without --chat.");
    auto templates = readChatTemplates(m_folder);
    if (!templates)
        return tl::unexpected(templates.error());
    TrainingEncoder::Options options;
    options.stopIds = m_tokens->special.end;
    options.now = midnightOf(dayOf(std::time(nullptr))).value_or(0);
    m_chat = std::make_shared<const TrainingEncoder>(std::move(pipeline), std::move(*templates), std::move(options));
    return {};
}

Result<std::string> TextGenerator::answer(const Conversation &conversation, GenerationSpec spec, const Written &written)
{
    if (const auto ready = prepareChat(); !ready)
        return tl::unexpected(ready.error());
    const auto ids = m_chat->encodePrompt(conversation);
    if (!ids)
        return tl::unexpected(ids.error());
    return m_tokens->decode(continuation(*ids, {}, std::move(spec), written));
}

} // namespace motley
