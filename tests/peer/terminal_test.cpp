// Arena's own stdin and stdout as a peer: terminals, pipes and files.
#include "arena/peer/terminal.hpp"

#include <fcntl.h>
#include <pty.h>

#include <array>

#include <catch2/catch.hpp>

#include "arena/process/spawn/launch.hpp"
#include "tests/process/on_loop.hpp"

namespace arena::test {

namespace {

void write_to(const FileDescriptor& to, std::string_view text) {
  REQUIRE(::write(to.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

std::string got(const FileDescriptor& from) {
  std::array<char, 4096> bytes{};
  const ssize_t size = ::read(from.number(), bytes.data(), bytes.size());
  return {bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

bool blocks(int descriptor) { return (::fcntl(descriptor, F_GETFL) & O_NONBLOCK) == 0; }

}  // namespace

TEST_CASE("type-ahead on a pipe answers the questions that come", "[terminal]") {
  House house;
  const auto in = make_pipe();
  const auto out = make_pipe();
  TerminalPeer peer(house.loop, in->read.number(), out->write.number());
  write_to(in->write, "one\ntwo\n");
  CHECK(house.answer(peer, "first?\n") == "one");
  CHECK(house.answer(peer, "second?\n") == "two");
  CHECK(got(out->read) == "first?\nsecond?\n");
  CHECK(house.answer(peer, "third?\n", 20ms) == "fault: no answer within 20ms");
}

TEST_CASE("the end of the input is reported, after a last line without its end", "[terminal]") {
  House house;
  auto in = make_pipe();
  const auto out = make_pipe();
  TerminalPeer peer(house.loop, in->read.number(), out->write.number());
  write_to(in->write, "last");
  in->write.reset();
  CHECK(house.answer(peer) == "last");
  const Reply reply = house.ask(peer);
  CHECK(std::get<Fault>(reply).kind == FaultKind::exit);
  CHECK(text_of(reply) == "fault: closed the input");
}

TEST_CASE("a file is read line by line, and written to its end", "[terminal]") {
  House house;
  const TestFolder folder;
  put(folder.at("in"), "one\ntwo\n");
  put(folder.at("out"), "before\n");
  {
    const FileDescriptor in(::open(folder.at("in").c_str(), O_RDONLY | O_CLOEXEC));
    const FileDescriptor out(::open(folder.at("out").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    {
      TerminalPeer peer(house.loop, in.number(), out.number());
      CHECK(house.answer(peer) == "one");
      CHECK(house.answer(peer) == "two");
      CHECK(house.answer(peer) == "fault: closed the input");
      peer.outbox() += "bye\n";
      house.end(peer);
    }
    CHECK(blocks(in.number()));
    CHECK(blocks(out.number()));
  }
  CHECK(content_of(folder.at("out")) == "before\nwhat?\nwhat?\nwhat?\nbye\n");
}

TEST_CASE("/dev/null is an input that has ended", "[terminal]") {
  House house;
  const FileDescriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  TerminalPeer peer(house.loop, null.number(), null.number());
  CHECK(house.answer(peer) == "fault: closed the input");
  house.end(peer);
}

TEST_CASE("a terminal is used without touching its flags", "[terminal]") {
  House house;
  int person = -1;
  int terminal = -1;
  REQUIRE(::openpty(&person, &terminal, nullptr, nullptr, nullptr) == 0);
  const FileDescriptor keyboard(person);
  const FileDescriptor shared(terminal);
  TerminalPeer peer(house.loop, shared.number(), shared.number());
  write_to(keyboard, "7\n");
  CHECK(house.answer(peer) == "7");
  CHECK(blocks(shared.number()));
  std::string shown;  // its echo may come later than the question
  while (shown.find('7') == std::string::npos) {
    const std::string more = got(keyboard);
    REQUIRE_FALSE(more.empty());
    shown += more;
  }
  CHECK(house.answer(peer, "8?\n", 20ms) == "fault: no answer within 20ms");
  write_to(keyboard, "\x04");
  CHECK(house.answer(peer) == "fault: closed the input");
}

}  // namespace arena::test
