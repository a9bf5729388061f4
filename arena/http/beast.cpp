// Boost.Beast's functions that are no templates, compiled once.
#include <boost/beast/src.hpp>
