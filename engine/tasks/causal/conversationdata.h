// Conversations and other rows of text as what a language model of a folder is trained and tested on.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/languagemodelspec.h"
#include "engine/tasks/causal/packedtexts.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace motley {

struct ConversationData {
    std::shared_ptr<const PackedTexts> training;
    std::shared_ptr<const PackedTexts> test;
    std::vector<std::string> notes; // how many rows were read, cut and left out, and why
};

struct ConversationSource {
    std::string modelFolder; // for its chat template
    std::shared_ptr<const PipelineTokenizer> tokenizer;
    std::vector<std::int64_t> stopIds; // tokens at which the model stops
    std::int64_t length = 0; // tokens of a sequence
    DataPath chatTemplate{}; // see LanguageModelData; of a trained model empty, as its default is what it learned with
};

std::string nothingHeldOut(const std::string &path); // why there is nothing to test on

// What turns rows into tokens. Errors: a chat template that is not supported.
Result<TrainingEncoder> trainingEncoder(const ConversationSource &source, const LanguageModelData &data);
// The text of the chat template; nullopt: the model has none.
Result<std::optional<std::string>> chosenTemplateText(const ConversationSource &source);

// Errors name the file: what is no row, nothing to learn, nothing held out, a chat template that is not supported.
Result<ConversationData> openConversations(const LanguageModelData &data, const ConversationSource &source);

// All rows of `path`, to be tested on; training is the same.
Result<ConversationData> openTestConversations(
    const std::string &path, const LanguageModelData &data, const ConversationSource &source);

} // namespace motley
