#include "engine/tasks/bertwordpieces.h"

namespace motley {

Result<WordPieceTokenizer> readWordPieces(const std::string &modelFolder, const BertConfig &config, bool lowercase)
{
    BertTextOptions options;
    options.lowercase = lowercase;
    auto tokenizer = WordPieceTokenizer::read(modelFolder + "/vocab.txt", options);
    if (tokenizer && tokenizer->size() > config.vocabulary)
        return fail(modelFolder + "/vocab.txt has " + std::to_string(tokenizer->size()) + " tokens, but the model only "
            + std::to_string(config.vocabulary) + ": they do not belong together.");
    return tokenizer;
}

} // namespace motley
