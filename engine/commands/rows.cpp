#include "engine/commands/commands.h"
#include "engine/commands/terminal/plaintext.h"
#include "engine/run/settledjob.h"
#include "engine/tasks/rows/firstrows.h"

#include <iostream>
#include <memory>

namespace motley {

namespace {

struct RowsOptions {
    std::string job;
    int count = 5;
    bool json = false;
};

std::string counted(std::int64_t number, const char *what)
{
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

std::string headOf(const TrainingRow &row, std::size_t number)
{
    std::string head = "Row " + std::to_string(number) + (row.where.empty() ? "" : " (" + row.where + ")");
    if (row.tokens > 0)
        head += ", " + counted(row.tokens, "token") + ", " + std::to_string(row.learned) + " learned";
    if (row.cutTokens > 0)
        head += ", cut: " + counted(row.cutTokens, "token") + " lost";
    return row.leftOut.empty() ? head : head + ", left out: " + row.leftOut;
}

void print(const std::string &what, const RowCounts &counts, const TrainingRows &rows)
{
    std::cout << what << ": " << (rows.isWhole ? "" : "the first ") << counted(counts.rows, "row");
    if (counts.cutRows > 0)
        std::cout << ", " << counts.cutRows << " cut to " << counted(rows.length, "token") << " ("
                  << counted(counts.cutTokens, "token") << " lost)";
    if (counts.withoutAnswer > 0)
        std::cout << ", " << counts.withoutAnswer << " left out without an answer";
    std::cout << "\n";
    for (const LeftOutRows &each : counts.leftOut)
        std::cout << plainText(counted(each.rows, "row") + " left out: " + each.why + " (first " + each.first + ")")
                  << "\n";
}

void print(const TrainingRows &rows)
{
    for (const std::string &note : rows.notes)
        std::cerr << plainText(note) << "\n";
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
        const TrainingRow &row = rows.rows[i];
        std::string text;
        for (const TextPiece &piece : row.pieces)
            text += piece.learned ? "⟦" + piece.text + "⟧" : piece.text;
        std::cout << plainText(headOf(row, i + 1)) << "\n" << plainText(text);
        if (row.hiddenBytes > 0)
            std::cout << "… and " << counted(row.hiddenBytes, "more byte");
        std::cout << (text.empty() ? "\n" : "\n\n");
    }
    if (rows.training)
        print("Training data", *rows.training, rows);
    if (rows.test)
        print("Test data", *rows.test, rows);
}

int showRows(const RowsOptions &options)
{
    const auto job = readJob(options.job);
    if (!job)
        return failed(job.error());
    const auto rows = firstRows(settled(*job), options.count);
    if (!rows)
        return failed(rows.error());
    if (options.json)
        std::cout << toJson(*rows) << "\n";
    else
        print(*rows);
    std::cout << std::flush;
    return exitDone;
}

} // namespace

void addRows(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("rows", "Show the first rows of a job's data as they are trained");
    command->footer("What the model learns to write stands in ⟦ ⟧; the rest is given. Special tokens are written out.\n"
                    "A row that is longer than a sample is shown as it is cut, and one that is left out says why.\n"
                    "Of conversations all rows are counted, up to 20,000.\n"
                    "For text, conversations, translations and tags.\n\n"
                    "Example:\n"
                    "  $ motley-engine rows chat.json --count 2\n"
                    "  Row 1 (line 1 of chat.jsonl), 14 tokens, 4 learned\n"
                    "  <|im_start|>user\n"
                    "  ...");
    auto options = std::make_shared<RowsOptions>();
    command->add_option("JOB", options->job, "Job file (JSON)")->required();
    command->add_option("--count", options->count, "How many rows")
        ->check(CLI::Range(1, mostTrainingRows))
        ->capture_default_str();
    command->add_flag("--json", options->json, "One JSON line, for programs");
    command->callback([&chosen, options] { chosen = [options] { return showRows(*options); }; });
}

} // namespace motley
