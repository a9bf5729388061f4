# Writes a table of files as C++: cmake -DFILES="a;b" -DOUTPUT=... -P embed_files.cmake
# esbuild names them NAME-HASH.TYPE; pages ask for NAME.TYPE.
set(types_js "text/javascript")
set(types_css "text/css")
set(types_txt "text/plain")
set(arrays "")
set(rows "")
set(number 0)
foreach(file ${FILES})
  get_filename_component(path ${file} NAME)
  string(REGEX REPLACE "-[0-9A-Z]+(\\.[a-z]+)$" "\\1" name ${path})
  string(REGEX REPLACE ".*\\." "" ending ${path})
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "const unsigned char file_${number}[] = {${bytes}0};\n")
  string(APPEND rows "    {\"${name}\", \"${path}\", \"${types_${ending}}\", content(file_${number})},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "#include \"arena/pages/page_file.hpp\"

#include <array>

namespace arena {

namespace {

${arrays}
/// Without the 0 that ends an array, as an array cannot be empty.
template <std::size_t size>
std::string_view content(const unsigned char (&bytes)[size]) {
  return {reinterpret_cast<const char*>(bytes), size - 1};
}

}  // namespace

std::span<const PageFile> page_files() {
  static const std::array<PageFile, ${number}> files{{
${rows}  }};
  return files;
}

}  // namespace arena
")
