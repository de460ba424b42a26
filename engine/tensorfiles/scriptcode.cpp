#include "engine/tensorfiles/scriptcode.h"

#include "engine/base/sha256.h"

#include <caffe2/serialize/inline_container.h>

#include <algorithm>
#include <regex>

namespace motley {

namespace {

// data.pkl holds the attributes, and of tensors only their shapes; the tensors themselves are in data/.
bool isCode(const std::string &record)
{
    return record == "data.pkl" || record.starts_with("constants")
        || (record.starts_with("code/") && record.ends_with(".py"));
}

// Torch numbers the names of classes that a process has scripted more than once.
std::string withoutNumbers(const std::string &text)
{
    static const std::regex number("[./]?___torch_mangle_[0-9]+");
    return std::regex_replace(text, number, "");
}

} // namespace

std::optional<std::string> hashOfCode(const std::string &path)
{
    try {
        caffe2::serialize::PyTorchStreamReader archive(path);
        std::vector<std::string> parts;
        for (const std::string &record : archive.getAllRecords()) {
            if (!isCode(record))
                continue;
            const auto [bytes, size] = archive.getRecord(record);
            parts.push_back(withoutNumbers(record + "\n" + std::string(static_cast<const char *>(bytes.get()), size)));
        }
        std::sort(parts.begin(), parts.end());
        std::string whole;
        for (const std::string &part : parts)
            whole += sha256Of(part);
        return sha256Of(whole);
    } catch (const std::exception &) { // whether it can be used at all, torch::jit::load() has said
        return std::nullopt;
    }
}

} // namespace motley
