#include "engine/tasks/madeup/madeuprows.h"

#include "engine/base/textfile.h"
#include "engine/tasks/madeup/madeupwords.h"

#include <nlohmann/json.hpp>

namespace motley {

Result<void> writeMadeUpRows(MadeUpRows kind, int rows, const std::string &path)
{
    Random random{2, 0};
    const std::vector<std::string> words = makeWords(random);
    std::string lines;
    for (int row = 0; row < rows; ++row) {
        const std::string question = makeSentence(random, words);
        const std::string answer = makeSentence(random, words) + " " + makeSentence(random, words);
        const auto message = [](const char *role, const std::string &content) {
            return nlohmann::ordered_json{{"role", role}, {"content", content}};
        };
        const nlohmann::ordered_json json = kind == MadeUpRows::Texts
            ? nlohmann::ordered_json{{"text", question + " " + answer}}
            : nlohmann::ordered_json{{"messages", {message("user", question), message("assistant", answer)}}};
        lines += json.dump() + "\n";
    }
    return writeTextFile(path, lines);
}

} // namespace motley
