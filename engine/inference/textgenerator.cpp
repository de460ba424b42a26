#include "engine/inference/textgenerator.h"

#include "engine/data/tokenizers/vocabularyfit.h"
#include "engine/device/mixedprecision.h"
#include "engine/inference/modeltask.h"
#include "engine/models/causal/generation.h"
#include "engine/tasks/causal/causalmodel.h"
#include "engine/tasks/languagemodeltokenizer.h"

#include <algorithm>

namespace motley {

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

Result<std::string> TextGenerator::write(std::string_view prompt, GenerationSpec spec)
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
    spec.endIds = m_tokens->special.end;
    spec.neverId = m_tokens->unknown;
    const std::vector<std::int64_t> wide(ids.begin(), ids.end());
    const MixedPrecision low(m_precision, m_device);
    const at::Tensor all = generate(*m_model, at::tensor(wide, at::kLong).unsqueeze(0).to(m_device), spec)[0].cpu();
    TokenIds written;
    for (std::int64_t i = 0; i < all.size(0); ++i)
        written.push_back(std::int32_t(all.const_data_ptr<std::int64_t>()[i]));
    const std::vector<std::int64_t> &ends = spec.endIds;
    if (written.size() > ids.size() && std::find(ends.begin(), ends.end(), written.back()) != ends.end())
        written.pop_back();
    const std::string text = m_tokens->decode(written);
    const std::string front = m_tokens->decode(ids); // may lack special tokens of the prompt
    return text.starts_with(front) ? std::string(prompt) + text.substr(front.size()) : text;
}

} // namespace motley
