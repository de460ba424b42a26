// The pictures of one example, as large as there is room for: as it is, and where something is to be found in it, with
// what is expected and what was predicted.
#pragma once

#include "app/pages/examples/examplemodel.h"

#include <QWidget>

#include <array>

class QLabel;

namespace motley {

class SlicePicture;

class LargeExample : public QWidget {
    Q_OBJECT

public:
    explicit LargeExample(QWidget *parent = nullptr);

    void showExample(const ExampleModel &examples, int row);

private:
    struct Part {
        QLabel *name;
        SlicePicture *picture;
    };

    std::array<Part, 3> m_parts{}; // index: ExampleModel::Shown, Expected, Predicted
};

} // namespace motley
