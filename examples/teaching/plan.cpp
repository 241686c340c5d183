// plan.cpp: reads the plan line by line.
#include "teaching/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "holo/check.h"
#include "teaching/markdown.h"

namespace holo {
namespace {

constexpr std::array kinds = {"text",    "points",   "table",  "figure",  "formula",
                              "listing", "commands", "output", "stepper", "trace"};

// Splits at each `separator` outside of quotes.
std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (c == separator && !quoted) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  for (std::string& part : parts) part = trimmed(part);
  return parts;
}

PlannedPiece parse_piece(const std::string& text, const std::string& where) {
  const std::size_t space = std::min(text.find(' '), text.size());
  PlannedPiece piece{text.substr(0, space), trimmed(text.substr(space))};
  if (std::find(kinds.begin(), kinds.end(), piece.kind) == kinds.end()) {
    throw UsageError(where, fmt::format("\"{}\"", piece.kind),
                     fmt::format("one of: {}", fmt::join(kinds, ", ")));
  }
  if (piece.words.empty()) return piece;
  if (piece.words.size() < 3 || piece.words.front() != '"' || piece.words.back() != '"') {
    throw UsageError(where, piece.words, "a text in quotes after " + piece.kind);
  }
  piece.words = piece.words.substr(1, piece.words.size() - 2);
  return piece;
}

PlannedSlide parse_slide(const std::string& text, int line, const std::string& where) {
  const std::vector<std::string> parts = split(text, '|');
  if (parts.size() < 3 || parts.size() > 5) {
    throw UsageError(where, fmt::format("{} parts", parts.size()),
                     "page | heading | what is shown | question | note");
  }
  PlannedSlide slide{line, parts[0], parts[1], {}, "", ""};
  if (parts.size() > 3) slide.question = parts[3];
  if (parts.size() > 4) slide.note = parts[4];
  for (const std::string& piece : split(parts[2], ';')) {
    slide.pieces.push_back(parse_piece(piece, where));
  }
  return slide;
}

// The number that `text` begins with; what follows it has to begin with `then`, or be nothing where
// that is empty.
int minutes_of(const std::string& text, std::string_view then, const std::string& where) {
  int minutes = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, minutes);
  const std::string_view rest(end, last);
  const bool follows = then.empty() ? rest.empty() : rest.starts_with(then);
  if (error != std::errc() || minutes <= 0 || !follows) {
    throw UsageError(where, "\"" + text + "\"", fmt::format("a number of minutes{}", then));
  }
  return minutes;
}

void check_minutes(const std::vector<Session>& sessions, const std::string& path, int expected) {
  for (const Session& session : sessions) {
    const std::string where = fmt::format("{}: session \"{}\"", path, session.title);
    std::int64_t sum = 0;
    for (const std::string& agenda : session.agenda) sum += minutes_of(agenda, " min: ", where);
    if (sum != expected) {
      throw UsageError(where, fmt::format("{} minutes", sum), fmt::format("{}", expected));
    }
  }
}

}  // namespace

std::vector<Session> parse_plan(const std::string& path, const std::string& text) {
  std::vector<Session> sessions;
  int number = 0;
  std::optional<int> minutes;
  const std::size_t start = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;  // after a byte order mark
  for (const std::string& raw : lines_of(text.substr(start))) {
    const std::string line = trimmed(raw), where = fmt::format("{}:{}", path, ++number);
    if (line.empty() || line[0] == '#') continue;
    const std::size_t colon = std::min(line.find(':'), line.size());
    const std::string word = line.substr(0, colon);
    const std::string rest = trimmed(line.substr(std::min(colon + 1, line.size())));
    if (word == "session") {
      sessions.push_back({rest, {}, {}, {}, {}});
      continue;
    }
    if (word == "minutes") {
      if (!sessions.empty()) throw UsageError(where, "minutes: in a session", "it before them all");
      minutes = minutes_of(rest, "", where);
      continue;
    }
    if (sessions.empty()) throw UsageError(where, "\"" + line + "\"", "session: before all else");
    Session& session = sessions.back();
    if (word == "goal" || word == "agenda" || word == "home") {
      (word == "goal"   ? session.goals
       : word == "home" ? session.home
                        : session.agenda)
          .push_back(rest);
    } else {
      session.slides.push_back(parse_slide(line, number, where));
    }
  }
  if (sessions.empty()) throw UsageError(path, "no session", "session: and lines for its slides");
  if (minutes) check_minutes(sessions, path, *minutes);
  return sessions;
}

}  // namespace holo
