// A bot that is somewhere else: passes the lines of arena to the port given, and back.
import { connect } from "node:net";

const socket = connect(Number(process.argv[2]), "127.0.0.1");
process.stdin.pipe(socket).pipe(process.stdout);
socket.on("close", () => process.exit(0));
