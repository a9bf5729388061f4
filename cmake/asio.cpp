// Boost.Asio's functions that are no templates, compiled once for all units.
#include <boost/asio/impl/src.hpp>
