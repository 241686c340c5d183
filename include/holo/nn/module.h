// module.h: the base class of layers and models: named parameters, and training or evaluation.
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
// has the parameters fc1.weight, fc1.bias, fc2.weight and fc2.bias.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "holo/scope.h"
#include "holo/tensor.h"

namespace holo {

/// A parameter of a module. `embedding`: its rows are looked up, see weight_decay_groups() in
/// optim.h.
struct NamedParameter {
  std::string name;
  Tensor tensor;
  bool embedding = false;
};

/// A layer or a model. Parameters and modules are ordinary members, which the constructor registers
/// by name; since they are registered by address a module can be neither copied nor moved. Members
/// may be assigned to: `head.weight = embedding.weight` ties the two. A new tensor is trained when
/// it requires a gradient: `head.weight = normal({V, C}, random).set_requires_grad()`.
class Module {
 public:
  Module() = default;
  virtual ~Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  /// Its own parameters, then those of its modules as "module.parameter", each in the order in
  /// which they were registered. A shared parameter comes once, under its first name; an empty
  /// handle is left out.
  std::vector<NamedParameter> named_parameters() const;
  std::vector<Tensor> parameters() const;
  /// The number of elements of all parameters. Throws ShapeError above 2^63.
  Index parameter_count() const;

  /// Where it is registered, "blocks.0.attention": what its parameters' names begin with in the
  /// outermost module. Empty in one that is part of no other. Of several places, the first. A layer
  /// computes in the scope of this name:  const Scope scope(full_name());
  FullName full_name() const { return {full_name_}; }

  /// Switches this module and all in it to training or evaluation, which Dropout depends on. A new
  /// module is in training.
  void train(bool training = true);
  void eval() { train(false); }
  /// False in evaluation, and in a thread that runs generate() at the moment.
  bool training() const;

  /// Forgets the gradients.
  void zero_grad();
  /// Moves the parameters, without their gradients, to a device; all handles on them follow. Make
  /// the optimizer afterwards. Throws holo::Error when there is no such device.
  void to(Device device);

 protected:
  enum class Kind { plain, embedding };
  /// Makes `parameter`, a member, require a gradient, and gives it its name as a label unless it
  /// has one. Throws holo::Error for an empty name, one with a dot, or one that is taken.
  void register_parameter(const std::string& name, Tensor& parameter, Kind kind = Kind::plain);
  /// The same for a module that lives as long as this. The labels of its parameters become
  /// "name.parameter". Throws holo::Error for this module itself, or one that holds it.
  void register_module(const std::string& name, Module& module);
  /// The same for a module that a pointer owns, which is returned. Throws UsageError for null.
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
  bool holds(const Module& other) const;  // itself too
  void collect(const std::string& prefix, std::vector<NamedParameter>& found) const;

  std::vector<Parameter> parameters_;
  std::vector<Child> modules_;
  std::string full_name_;
  bool training_ = true;
};

/// The base class of modules with one input and one output: a model that chooses its layers at run
/// time holds them as std::unique_ptr<Layer>. A layer of a known type is called as layer(x).
class Layer : public Module {
 public:
  /// x [..., C] to [..., C'], as operator() of the layer.
  virtual Tensor forward(const Tensor& x) = 0;
};

/// Modules of one type, which are named "0", "1" and so on. Register the list itself, as "blocks"
/// say, when they are all in it: the first is "blocks.0" then.
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
