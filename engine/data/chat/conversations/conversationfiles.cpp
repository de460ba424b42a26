#include "engine/data/chat/conversations/conversationfiles.h"

#include "engine/base/folders/folderwalk.h"
#include "engine/base/folders/splitname.h"
#include "engine/base/mappedfile.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

constexpr std::string_view white = " \t\r\n";

bool endsWith(const std::string &name, std::string_view end)
{
    return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

struct RowFile {
    std::string path;
    std::string name; // for people
    Split split = Split::Training;
};

Split splitOfConversations(const std::string &name)
{
    const std::string stem = std::filesystem::path(name).stem().string();
    return stem == "dev" || stem == "eval" ? Split::Validation : splitOf(name).value_or(Split::Training);
}

Result<std::vector<RowFile>> filesAt(const std::string &path)
{
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored))
        return std::vector<RowFile>{{path, std::filesystem::path(path).filename().string()}};
    const auto walked = filesBelow(path,
        {.isWanted = [](const std::string &name) { return endsWith(name, ".jsonl") || endsWith(name, ".json"); }});
    if (!walked)
        return tl::unexpected(walked.error());
    std::vector<RowFile> files;
    for (const WalkedFile &file : *walked)
        files.push_back({file.path, file.name, splitOfConversations(file.name)});
    if (files.empty())
        return fail("There is no .jsonl or .json file in " + path
            + ". Conversations are read from JSONL: an object with \"messages\" on each line.");
    return files;
}

class ConversationReader {
public:
    using OnRow = std::function<bool(ConversationRow)>;

    ConversationReader(double heldOut, const OnRow &onRow) : m_heldOut(heldOut), m_onRow(onRow) { }

    Result<ConversationCounts> read(const std::string &path)
    {
        const auto files = filesAt(path);
        if (!files)
            return tl::unexpected(files.error());
        const auto has = [&](Split split) {
            return std::any_of(files->begin(), files->end(), [&](const RowFile &file) { return file.split == split; });
        };
        const Split tested = has(Split::Validation) ? Split::Validation : Split::Test;
        const bool isAlone = files->size() == 1 || !has(Split::Training);
        for (const RowFile &file : *files) {
            const bool isTraining = isAlone || file.split == Split::Training;
            if (!isTraining && file.split != tested) {
                m_counts.passedOver.push_back(file.name);
                continue;
            }
            m_fraction = !isTraining ? 1 : isAlone || !has(tested) ? m_heldOut : 0;
            if (const auto done = readFile(file); !done)
                return tl::unexpected(done.error());
            if (m_isEnough)
                break;
        }
        return std::move(m_counts);
    }

private:
    Result<void> readFile(const RowFile &file)
    {
        const auto mapped = MappedFile::open(file.path);
        if (!mapped)
            return tl::unexpected(mapped.error());
        std::string_view bytes = mapped->bytes();
        if (bytes.size() > longestConversationFile)
            return fail(file.path + " has more than " + std::to_string(longestConversationFile >> 30)
                + " GiB. Cut it into several files, and choose their folder.");
        if (bytes.substr(0, 3) == "\xef\xbb\xbf") // a byte order mark
            bytes.remove_prefix(3);
        ++m_counts.files;
        const std::size_t first = bytes.find_first_not_of(white);
        if (first != std::string_view::npos && bytes[first] == '[')
            return readList(file, bytes);
        return readLines(file, bytes);
    }

    Result<void> readList(const RowFile &file, std::string_view bytes)
    {
        const auto list = parseChatValue(bytes, longestConversationFile);
        if (!list)
            return fail(file.path + " is no list of rows: " + list.error().message, list.error().detail);
        for (std::size_t i = 0; i < list->list()->size() && !m_isEnough; ++i)
            take(file, (*list->list())[i], "row", i + 1);
        return {};
    }

    Result<void> readLines(const RowFile &file, std::string_view bytes)
    {
        std::size_t number = 0;
        while (!bytes.empty() && !m_isEnough) {
            const std::size_t end = bytes.find('\n');
            const std::string_view line = bytes.substr(0, end);
            bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
            ++number;
            if (line.find_first_not_of(white) == std::string_view::npos)
                continue;
            const auto row = parseChatValue(line, longestConversationRow);
            if (!row)
                return fail("Line " + std::to_string(number) + " of " + file.path
                        + " cannot be read: " + row.error().message
                        + " Each line must be an object of its own, such as {\"messages\": [{\"role\": \"user\", "
                          "\"content\": "
                          "\"Hello\"}, {\"role\": \"assistant\", \"content\": \"Hi\"}]}; or the file a list of such "
                          "objects.",
                    row.error().detail);
            take(file, *row, "line", number);
        }
        return {};
    }

    void take(const RowFile &file, const ChatValue &row, const char *what, std::size_t number)
    {
        ++m_counts.rows;
        auto text = trainingTextOf(row);
        const std::string where = what + (" " + std::to_string(number)) + " of " + file.name;
        const bool isHeldOut = m_fraction == 1 || (text && m_fraction > 0 && drawnFraction(*text) < m_fraction);
        m_isEnough = !m_onRow({where, std::move(text), isHeldOut});
    }

    double m_heldOut;
    double m_fraction = 0; // of the file that is being read
    const OnRow &m_onRow;
    bool m_isEnough = false;
    ConversationCounts m_counts;
};

} // namespace

std::vector<std::string> ConversationCounts::sentences() const
{
    std::vector<std::string> result{std::to_string(rows) + (rows == 1 ? " row was" : " rows were") + " read from "
        + std::to_string(files) + (files == 1 ? " file." : " files.")};
    for (const std::string &name : passedOver)
        result.push_back(name + " is passed over: other files are there to test on.");
    return result;
}

Result<Conversations> readConversations(const std::string &path, double heldOut)
{
    Conversations read;
    bool isUsable = false;
    std::string problem; // of the first row
    auto counts = forEachConversation(path, heldOut, [&](ConversationRow row) {
        if (!row.text && problem.empty())
            problem = ": " + row.text.error().message + " (" + row.where + ")";
        isUsable = isUsable || row.text;
        (row.isHeldOut ? read.heldOut : read.training).push_back(std::move(row));
        return true;
    });
    if (!counts)
        return tl::unexpected(counts.error());
    read.counts = std::move(*counts);
    if (!isUsable)
        return fail("In " + path + " is no row that can be trained on" + problem + ".");
    return read;
}

Result<ConversationCounts> forEachConversation(
    const std::string &path, double heldOut, const std::function<bool(ConversationRow)> &onRow)
{
    return ConversationReader(heldOut, onRow).read(path);
}

} // namespace motley
