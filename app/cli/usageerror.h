// Says what is wrong with a command line in the user's language, as CLI11 speaks English only.
#pragma once

#include <QString>

namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace motley {

QString usageErrorWords(CLI::App &app, const CLI::ParseError &problem); // one sentence, and how to get help

} // namespace motley
