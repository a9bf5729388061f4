#include "arena/contest/bots/bots.hpp"

#include <algorithm>

#include <boost/describe/enum_from_string.hpp>
#include <boost/describe/enum_to_string.hpp>
#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/sha256.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena::contest {

namespace {

constexpr std::size_t most_file_name = 200;
constexpr std::size_t most_language = 32;

constexpr const char* bot_columns =
    "SELECT b.id, b.contest, b.name, b.account, a.name, b.active, coalesce(v.number, 0), "
    "b.is_open, b.made_at FROM bot b JOIN account a ON a.id = b.account LEFT JOIN version v ON "
    "v.id = b.active ";
constexpr const char* version_columns =
    "SELECT v.id, v.bot, v.number, v.state, coalesce(b.active = v.id, 0), v.file, v.file_name, "
    "v.language, v.protocol, v.reason, v.build_log, v.report, v.command, v.handed_in_at, "
    "v.checked_at, coalesce(v.built, ''), EXISTS (SELECT 1 FROM file WHERE hash = v.file AND "
    "length(bytes) > 0), EXISTS (SELECT 1 FROM file WHERE hash = v.built AND length(bytes) > 0) "
    "FROM version v JOIN bot b ON b.id = v.bot ";

std::string select(const char* columns, const char* rest) { return std::string(columns) + rest; }

Moment moment_in(const SQLite::Statement& row, int column) {
  return read_moment(row.getColumn(column).getString()).value_or(Moment());
}

Bot bot_of(const SQLite::Statement& row) {
  Bot bot;
  bot.id = row.getColumn(0).getInt64();
  bot.contest = row.getColumn(1).getString();
  bot.name = row.getColumn(2).getString();
  bot.account = row.getColumn(3).getInt64();
  bot.author = row.getColumn(4).getString();
  if (!row.getColumn(5).isNull()) bot.active = row.getColumn(5).getInt64();
  bot.active_number = row.getColumn(6).getInt();
  bot.is_open = row.getColumn(7).getInt() != 0;
  bot.made_at = moment_in(row, 8);
  return bot;
}

std::vector<std::string> words_of(const std::string& list) {
  return json::value_to<std::vector<std::string>>(json::parse(list));
}

Version version_of(const SQLite::Statement& row) {
  Version version;
  version.id = row.getColumn(0).getInt64();
  version.bot = row.getColumn(1).getInt64();
  version.number = row.getColumn(2).getInt();
  boost::describe::enum_from_string(row.getColumn(3).getText(), version.state);
  version.is_active = row.getColumn(4).getInt() != 0;
  version.file = row.getColumn(5).getString();
  version.file_name = row.getColumn(6).getString();
  version.language = row.getColumn(7).getString();
  version.protocol = row.getColumn(8).getString();
  version.reason = row.getColumn(9).getString();
  version.build_log = row.getColumn(10).getString();
  version.report = row.getColumn(11).getString();
  version.command = words_of(row.getColumn(12).getString());
  version.handed_in_at = moment_in(row, 13);
  if (!row.getColumn(14).isNull()) version.checked_at = moment_in(row, 14);
  version.built = row.getColumn(15).getString();
  version.has_source = row.getColumn(16).getInt() != 0;
  version.can_play = row.getColumn(17).getInt() != 0;
  return version;
}

std::optional<Bot> find_bot(Statements& sql, BotId id) {
  static const std::string text = select(bot_columns, "WHERE b.id = ?");
  SQLite::Statement& row = sql.query(text, id);
  return row.executeStep() ? std::optional(bot_of(row)) : std::nullopt;
}

std::optional<Version> find_version(Statements& sql, VersionId id) {
  static const std::string text = select(version_columns, "WHERE v.id = ?");
  SQLite::Statement& row = sql.query(text, id);
  return row.executeStep() ? std::optional(version_of(row)) : std::nullopt;
}

Version need_version(Statements& sql, VersionId id) {
  auto version = find_version(sql, id);
  if (!version) throw Error("there is no such version");
  return *std::move(version);
}

/// A file that was let go has no bytes: they may come again.
std::string store_file(Statements& sql, const std::string& bytes, Moment now) {
  std::string hash = sha256(bytes);
  SQLite::Statement& row = sql.query(
      "INSERT INTO file (hash, bytes, made_at) VALUES (?, ?, ?) ON CONFLICT (hash) DO UPDATE SET "
      "bytes = excluded.bytes WHERE length(bytes) = 0");
  row.bind(1, hash);
  row.bindNoCopy(2, bytes.data(), static_cast<int>(bytes.size()));
  row.bind(3, stored_moment(now));
  row.exec();
  return hash;
}

std::string bytes_of(Statements& sql, const std::string& hash) {
  SQLite::Statement& row = sql.query("SELECT bytes FROM file WHERE hash = ?", hash);
  return row.executeStep() ? row.getColumn(0).getString() : std::string();
}

/// "stage-one-3" for the third best of stage-one, which hides its author.
bool is_copy_name(const ContestSpec& contest, std::string_view name) {
  const std::size_t dash = name.rfind('-');
  if (dash == std::string_view::npos || !to_number<unsigned>(name.substr(dash + 1))) return false;
  return std::ranges::any_of(contest.phases, [&](const PhaseSpec& phase) {
    return equal_ignoring_case(phase.name, name.substr(0, dash));
  });
}

void check_bot_name(const ContestSpec& contest, const std::string& bot) {
  check_name("bot", bot);
  for (const HouseBot& house : contest.house) {
    if (equal_ignoring_case(house.name, bot))
      throw Error(fmt::format("\"{}\" is a bot of the house: choose another name", bot));
  }
  if (is_copy_name(contest, bot))
    throw Error(
        fmt::format("\"{}\" is the name of a bot of an earlier phase: choose another name", bot));
}

/// The author's bot of this name, made if it is missing.
BotId bot_for(Statements& sql, AccountId account, const ContestSpec& contest,
              const std::string& name, Moment now) {
  SQLite::Statement& row =
      sql.query("SELECT id, account FROM bot WHERE contest = ? AND name = ?", contest.id, name);
  if (row.executeStep()) {
    if (row.getColumn(1).getInt64() != account)
      throw Error(fmt::format("another author has a bot named \"{}\"", name));
    return row.getColumn(0).getInt64();
  }
  SQLite::Statement& count =
      sql.query("SELECT count(*) FROM bot WHERE contest = ? AND account = ?", contest.id, account);
  count.executeStep();
  if (count.getColumn(0).getInt() >= contest.quotas.bots)
    throw Error(
        fmt::format("you have {} in this contest, and more are not allowed: hand in a new "
                    "version of one of them",
                    counted(contest.quotas.bots, "bot")));
  sql.run("INSERT INTO bot (contest, account, name, made_at) VALUES (?, ?, ?, ?)", contest.id,
          account, name, stored_moment(now));
  return sql.last_id();
}

/// Earlier versions that were made active again count too.
void check_rate(Statements& sql, AccountId account, const std::string& contest,
                const Quotas& quotas, Moment now) {
  SQLite::Statement& row = sql.query(
      "SELECT count(*) FROM bot b JOIN (SELECT bot, handed_in_at AS at FROM version UNION ALL "
      "SELECT bot, at FROM activation) c ON c.bot = b.id WHERE b.account = ? AND b.contest = ? AND "
      "c.at BETWEEN ? AND ?",
      account, contest, stored_moment(now - std::chrono::hours(24)),
      // A clock that was ahead for a while leaves later ones.
      stored_moment(now + std::chrono::hours(24)));
  row.executeStep();
  if (row.getColumn(0).getInt() >= quotas.versions_per_day)
    throw Error(
        fmt::format("you have handed in, or made active again, {} within 24 hours, and more are "
                    "not allowed: try again later",
                    counted(quotas.versions_per_day, "version")));
}

/// The versions of the author in the contest that are the same program as v.
constexpr const char* same_programs =
    "FROM version v JOIN bot b ON b.id = v.bot JOIN bot o ON o.account = b.account AND "
    "o.contest = b.contest JOIN version w ON w.bot = o.id AND w.built = v.built WHERE v.id = ?1 ";

/// Why the version may not play: another one that is the same program is disqualified, or it is of
/// another bot, which was the first. Empty: it may.
std::string why_not(Statements& sql, VersionId version) {
  static const std::string text = std::string("SELECT w.state, w.number, o.name ") + same_programs +
                                  "AND (w.state = 'disqualified' OR (w.state = 'accepted' AND "
                                  "o.id <> b.id AND w.id < v.id)) ORDER BY w.state DESC, w.id";
  SQLite::Statement& row = sql.query(text, version);
  if (!row.executeStep()) return "";
  const std::string which =
      fmt::format("version {} of {}", row.getColumn(1).getInt(), row.getColumn(2).getString());
  return row.getColumn(0).getString() == "accepted"
             ? fmt::format("it is the same program as {}, and plays only there", which)
             : fmt::format("it is the same program as {}, which is disqualified", which);
}

void set_active(Statements& sql, VersionId version) {
  sql.run("UPDATE bot SET active = ?1 WHERE id = (SELECT bot FROM version WHERE id = ?1)", version);
}

/// The newest version of the bot if the same was handed in then: a client that got no answer may
/// send it again.
std::optional<Version> same_again(Statements& sql, BotId bot, const Upload& upload,
                                  const std::string& protocol) {
  static const std::string text =
      select(version_columns, "WHERE v.bot = ? ORDER BY v.number DESC LIMIT 1");
  SQLite::Statement& row = sql.query(text, bot);
  if (!row.executeStep()) return std::nullopt;
  Version version = version_of(row);
  const bool is_same = version.file == sha256(upload.bytes) && version.protocol == protocol &&
                       version.file_name == upload.file_name &&
                       (upload.language.empty() || version.language == upload.language);
  const bool counts =
      version.state != VersionState::refused && version.state != VersionState::disqualified;
  return is_same && counts ? std::optional(std::move(version)) : std::nullopt;
}

}  // namespace

Upload checked(Upload upload, const Quotas& quotas) {
  if (upload.bytes.empty()) throw Error("the upload is empty");
  if (upload.bytes.size() > quotas.upload)
    throw Error(
        fmt::format("the upload has {} bytes, allowed are {}", upload.bytes.size(), quotas.upload));
  upload.file_name = characters_within(repaired_utf8(upload.file_name), most_file_name);
  upload.language = characters_within(repaired_utf8(upload.language), most_language);
  return upload;
}

Version Bots::hand_in(AccountId account, const ContestSpec& contest, const std::string& bot,
                      const Upload& given) {
  check_bot_name(contest, bot);
  const Upload upload = checked(given, contest.quotas);
  const std::string protocol =
      upload.protocol.empty() ? contest.match.limits.protocol.value_or("") : upload.protocol;
  const Moment now = now_();
  return database_.write([&](Statements& sql) {
    const BotId id = bot_for(sql, account, contest, bot, now);
    if (auto same = same_again(sql, id, upload, protocol)) return *std::move(same);
    check_rate(sql, account, contest.id, contest.quotas, now);
    const std::string hash = store_file(sql, upload.bytes, now);
    sql.run(
        "INSERT INTO version (bot, number, file, file_name, language, protocol, state, reason, "
        "build_log, report, command, handed_in_at) SELECT ?, coalesce(max(number), 0) + 1, ?, ?, "
        "?, ?, 'waiting', '', '', '', '[]', ? FROM version WHERE bot = ?",
        id, hash, upload.file_name, upload.language, protocol, stored_moment(now), id);
    return need_version(sql, sql.last_id());
  });
}

std::optional<Bot> Bots::find(BotId id) {
  return database_.read([&](Statements& sql) { return find_bot(sql, id); });
}

std::optional<Bot> Bots::find(const std::string& contest, const std::string& name) {
  static const std::string text = select(bot_columns, "WHERE b.contest = ? AND b.name = ?");
  return database_.read([&](Statements& sql) -> std::optional<Bot> {
    SQLite::Statement& row = sql.query(text, contest, name);
    return row.executeStep() ? std::optional(bot_of(row)) : std::nullopt;
  });
}

std::vector<Bot> Bots::all(const std::string& contest, AccountId account) {
  static const std::string text = select(bot_columns,
                                         "WHERE (?1 = '' OR b.contest = ?1) AND (?2 = 0 OR "
                                         "b.account = ?2) ORDER BY b.contest, b.name");
  return database_.read([&](Statements& sql) {
    std::vector<Bot> bots;
    SQLite::Statement& row = sql.query(text, contest, account);
    while (row.executeStep()) bots.push_back(bot_of(row));
    return bots;
  });
}

std::vector<Version> Bots::versions(BotId bot) {
  static const std::string text = select(version_columns, "WHERE v.bot = ? ORDER BY v.number DESC");
  return database_.read([&](Statements& sql) {
    std::vector<Version> versions;
    SQLite::Statement& row = sql.query(text, bot);
    while (row.executeStep()) versions.push_back(version_of(row));
    return versions;
  });
}

std::optional<Version> Bots::version(VersionId id) {
  return database_.read([&](Statements& sql) { return find_version(sql, id); });
}

std::string Bots::file(const std::string& hash) {
  return database_.read([&](Statements& sql) { return bytes_of(sql, hash); });
}

std::vector<ActiveVersion> Bots::active(const std::string& contest) {
  return database_.read([&](Statements& sql) {
    std::vector<ActiveVersion> versions;
    SQLite::Statement& row = sql.query(
        "SELECT b.name, v.protocol, v.built, v.command, "
        "(SELECT min(w.id) FROM version w WHERE w.bot = b.id AND w.state = 'accepted' AND "
        "w.built = v.built) "
        "FROM bot b JOIN version v ON v.id = b.active JOIN account a ON a.id = b.account "
        "WHERE b.contest = ? AND a.disabled = 0 ORDER BY b.id",
        contest);
    while (row.executeStep())
      versions.push_back({row.getColumn(0).getString(), row.getColumn(1).getString(),
                          row.getColumn(2).getString(), words_of(row.getColumn(3).getString()),
                          row.getColumn(4).getInt64()});
    return versions;
  });
}

int Bots::waiting() {
  return database_.read([](Statements& sql) {
    SQLite::Statement& row =
        sql.query("SELECT count(*) FROM version WHERE state IN ('waiting', 'checking')");
    row.executeStep();
    return row.getColumn(0).getInt();
  });
}

std::vector<EqualUploads> Bots::equal_uploads() {
  return database_.read([](Statements& sql) {
    SQLite::Statement& row = sql.query(R"sql(
WITH code AS (
  SELECT v.id, v.bot, v.number, b.contest, c.hash FROM version v JOIN bot b ON b.id = v.bot JOIN
    (SELECT id, file AS hash FROM version UNION SELECT id, built FROM version WHERE built <> '') c
    ON c.id = v.id)
SELECT code.contest, code.hash, b.name, a.name, code.number FROM code
  JOIN bot b ON b.id = code.bot JOIN account a ON a.id = b.account
  WHERE (code.contest, code.hash) IN
    (SELECT contest, hash FROM code GROUP BY contest, hash HAVING count(DISTINCT bot) > 1)
  ORDER BY code.contest, code.hash, code.id)sql");
    std::map<std::pair<std::string, std::string>, EqualUploads> groups;  // by contest and hash
    while (row.executeStep()) {
      const std::string contest = row.getColumn(0).getString();
      EqualUploads& group = groups[{contest, row.getColumn(1).getString()}];
      group.contest = contest;
      group.versions.push_back(
          {row.getColumn(2).getString(), row.getColumn(3).getString(), row.getColumn(4).getInt()});
    }
    std::set<EqualUploads> different;  // equal uploads mostly play as equal files
    for (auto& [key, group] : groups) different.insert(std::move(group));
    return std::vector<EqualUploads>(different.begin(), different.end());
  });
}

void Bots::activate(VersionId version, const Quotas& quotas) {
  const Moment now = now_();
  database_.write([&](Statements& sql) {
    const Version found = need_version(sql, version);
    if (found.is_active) return;
    if (found.state != VersionState::accepted)
      throw Error("only a version that was accepted can be the active one");
    if (!found.can_play)
      throw Error("the server has removed the files of this version: hand it in again");
    if (const std::string why = why_not(sql, version); !why.empty()) throw Error(why);
    const Bot bot = *find_bot(sql, found.bot);
    check_rate(sql, bot.account, bot.contest, quotas, now);
    sql.run("INSERT INTO activation (bot, at) VALUES (?, ?)", bot.id, stored_moment(now));
    set_active(sql, version);
  });
}

void Bots::set_open(BotId bot, bool is_open) {
  database_.write([&](Statements& sql) {
    sql.run("UPDATE bot SET is_open = ? WHERE id = ?", is_open ? 1 : 0, bot);
  });
}

void Bots::disqualify(VersionId version, const std::string& reason) {
  database_.write([&](Statements& sql) {
    if (need_version(sql, version).state == VersionState::disqualified)
      throw Error("this version is disqualified already");
    static const std::string text =
        std::string(
            "UPDATE version SET state = 'disqualified', reason = ?2 WHERE id = ?1 OR "
            "(state = 'accepted' AND id IN (SELECT w.id ") +
        same_programs + "))";
    sql.run(text, version, reason);
    sql.run(
        "UPDATE bot SET active = NULL WHERE active IN (SELECT id FROM version WHERE "
        "state = 'disqualified')");
  });
}

void Bots::requeue() {
  database_.note([](Statements& sql) {
    sql.run("UPDATE version SET state = 'waiting' WHERE state = 'checking'");
  });
}

std::vector<QueuedCheck> Bots::queued() {
  return database_.read([](Statements& sql) {
    std::vector<QueuedCheck> versions;
    SQLite::Statement& row = sql.query(
        "SELECT v.id, b.account, b.contest FROM version v JOIN bot b ON b.id = v.bot "
        // The index is of both states.
        "WHERE v.state IN ('waiting', 'checking') AND v.state = 'waiting' ORDER BY v.id");
    while (row.executeStep())
      versions.push_back({false, row.getColumn(0).getInt64(), row.getColumn(1).getInt64(),
                          row.getColumn(2).getString()});
    return versions;
  });
}

std::optional<Version> Bots::begin_check(VersionId id) {
  return database_.note([&](Statements& sql) -> std::optional<Version> {
    const int changed =
        sql.run("UPDATE version SET state = 'checking' WHERE id = ? AND state = 'waiting'", id);
    return changed == 0 ? std::nullopt : find_version(sql, id);
  });
}

bool Bots::put_back(VersionId version) {
  return database_.note([&](Statements& sql) {
    return sql.run("UPDATE version SET state = 'waiting' WHERE id = ? AND state = 'checking'",
                   version) != 0;
  });
}

void Bots::finish(VersionId id, const CheckResult& result) {
  const Moment now = now_();
  const VersionState state = result.is_accepted ? VersionState::accepted : VersionState::refused;
  database_.note([&](Statements& sql) {
    const std::string built =
        result.is_accepted ? store_file(sql, result.built, now) : std::string();
    const int changed = sql.run(
        "UPDATE version SET state = ?, reason = ?, language = ?, build_log = ?, report = ?, "
        "command = ?, built = nullif(?, ''), checked_at = ? WHERE id = ? AND state = 'checking'",
        std::string(boost::describe::enum_to_string(state, "")), result.reason, result.language,
        result.build_log, result.report, json::serialize(json::value_from(result.command)), built,
        stored_moment(now), id);
    if (changed == 0 || !result.is_accepted) return;
    if (const std::string why = why_not(sql, id); !why.empty()) {
      sql.run("UPDATE version SET reason = ? WHERE id = ?", why, id);
      return;
    }
    // An author who rolls back while a version is checked still wants the new one.
    const Bot bot = *find_bot(sql, need_version(sql, id).bot);
    if (bot.active.value_or(0) < id) set_active(sql, id);
  });
}

std::string Bots::built(VersionId version) {
  return database_.read([&](Statements& sql) {
    SQLite::Statement& row = sql.query(
        "SELECT f.bytes FROM version v JOIN file f ON f.hash = v.built WHERE v.id = ?", version);
    return row.executeStep() ? row.getColumn(0).getString() : std::string();
  });
}

}  // namespace arena::contest
