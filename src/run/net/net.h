// A network: a text in the layer language (catalog/layer/layer.h) -> checked layers with shapes -> graph.
//
//   c32-bn-relu-mp2-r(c32-bn-relu-c32-bn)-relu-gap-fc
//
// Every layer counts one position; parameters are named after positions as PyTorch's nn.Sequential would.
#ifndef CAL_RUN_NET_H
#define CAL_RUN_NET_H
#include "base/memory.h"
#include "base/text.h"
#include "catalog/layer/layer.h"

typedef struct cal_net cal_net;

cal_status cal_net_parse(cal_net **out, const char *layers, bool pad_shortcut, int classes, int c, int h,
                         int w, cal_error *err);
// From a spec's model choice.
cal_status cal_net_from_choice(cal_net **out, const cal_choice *model, int classes, int c, int h, int w,
                               cal_error *err);
void cal_net_free(cal_net *net);
const char *cal_net_text(const cal_net *net);
int cal_net_layers(const cal_net *net,
                   const cal_layer **layers); // returns their number; a body follows its block
int cal_net_tensors(const cal_net *net,
                    const cal_tensor **tensors);   // returns their number, statistics included
size_t cal_net_parameters(const cal_net *net);     // floats that are trained
size_t cal_net_statistics(const cal_net *net);     // floats of running statistics
int64_t cal_net_multiply_adds(const cal_net *net); // of one sample, forward
bool cal_net_wants_image(const cal_net *net);      // else the input is a MATRIX of features

// As JSON: text, input, parameters, multiply-adds and layers with their shapes, counts and the bytes that
// their results take; all of one sample, forward.
void cal_net_describe(const cal_net *net, cal_text *json);
// Names the layer that takes most memory at this batch, for whoever has to do with less: "layer 4 'c512' is
// the largest, with 9.4 MB of weights and 67.1 MB of results".
enum { CAL_LARGEST = CAL_PATH + 160 };
void cal_net_describe_largest(char out[CAL_LARGEST], const cal_net *net, int batch);

// The table of the first layer where that is an embedding, [words, width], else null.
const cal_tensor *cal_net_embedding(const cal_net *net);
// The weight of the last layer where that is a linear one of whole samples, else null.
const cal_tensor *cal_net_last_weight(const cal_net *net);

// First values into flat[parameters + statistics], from the seed. CAL_INIT_PYTORCH is every layer's own; the
// others give what multiplies (a matrix, a filter) mean 0 and variance 2 / fan_in (He et al. 2015, Eq. 10) or
// 2 / (fan_in + fan_out) (Glorot and Bengio 2010, Eq. 12, 16), with the fans of PyTorch's torch.nn.init, and
// biases 0. Norms, embeddings and learnt tokens begin as ever.
typedef enum cal_init {
    CAL_INIT_PYTORCH,
    CAL_INIT_HE_NORMAL,
    CAL_INIT_HE_UNIFORM,
    CAL_INIT_XAVIER_NORMAL,
    CAL_INIT_XAVIER_UNIFORM
} cal_init;
void cal_net_initialise(const cal_net *net, float *flat, cal_init init, uint64_t seed);

// The graph. `key` (VECTOR [1,2]) is the seed and step of dropout, or CAL_ZERO: nothing is dropped. tensor[i]
// is the node of tensor i (inputs). In training mode batch norm uses the batch and stats[i] of a
// running-statistics tensor becomes the node of its new value, else it stays CAL_ZERO; stats may be null.
cal_node cal_net_build(const cal_net *net, cal_graph *g, cal_node x, const cal_node *tensor, bool training,
                       cal_node *stats, cal_node key);
// In that graph, the features [n,f] that the last linear layer multiplies; CAL_ZERO where there is none.
cal_node cal_net_last_features(const cal_net *net, const cal_graph *g, cal_node logits,
                               const cal_node *tensor);

#endif
