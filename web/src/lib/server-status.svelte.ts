// Whether the server answered last time. A device may believe it is online and still reach nobody.

class ServerStatus {
  isUnreachable = $state(false);
}

export const serverStatus = new ServerStatus();
