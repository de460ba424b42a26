#include "engine/data/tokenizers/tokenizerfolder.h"

#include "engine/base/textfile.h"

#include <filesystem>

namespace motley {

Result<TokenizerFiles> readTokenizerFiles(const std::string &folder)
{
    TokenizerFiles files;
    for (const auto &[name, text] :
        {std::pair("tokenizer.json", &files.tokenizer), std::pair("tokenizer_config.json", &files.config),
            std::pair("added_tokens.json", &files.addedTokens),
            std::pair("special_tokens_map.json", &files.specialTokens), std::pair("config.json", &files.modelConfig)}) {
        if (!folderHas(folder, name))
            continue;
        auto read = readTextFile(folder + "/" + name, mostTokenizerBytes);
        if (!read)
            return tl::unexpected(read.error());
        *text = read->empty() ? " " : std::move(*read); // an empty file is there, and is no JSON
    }
    return files;
}

bool folderHas(const std::string &folder, const char *file)
{
    std::error_code ignored;
    return std::filesystem::exists(folder + "/" + file, ignored);
}

} // namespace motley
