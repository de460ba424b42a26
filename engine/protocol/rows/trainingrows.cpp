#include "engine/protocol/rows/trainingrows.h"

#include "engine/json/jsonfields.h"

namespace motley {

constexpr std::size_t longestRows = 4 << 20; // bytes

template <typename Fields>
void describe(Fields &fields, TextPiece &piece)
{
    fields("text", piece.text);
    fields("learned", piece.learned);
    fields("special", piece.special);
}

template <typename Fields>
void describe(Fields &fields, TrainingRow &row)
{
    fields("where", row.where);
    fields("pieces", row.pieces);
    fields("tokens", row.tokens);
    fields("learned", row.learned);
    fields("cutTokens", row.cutTokens);
    fields("hiddenBytes", row.hiddenBytes);
    fields("leftOut", row.leftOut);
    fields("isWithoutAnswer", row.isWithoutAnswer);
}

template <typename Fields>
void describe(Fields &fields, LeftOutRows &left)
{
    fields("why", left.why);
    fields("rows", left.rows);
    fields("first", left.first);
}

template <typename Fields>
void describe(Fields &fields, RowCounts &counts)
{
    fields("rows", counts.rows);
    fields("cutRows", counts.cutRows);
    fields("cutTokens", counts.cutTokens);
    fields("withoutAnswer", counts.withoutAnswer);
    fields("leftOut", counts.leftOut);
}

template <typename Fields>
void describe(Fields &fields, TrainingRows &rows)
{
    fields("rows", rows.rows);
    fields("length", rows.length);
    fields("training", rows.training);
    fields("test", rows.test);
    fields("isWhole", rows.isWhole);
    fields("notes", rows.notes);
}

std::string toJson(const TrainingRows &rows)
{
    return dumpLine(jsonOf(rows));
}

Result<TrainingRows> parseTrainingRows(std::string_view json)
{
    return parseJson(json, longestRows, "answer to rows").and_then([](const Json &value) {
        return fromJson<TrainingRows>(value);
    });
}

} // namespace motley
