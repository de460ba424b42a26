#include "engine/data/chat/conversations/conversationfiles.h"

#include "engine/base/folders/folderwalk.h"
#include "engine/base/folders/splitname.h"
#include "engine/base/mappedfile.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

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
    explicit ConversationReader(double heldOut) : m_heldOut(heldOut) { }

    Result<Conversations> read(const std::string &path)
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
                m_read.counts.passedOver.push_back(file.name);
                continue;
            }
            m_fraction = !isTraining ? 1 : isAlone || !has(tested) ? m_heldOut : 0;
            if (const auto done = readFile(file); !done)
                return tl::unexpected(done.error());
        }
        if (m_read.training.empty() && m_read.heldOut.empty())
            return fail("In " + path + " is no row that can be trained on"
                    + (m_read.counts.dropped.empty() ? "."
                                                     : ": " + m_read.counts.dropped.begin()->first + " ("
                                + m_read.counts.dropped.begin()->second.first + ")."),
                {});
        return std::move(m_read);
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
        ++m_read.counts.files;
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
        for (std::size_t i = 0; i < list->list()->size(); ++i)
            take(file, (*list->list())[i], "row", i + 1);
        return {};
    }

    Result<void> readLines(const RowFile &file, std::string_view bytes)
    {
        std::size_t number = 0;
        while (!bytes.empty()) {
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
        ++m_read.counts.rows;
        auto text = trainingTextOf(row);
        if (!text) {
            ConversationCounts::Dropped &dropped = m_read.counts.dropped[text.error().message];
            if (dropped.rows++ == 0)
                dropped.first = what + (" " + std::to_string(number)) + " of " + file.name;
            return;
        }
        const bool isHeldOut = m_fraction == 1 || (m_fraction > 0 && drawnFraction(*text) < m_fraction);
        (isHeldOut ? m_read.heldOut : m_read.training).push_back(std::move(*text));
    }

    double m_heldOut;
    double m_fraction = 0; // of the file that is being read
    Conversations m_read;
};

} // namespace

std::int64_t ConversationCounts::droppedRows() const
{
    return std::accumulate(dropped.begin(), dropped.end(), std::int64_t(0),
        [](std::int64_t sum, const auto &each) { return sum + each.second.rows; });
}

std::vector<std::string> ConversationCounts::sentences() const
{
    std::vector<std::string> result{std::to_string(rows) + (rows == 1 ? " row was" : " rows were") + " read from "
        + std::to_string(files) + (files == 1 ? " file." : " files.")};
    for (const std::string &name : passedOver)
        result.push_back(name + " is passed over: other files are there to test on.");
    for (const auto &[why, which] : dropped)
        result.push_back(std::to_string(which.rows) + (which.rows == 1 ? " row is" : " rows are") + " left out: " + why
            + " (" + (which.rows == 1 ? "" : "first ") + which.first + ").");
    return result;
}

Result<Conversations> readConversations(const std::string &path, double heldOut)
{
    return ConversationReader(heldOut).read(path);
}

} // namespace motley
