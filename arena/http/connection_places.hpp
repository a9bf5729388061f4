// Which connections are open: so many in all, and of one address. Where there is no place left, the
// connection that waits longest for its client gives its place to the new one: so idle clients and
// those that send half a request keep no one out. Not for several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace arena::http {

class ConnectionPlaces {
  struct Group;

 public:
  /// The place of one connection, until its end. The places outlive it.
  class Place {
   public:
    Place(ConnectionPlaces& all, std::string address, std::function<void()> give_way)
        : all_(all), address_(std::move(address)), give_way_(std::move(give_way)) {
      ++group().open;
      ++all_.open_;
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place() { leave(); }

    /// From now on the connection waits for its client, to send or to read, and may have to give
    /// way. Call it again when something has come or gone.
    void wait() {
      work();
      if (!is_here_) return;
      waiting_ = group().waiting.insert(group().waiting.end(), this);
      since_ = ++all_.waits_;
    }
    /// It does something for its client: it does not give way.
    void work() {
      if (waiting_) group().waiting.erase(*std::exchange(waiting_, std::nullopt));
    }

    /// Another connection needs the place.
    void give_way() {
      leave();
      give_way_();
    }

   private:
    friend class ConnectionPlaces;

    [[nodiscard]] Group& group() { return all_.groups_[address_]; }

    void leave() {
      if (!is_here_) return;
      work();
      is_here_ = false;
      --all_.open_;
      if (--group().open == 0) all_.groups_.erase(address_);
    }

    ConnectionPlaces& all_;
    const std::string address_;
    const std::function<void()> give_way_;
    bool is_here_ = true;
    std::int64_t since_ = 0;  // of the waits of all
    std::optional<std::list<Place*>::iterator> waiting_;
  };

  ConnectionPlaces(std::size_t most, std::size_t most_per_address)
      : most_(most), most_per_address_(most_per_address) {}

  /// Null if there is no place, and no connection can give way. `trusted`: its address may have any
  /// number. `give_way` closes the connection; it is called once at most.
  std::unique_ptr<Place> take(
      const std::string& address, bool trusted, std::function<void()> give_way = [] {}) {
    const auto own = groups_.find(address);
    const bool is_crowd = !trusted && own != groups_.end() && own->second.open >= most_per_address_;
    if (is_crowd || open_ >= most_) {
      Group* const crowd = is_crowd ? &own->second : most_waiting();
      if (crowd == nullptr || crowd->waiting.empty()) return nullptr;
      crowd->waiting.front()->give_way();
    }
    auto place = std::make_unique<Place>(*this, address, std::move(give_way));
    place->group().trusted = trusted;
    return place;
  }

  [[nodiscard]] std::size_t most() const { return most_; }

 private:
  struct Group {
    std::size_t open = 0;
    bool trusted = false;       // many clients behind one address
    std::list<Place*> waiting;  // the longest first
  };

  /// The address with the most connections that can give way, of equal ones the one that waits
  /// longest; a trusted one only if no other has any. Null if there is no address.
  [[nodiscard]] Group* most_waiting() {
    const auto rank = [](const auto& group) {
      const auto& waiting = group.second.waiting;
      return std::tuple(!waiting.empty() && !group.second.trusted, waiting.size(),
                        waiting.empty() ? 0 : -waiting.front()->since_);
    };
    const auto most = std::ranges::max_element(groups_, {}, rank);
    return most == groups_.end() ? nullptr : &most->second;
  }

  std::size_t most_;
  std::size_t most_per_address_;
  std::size_t open_ = 0;
  std::int64_t waits_ = 0;
  std::unordered_map<std::string, Group> groups_;  // by address
};

}  // namespace arena::http
