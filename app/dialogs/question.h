// Asks before something is lost. Enter and Escape leave all as it is.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace motley {

struct Question {
    QString objectName;
    QString heading; // names the thing
    QString text; // what is lost
    QString action; // the word on the button
};

void ask(QWidget *parent, const Question &question, const std::function<void()> &agreed);

} // namespace motley
