// What a model makes of the examples of a test, in words.
#pragma once

#include "engine/protocol/examples/testexamples.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace motley {

enum class ExampleResult { Right, Partly, Wrong, NoQuestion };
ExampleResult resultOf(const TestExample &example);
QString resultWords(const TestExample &example); // "right", "wrong", "83 % right"; empty: that is no question

QString exampleText(const TestExample &example); // what is shown; empty: a picture
QString expectedText(const TestExample &example); // of tagged words those with another tag than O: "Ada: B-PER"
QString predictedText(const TestExample &example);
// All of a text's example: line by line what is shown, expected and predicted, or word by word, with a mark at each
// wrong one.
QString wholeExample(const TestExample &example);

// The pairs of classes that are confused most, most frequent first.
std::vector<ConfusedPair> confusedPairs(const Confusion &confusion, std::size_t most);
// What a cell of a matrix of `classes` says: "Shirt, taken for Coat 12 times: 1.2 % of all Shirt".
QString confusionWords(const Confusion &confusion, std::size_t expected, std::size_t predicted);

} // namespace motley
