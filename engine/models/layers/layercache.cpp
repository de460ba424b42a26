#include "engine/models/layers/layercache.h"

#include <ATen/ATen.h>

namespace motley {

void LayerCache::select(const at::Tensor &rows)
{
    attention.select(rows);
    for (at::Tensor *tensor : {&recurrent.inputs, &recurrent.memory})
        if (tensor->defined())
            *tensor = tensor->index_select(0, rows);
}

} // namespace motley
