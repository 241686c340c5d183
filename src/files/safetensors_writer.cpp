// safetensors_writer.cpp: writes the header as the reference library does, then the numbers.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/hash.h"
#include "base/regular_file.h"
#include "files/atomic_file.h"
#include "files/safetensors_format.h"
#include "files/text.h"
#include "holo/check.h"
#include "tensor/record.h"

namespace holo {
namespace {

namespace limits = safetensors_limits;
using Item = SafetensorsLayout::Item;

void check_name(const std::string& where, const std::string& name) {
  check_utf8(where, "a name of a tensor", name);
  if (name == "__metadata__") {
    throw Error(where, "a tensor is called \"__metadata__\"",
                "another name; the format reserves this one");
  }
  if (name.size() > limits::name_bytes) {
    throw Error(where,
                fmt::format("a name of {} bytes, {}...", name.size(),
                            quoted_name(std::string_view(name).substr(0, 40))),
                fmt::format("at most {}", limits::name_bytes));
  }
}

std::size_t width(const Item& item) { return item.tensor != nullptr ? sizeof(real) : 8; }
const char* dtype(const Item& item) { return item.tensor != nullptr ? real_dtype : "I64"; }

// Checks the items and sorts them as in the file: I64, then F64 or F32, each by name.
std::vector<Item> sorted_items(const std::string& where, std::span<const NamedTensor> tensors,
                               std::span<const NamedIndices> indices) {
  std::vector<Item> items;
  for (const NamedIndices& named : indices) items.push_back({&named.name, nullptr, &named.indices});
  for (const NamedTensor& named : tensors) {
    if (!named.tensor.defined()) {
      throw Error(where, quoted_name(named.name) + " is an empty handle", "a tensor");
    }
    items.push_back({&named.name, &named.tensor, nullptr});
  }
  std::set<std::string_view> names;
  for (const Item& item : items) {
    check_name(where, *item.name);
    if (names.insert(*item.name).second) continue;
    throw Error(where, quoted_name(*item.name) + " twice", "each name once");
  }
  std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
    const bool a_first = a.indices != nullptr, b_first = b.indices != nullptr;
    return a_first != b_first ? a_first : *a.name < *b.name;
  });
  return items;
}

[[noreturn]] void fail_too_long(const std::string& where) {
  throw Error(where, fmt::format("a header of more than {} bytes", limits::header_bytes),
              "at most that");
}

std::string metadata_json(const std::string& where, const SafetensorsMetadata& metadata) {
  std::string json;
  for (const auto& [key, value] : metadata) {
    if (json.size() + key.size() + value.size() > limits::header_bytes) fail_too_long(where);
    check_utf8(where, "a key of the metadata", key);
    check_utf8(where, "the metadata " + quoted_name(key), value);
    json += fmt::format("{}\"{}\":\"{}\"", json.empty() ? "" : ",", json_text(key),
                        key == checksum_key ? no_checksum : json_text(value));
  }
  return json;
}

SafetensorsMetadata with_format(const SafetensorsMetadata& metadata) {
  SafetensorsMetadata all = metadata;
  all.emplace("format", "pt");
  return all;
}

}  // namespace

// In a JSON string, a quote has a backslash before it. So a quote after '{' or ',' begins a string,
// and we find a real key, even if other strings contain the same text.
std::size_t checksum_position(std::string_view text) {
  const std::string key = fmt::format("\"{}\":\"", checksum_key);
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const std::size_t digits = at + key.size();
    const bool is_key = at > 0 && (text[at - 1] == '{' || text[at - 1] == ',');
    if (is_key && text.find('"', digits) == digits + no_checksum.size()) return digits;
  }
  return std::string_view::npos;
}

SafetensorsLayout safetensors_layout(const std::string& where, std::span<const NamedTensor> tensors,
                                     const SafetensorsMetadata& metadata,
                                     std::span<const NamedIndices> indices) {
  SafetensorsLayout layout;
  layout.items = sorted_items(where, tensors, indices);
  std::string json = "{";
  if (!metadata.empty()) json += "\"__metadata__\":{" + metadata_json(where, metadata) + '}';
  std::uint64_t offset = 0;  // may exceed memory, because tensors may share storage
  for (const Item& item : layout.items) {
    const auto numel = static_cast<std::uint64_t>(item.shape().numel());
    const std::uint64_t end = offset + numel * width(item);
    json += fmt::format("{}\"{}\":{{\"dtype\":\"{}\",\"shape\":{},\"data_offsets\":[{},{}]}}",
                        json.size() == 1 ? "" : ",", json_text(*item.name), dtype(item),
                        item.shape().to_string(), offset, end);
    offset = end;
  }
  json += '}';
  json.resize((json.size() + 7) / 8 * 8, ' ');
  if (json.size() > limits::header_bytes) fail_too_long(where);
  const auto length = static_cast<std::uint64_t>(json.size());
  layout.start.assign(reinterpret_cast<const char*>(&length), sizeof length);
  layout.start += json;
  if (metadata.count(checksum_key) > 0) {
    Fnv1a hash;
    write_safetensors(layout, [&hash](std::string_view bytes) { hash.add(bytes); });
    layout.start.replace(checksum_position(layout.start), no_checksum.size(), hash.hex());
  }
  return layout;
}

void write_safetensors(const SafetensorsLayout& layout, const ByteSink& sink) {
  sink(layout.start);
  const auto write = [&sink](const void* numbers, std::size_t bytes) {
    sink({static_cast<const char*>(numbers), bytes});
  };
  for (const Item& item : layout.items) {
    const std::size_t bytes = static_cast<std::size_t>(item.shape().numel()) * width(item);
    if (item.indices != nullptr) {
      write(item.indices->values().data(), bytes);
    } else if (in_host_memory(item.tensor->device())) {
      write(item.tensor->data(), bytes);
    } else {
      write(item.tensor->to_vector().data(), bytes);
    }
  }
}

std::string safetensors_bytes(std::span<const NamedTensor> tensors,
                              const SafetensorsMetadata& metadata,
                              std::span<const NamedIndices> indices) {
  std::string bytes;
  write_safetensors(
      safetensors_layout("safetensors_bytes", tensors, with_format(metadata), indices),
      [&bytes](std::string_view piece) { bytes += piece; });
  return bytes;
}

void save_safetensors(const std::string& path, std::span<const NamedTensor> tensors,
                      const SafetensorsMetadata& metadata, std::span<const NamedIndices> indices) {
  const SafetensorsLayout layout =
      safetensors_layout(shown_path(path), tensors, with_format(metadata), indices);
  AtomicFile file(path);
  write_safetensors(layout, [&file](std::string_view bytes) { file.write(bytes); });
  file.commit();
}

}  // namespace holo
