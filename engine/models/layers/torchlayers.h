#pragma once

/**
 * The layers of LibTorch that our models are made of. torch.h holds many more, and every file that sees it pays for
 * them with seconds, also where it comes precompiled.
 */
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>
#include <torch/types.h>
