// A network: parses text in the layer language (catalog/layer/layer.h) into checked layers and
// builds its graph.
//
//   c32-bn-relu-mp2-r(c32-bn-relu-c32-bn)-relu-gap-fc
//
// A layer takes one position. Parameters are named after positions, as in PyTorch's nn.Sequential.
#ifndef CAL_RUN_NET_H
#define CAL_RUN_NET_H
#include "base/memory.h"
#include "base/text.h"
#include "catalog/layer/layer.h"

typedef struct cal_net cal_net;

cal_status cal_net_parse(cal_net **out, const char *layers, bool pad_shortcut, int classes, int c, int h,
                         int w, cal_error *err);
// Parses the layers of a spec's model choice.
cal_status cal_net_from_choice(cal_net **out, const cal_choice *model, int classes, int c, int h, int w,
                               cal_error *err);
void cal_net_free(cal_net *net);
const char *cal_net_text(const cal_net *net);
// Both return the number of items. The layers of a body follow their block. Tensors include running
// statistics.
int cal_net_layers(const cal_net *net, const cal_layer **layers);
int cal_net_tensors(const cal_net *net, const cal_tensor **tensors);
cal_extent cal_net_input(const cal_net *net);      // one sample
size_t cal_net_parameters(const cal_net *net);     // trained floats
size_t cal_net_statistics(const cal_net *net);     // floats of running statistics
size_t cal_net_bytes(const cal_net *net);          // memory of the description, without weights
int64_t cal_net_multiply_adds(const cal_net *net); // per forward pass of one sample
bool cal_net_takes_image(const cal_net *net);      // else the input is a MATRIX of features

// Writes an object for a forward pass of one sample: text, input, parameters, multiply-adds and layers. A
// layer has its shape, its counts and the bytes of its output.
void cal_net_describe(const cal_net *net, cal_text *json);
// Writes which layer needs most memory at this batch size: "layer 4 'c512' is the largest, with 9.4 MB of
// weights and 67.1 MB of results".
enum { CAL_LARGEST = CAL_PATH + 160 };
void cal_net_describe_largest(char out[CAL_LARGEST], const cal_net *net, int batch);

// Returns the table [words, width] of the first layer if that is an embedding, else null.
const cal_tensor *cal_net_embedding(const cal_net *net);
// Returns the weight of the last layer if that is linear and not applied to tokens, else null.
const cal_tensor *cal_net_last_weight(const cal_net *net);

// Draws the initial values of flat[parameters + statistics] from the seed. CAL_INIT_PYTORCH is each layer's
// default in PyTorch. The other schemes draw matrices and filters with mean 0 and set biases to 0. He:
// variance 2 / fan_in (He et al. 2015, Eq. 10). Xavier: 2 / (fan_in + fan_out) (Glorot and Bengio 2010, Eq.
// 12, 16). Fans are those of PyTorch's torch.nn.init. Norms, embeddings and learnt tokens keep their
// defaults.
typedef enum cal_init {
    CAL_INIT_PYTORCH,
    CAL_INIT_HE_NORMAL,
    CAL_INIT_HE_UNIFORM,
    CAL_INIT_XAVIER_NORMAL,
    CAL_INIT_XAVIER_UNIFORM
} cal_init;
void cal_net_initialise(const cal_net *net, float *flat, cal_init init, uint64_t seed);

// Adds the net to the graph and returns its logits, MATRIX [n, k]. tensor[i] is the input node of tensor i.
// `key` (VECTOR [1,2]) is the seed and step of dropout; CAL_ABSENT disables dropout. In training mode, batch
// norm uses the batch's statistics. If i is a running statistic, stats[i] then becomes the node of its new
// value, else CAL_ABSENT. stats may be null.
cal_node cal_net_build(const cal_net *net, cal_graph *g, cal_node x, const cal_node *tensor, bool training,
                       cal_node *stats, cal_node key);
// Returns the input features [n, f] of the last linear layer in that graph, or CAL_NO_NODE.
cal_node cal_net_last_features(const cal_net *net, const cal_graph *g, cal_node logits,
                               const cal_node *tensor);

#endif
