// BERT (Devlin et al. 2018) and its heads for pre-training and for token classification.
#pragma once

#include "engine/models/bert/bertlayers.h"
#include "engine/models/layers/activationcheckpointing.h"
#include "engine/models/layers/linear.h"

namespace motley {

struct BertInputs {
    at::Tensor ids; // int64 [samples, tokens]
    at::Tensor segments; // int64 [samples, tokens]; undefined: all 0
    at::Tensor mask; // any type [samples, tokens], not 0 at tokens; undefined: no padding
    at::Tensor dropoutKeys; // int64 [samples], see keyeddropout.h; needed only in training
};

// The dropout of a forward pass; none in evaluation. Throws in training if there is dropout but no keys, since the pass
// would silently run without dropout.
Dropout dropoutOf(const torch::nn::Module &model, const BertInputs &inputs, double highestRate);

class BertModel : public torch::nn::Module, public Recomputing {
public:
    BertModel(const BertConfig &config, bool withPooler);

    at::Tensor forward(const BertInputs &inputs); // -> [samples, tokens, hidden]
    at::Tensor pooled(const at::Tensor &sequence); // -> [samples, hidden], from the first tokens
    const at::Tensor &words() const { return m_embeddings->words(); }

private:
    double m_highestDropout;
    std::shared_ptr<BertEmbeddings> m_embeddings;
    std::vector<std::shared_ptr<BertLayer>> m_layers;
    Linear m_pooler = nullptr;
};

// BERT with masked-LM and next-sentence heads. The output layer shares the word embeddings and has a bias of its own.
class BertForPreTraining : public torch::nn::Module {
public:
    explicit BertForPreTraining(const BertConfig &config);

    struct Outputs {
        at::Tensor words; // [rows, vocabulary], logits
        at::Tensor next; // [samples, 2], logits; class 1: the second sentence is a random one
    };
    // rows: int64 [rows], the tokens to predict as sample * tokens + position, see maskedTokens(). Only these go
    // through the output layer.
    Outputs forward(const BertInputs &inputs, const at::Tensor &rows);

    BertModel &bert() { return *m_bert; }

private:
    at::Tensor predict(const at::Tensor &hidden); // [rows, hidden] -> [rows, vocabulary]

    BertConfig::Activation m_activation;
    std::shared_ptr<BertModel> m_bert;
    Linear m_transform = nullptr;
    torch::nn::LayerNorm m_transformNorm = nullptr;
    at::Tensor m_outputBias;
    Linear m_next = nullptr;
};

// The tokens to predict, in the order of the samples.
struct MaskedTokens {
    at::Tensor rows; // int64 [count]
    at::Tensor targets; // int64 [count]
};
// labels: int64 [samples, tokens], below 0 where nothing is predicted.
MaskedTokens maskedTokens(const at::Tensor &labels);

// The tokens to predict from lists of positions, where samples have `tokens` tokens. positions and targets: int64
// [samples, most]; a list ends before its first position 0, which is the start token and never predicted.
MaskedTokens maskedTokens(const at::Tensor &positions, const at::Tensor &targets, std::int64_t tokens);

class BertForTokenClassification : public torch::nn::Module {
public:
    explicit BertForTokenClassification(const BertConfig &config); // one class for each of config.labels

    at::Tensor forward(const BertInputs &inputs); // -> logits [samples, tokens, classes]

private:
    double m_dropout;
    std::uint64_t m_dropoutLayer;
    std::shared_ptr<BertModel> m_bert;
    Linear m_classifier = nullptr;
};

// Initialises the weights as BERT does: normally distributed with standard deviation config.initializerRange; biases 0,
// LayerNorms 1 and 0, the padding's embedding 0. A function of config and seed on every machine.
void initialiseBert(torch::nn::Module &model, const BertConfig &config, std::uint64_t seed);

} // namespace motley
