# Writes the bytes of INPUT as a C++ array:
# cmake -DINPUT=... -DOUTPUT=... -DHEADER=... -DNAME=... -P embed.cmake
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"${HEADER}\"\n\nnamespace arena {\n\n"
  "const unsigned char ${NAME}[] = {${bytes}};\nconst std::size_t ${NAME}_size = sizeof(${NAME});\n\n}  // namespace arena\n")
