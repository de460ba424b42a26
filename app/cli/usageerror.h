// What is wrong with a command line, in the person's language; CLI11 says it in English.
#pragma once

#include <QString>

namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace motley {

QString usageErrorWords(CLI::App &app, const CLI::ParseError &problem); // one sentence, and how to get help

} // namespace motley
