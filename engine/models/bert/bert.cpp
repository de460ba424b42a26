#include "engine/models/bert/bert.h"

#include "engine/models/layers/modulegroup.h"
#include "engine/models/layers/outputlayer.h"
#include "engine/models/layers/randomfill.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::uint64_t initialisation = 0x62657274; // random stream, distinct from those of the samples
constexpr double masked = -10000; // added to the scores of padding, as in BERT; within the range of float16

at::Tensor attentionBias(const at::Tensor &mask)
{
    // On a CPU, checking whether the mask hides anything is cheaper than adding zeros in every layer; on a GPU it would
    // make the host wait for the device.
    if (!mask.defined() || (mask.is_cpu() && mask.all().item<bool>()))
        return {};
    return mask.eq(0).to(at::kFloat).mul_(masked).view({mask.size(0), 1, 1, mask.size(1)});
}

} // namespace

Dropout dropoutOf(const torch::nn::Module &model, const BertInputs &inputs, double highestRate)
{
    if (!model.is_training() || highestRate == 0)
        return {};
    TORCH_CHECK(inputs.dropoutKeys.defined(), "training BERT with dropout needs a dropout key for each sample");
    return {inputs.dropoutKeys};
}

BertModel::BertModel(const BertConfig &config, bool withPooler)
    : m_highestDropout(std::max(config.hiddenDropout, config.attentionDropout))
{
    m_embeddings = register_module("embeddings", std::make_shared<BertEmbeddings>(config));
    const auto encoder = register_module("encoder", std::make_shared<ModuleGroup>());
    const auto layers = encoder->register_module("layer", std::make_shared<ModuleGroup>());
    for (std::int64_t i = 0; i < config.layers; ++i)
        m_layers.push_back(layers->register_module(std::to_string(i), std::make_shared<BertLayer>(config, i)));
    if (!withPooler)
        return;
    const auto pooler = register_module("pooler", std::make_shared<ModuleGroup>());
    m_pooler = pooler->register_module("dense", Linear(config.hiddenSize, config.hiddenSize));
}

at::Tensor BertModel::forward(const BertInputs &inputs)
{
    const Dropout dropout = dropoutOf(*this, inputs, m_highestDropout);
    const at::Tensor bias = attentionBias(inputs.mask);
    at::Tensor x = m_embeddings->forward(inputs.ids, inputs.segments, dropout);
    for (const auto &layer : m_layers)
        x = runLayer(*layer, x, [=](const at::Tensor &input) { return layer->forward(input, bias, dropout); });
    return x;
}

at::Tensor BertModel::pooled(const at::Tensor &sequence)
{
    return m_pooler(sequence.select(1, 0)).tanh();
}

BertForPreTraining::BertForPreTraining(const BertConfig &config) : m_activation(config.activation)
{
    m_bert = register_module("bert", std::make_shared<BertModel>(config, true));
    const auto heads = register_module("cls", std::make_shared<ModuleGroup>());
    const auto predictions = heads->register_module("predictions", std::make_shared<ModuleGroup>());
    m_outputBias = predictions->register_parameter("bias", torch::zeros(config.vocabulary));
    const auto transform = predictions->register_module("transform", std::make_shared<ModuleGroup>());
    m_transform = transform->register_module("dense", Linear(config.hiddenSize, config.hiddenSize));
    m_transformNorm = transform->register_module("LayerNorm", bertLayerNorm(config));
    m_next = heads->register_module("seq_relationship", Linear(config.hiddenSize, 2));
}

BertForPreTraining::Outputs BertForPreTraining::forward(const BertInputs &inputs, const at::Tensor &rows)
{
    const at::Tensor sequence = m_bert->forward(inputs);
    return {predict(sequence.flatten(0, 1).index_select(0, rows)), m_next(m_bert->pooled(sequence))};
}

at::Tensor BertForPreTraining::predict(const at::Tensor &hidden)
{
    const at::Tensor transformed = m_transformNorm(activate(m_transform(hidden), m_activation));
    return wordLogits(transformed, m_bert->words(), m_outputBias);
}

MaskedTokens maskedTokens(const at::Tensor &labels)
{
    const at::Tensor flat = labels.flatten();
    const at::Tensor rows = flat.ge(0).nonzero().squeeze(1);
    return {rows, flat.index_select(0, rows)};
}

MaskedTokens maskedTokens(const at::Tensor &positions, const at::Tensor &targets, std::int64_t tokens)
{
    const at::Tensor listed = positions.ne(0).to(at::kLong).cumprod(1).to(at::kBool);
    const at::Tensor starts = at::arange(positions.size(0), positions.options()).mul_(tokens).unsqueeze(1);
    return {(positions + starts).masked_select(listed), targets.masked_select(listed)};
}

BertForTokenClassification::BertForTokenClassification(const BertConfig &config)
    : m_dropout(config.classifierDropout.value_or(config.hiddenDropout)),
      m_dropoutLayer(std::uint64_t(3 * config.layers + 1))
{
    m_bert = register_module("bert", std::make_shared<BertModel>(config, false));
    m_classifier = register_module("classifier", Linear(config.hiddenSize, std::int64_t(config.labels.size())));
}

at::Tensor BertForTokenClassification::forward(const BertInputs &inputs)
{
    const Dropout dropout = dropoutOf(*this, inputs, m_dropout);
    return m_classifier(dropout(m_bert->forward(inputs), m_dropout, m_dropoutLayer));
}

void initialiseBert(torch::nn::Module &model, const BertConfig &config, std::uint64_t seed)
{
    const torch::NoGradGuard noGradients;
    Random random{seed, initialisation};
    for (auto &parameter : model.named_parameters()) {
        const std::string &name = parameter.key();
        const at::Tensor tensor = parameter.value();
        if (tensor.dim() < 2)
            tensor.fill_(name.find("LayerNorm.weight") != std::string::npos ? 1 : 0);
        else
            fillNormally(tensor, config.initializerRange, random);
        if (name.find("word_embeddings") != std::string::npos)
            tensor[config.padId].zero_();
    }
}

} // namespace motley
