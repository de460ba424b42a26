#include "engine/inference/textgenerator.h"

#include "engine/data/tokenizers/vocabularyfit.h"
#include "engine/device/mixedprecision.h"
#include "engine/inference/modeltask.h"
#include "engine/models/causal/generation.h"
#include "engine/models/gpt2/gpt2files.h"
#include "engine/tasks/languagemodeltokenizer.h"

#include <algorithm>

namespace motley {

Result<TextGenerator> TextGenerator::open(const std::string &modelFolder, c10::Device device)
{
    const auto spec = specOfModel<LanguageModelSpec>(modelFolder);
    if (!spec)
        return tl::unexpected(spec.error());
    const auto opened = readGpt2Folder(modelFolder);
    if (!opened)
        return tl::unexpected(opened.error());
    auto tokens = readTokens(modelFolder);
    if (!tokens)
        return tl::unexpected(tokens.error());
    if (const auto fits = checkFit(tokens->tokenizer->size(), opened->config.vocabulary, modelFolder); !fits)
        return tl::unexpected(fits.error());
    TextGenerator writer;
    writer.m_notes = notesOnUnused(tokens->tokenizer->size(), opened->config.vocabulary, modelFolder);
    writer.m_model = opened->model;
    writer.m_model->to(device);
    writer.m_model->eval();
    writer.m_tokens = std::make_shared<const LanguageModelTokenizer>(std::move(*tokens));
    writer.m_device = device;
    writer.m_precision = precisionOfUse(modelFolder, device);
    return writer;
}

Result<std::string> TextGenerator::write(std::string_view prompt, GenerationSpec spec)
{
    const TokenIds ids = m_tokens->encode(prompt);
    if (ids.empty())
        return fail("The prompt holds no token; begin with a word, or with a line's end.");
    if (m_tokens->unknown && std::find(ids.begin(), ids.end(), *m_tokens->unknown) != ids.end())
        return fail(
            "The prompt has a character that the model has never seen; its characters.txt holds those it knows.");
    spec.endIds = m_tokens->special.end;
    spec.neverId = m_tokens->unknown;
    const std::vector<std::int64_t> wide(ids.begin(), ids.end());
    const MixedPrecision low(m_precision, m_device);
    const at::Tensor text = generate(*m_model, at::tensor(wide, at::kLong).unsqueeze(0).to(m_device), spec)[0].cpu();
    TokenIds written;
    for (std::int64_t i = 0; i < text.size(0); ++i)
        written.push_back(std::int32_t(text.const_data_ptr<std::int64_t>()[i]));
    const std::vector<std::int64_t> &ends = spec.endIds;
    if (written.size() > ids.size() && std::find(ends.begin(), ends.end(), written.back()) != ends.end())
        written.pop_back();
    return m_tokens->decode(written);
}

} // namespace motley
