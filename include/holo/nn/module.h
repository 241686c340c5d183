// module.h: the base class of layers and models, with named parameters and a training mode.
//
//   struct Mlp : Module {
//     Linear fc1, fc2;
//     explicit Mlp(PythonRandom& random) : fc1(16, 64, random), fc2(64, 16, random) {
//       register_module("fc1", fc1);
//       register_module("fc2", fc2);
//     }
//     Tensor operator()(const Tensor& x) const { return fc2(gelu(fc1(x))); }
//   };
//
// This Mlp has the parameters fc1.weight, fc1.bias, fc2.weight and fc2.bias.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "holo/scope.h"
#include "holo/tensor.h"

namespace holo {

/// A parameter of a module. `embedding` marks an embedding table, for weight_decay_groups().
struct NamedParameter {
  std::string name;
  Tensor tensor;
  bool embedding = false;
};

/// A layer or a model. A module's parameters and submodules are ordinary members. The constructor
/// registers the members' addresses by name, so a module can be neither copied nor moved. You may
/// assign to a parameter: `head.weight = embedding.weight` ties the two weights. To train a new
/// tensor, make it require a gradient: `head.weight = normal({V, C}, random).set_requires_grad()`.
class Module {
 public:
  Module() = default;
  virtual ~Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  /// All parameters: first this module's, then those of its submodules, named like
  /// "module.parameter". Both groups are in registration order. A shared parameter appears only
  /// under its first name. Empty handles are omitted.
  std::vector<NamedParameter> named_parameters() const;
  std::vector<Tensor> parameters() const;
  /// The total number of elements in all parameters. Throws ShapeError above 2^63.
  Index parameter_count() const;

  /// The path under which the module was first registered, for example "blocks.0.attention". Empty
  /// for the outermost module. The names of the module's parameters begin with this path. A layer
  /// runs in a scope of this name:  const Scope scope(full_name());
  FullName full_name() const { return {full_name_}; }

  /// Switches this module and all its submodules to training or evaluation mode. Only Dropout
  /// behaves differently in evaluation mode. A new module is in training mode.
  void train(bool training = true);
  void eval() { train(false); }
  /// True in training mode, except in a thread that has an Evaluation, as in generate().
  bool training() const;

  /// Removes the gradients of all parameters.
  void zero_grad();
  /// Moves all parameters to a device, without their gradients. Existing handles refer to the moved
  /// tensors. Create the optimizer afterwards. Throws holo::Error if there is no such device.
  void to(Device device);

 protected:
  enum class Kind { plain, embedding };
  /// Registers the member `parameter`, which then requires a gradient. A parameter without a label
  /// is labelled `name`. Throws holo::Error for a name that is empty, contains a dot or is in use.
  void register_parameter(const std::string& name, Tensor& parameter, Kind kind = Kind::plain);
  /// Registers a module, which must live as long as this one. The labels of its parameters become
  /// "name.parameter". Throws holo::Error if `module` is this module or contains this module.
  void register_module(const std::string& name, Module& module);
  /// Registers a module that a pointer owns, and returns the pointer. Throws UsageError for null.
  ///   norm = add("norm", make_norm(Norm::rms, C));
  template <class M>
  std::unique_ptr<M> add(const std::string& name, std::unique_ptr<M> module) {
    register_module(name, not_null(name, module.get()));
    return module;
  }

 private:
  struct Parameter {
    std::string name;
    Tensor* tensor;
    bool embedding;
  };
  struct Child {
    std::string name;
    Module* module;
  };
  static Module& not_null(const std::string& name, Module* module);
  void check_name(const std::string& name) const;
  void set_full_name(std::string name);
  bool holds(const Module& other) const;  // true if `other` is this module or inside it
  void collect(const std::string& prefix, std::vector<NamedParameter>& found) const;

  std::vector<Parameter> parameters_;
  std::vector<Child> modules_;
  std::string full_name_;
  bool training_ = true;
};

/// While an Evaluation exists, all modules are in evaluation mode for the calling thread. The
/// modules themselves do not change, so several threads may share them.
class Evaluation {
 public:
  Evaluation();
  ~Evaluation();
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;
};

/// The base class of modules with one input and one output. A model that chooses its layers at run
/// time holds them as std::unique_ptr<Layer>. If you know a layer's type, call layer(x) instead.
class Layer : public Module {
 public:
  /// Maps x [..., C] to [..., C'], like the layer's operator().
  virtual Tensor forward(const Tensor& x) = 0;
};

/// A list of modules of one type, named "0", "1" and so on. Fill the list before you register it.
/// In a list called "blocks", the first module is "blocks.0".
template <class M>
class ModuleList : public Module {
 public:
  M& add(std::unique_ptr<M> module) {
    items_.push_back(Module::add(std::to_string(items_.size()), std::move(module)));
    return *items_.back();
  }
  const std::unique_ptr<M>& operator[](std::size_t i) const { return items_[i]; }
  const std::unique_ptr<M>& at(std::size_t i) const { return items_.at(i); }
  std::size_t size() const { return items_.size(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

 private:
  std::vector<std::unique_ptr<M>> items_;
};

}  // namespace holo
