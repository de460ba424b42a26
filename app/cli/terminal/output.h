// Results for people go to stdout, all other words to stderr; with --json stdout holds JSON lines and nothing else.
#pragma once

#include "app/cli/terminal/exitcode.h"
#include "engine/base/result.h"
#include "engine/protocol/metric.h"

#include <QJsonObject>
#include <QString>

namespace motley {

QByteArray terminalText(QString text); // with plain spaces for no-break ones, so that a search finds them
void printLine(const QString &text); // stdout
void printNote(const QString &text); // stderr
void printError(const Error &error); // to stderr: the sentence, and below it the error's detail
void setJsonErrors(bool on); // printError() then prints {"error": {"message": ..., "detail": ...}} to stdout too
int failure(const Error &error, int code = Failed); // prints it and returns the code
void printJson(const QJsonObject &object);

QJsonObject toJsonObject(const Metric &metric);

} // namespace motley
