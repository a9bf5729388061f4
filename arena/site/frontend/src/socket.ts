// A WebSocket that connects again when the connection ends.

export type Connection = "connecting" | "open" | "closed";

export interface Socket {
  send: (message: unknown) => void;
  stop: () => void;
}

const longestWait = 30; // seconds

export function connect(
  address: string,
  onMessage: (message: Record<string, unknown>) => void,
  onState: (state: Connection, wait: number) => void,
): Socket {
  const url = new URL(address, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  let socket: WebSocket | null = null;
  let wait = 1;
  let timer = 0;
  let stopped = false;
  const open = () => {
    onState("connecting", 0);
    socket = new WebSocket(url);
    socket.onopen = () => onState("open", 0);
    socket.onmessage = (event) => {
      if (typeof event.data !== "string") return;
      const message = JSON.parse(event.data) as Record<string, unknown>;
      if (message.type !== "full") wait = 1; // the server has no place for this table now, and closes the connection
      onMessage(message);
    };
    socket.onclose = () => {
      if (stopped) return;
      onState("closed", wait);
      timer = window.setTimeout(open, wait * 1000);
      wait = Math.min(longestWait, wait * 2);
    };
  };
  open();
  return {
    send: (message) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
