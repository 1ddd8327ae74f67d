// Whether the last request reached the server. A device can be online and still not reach it.

class ServerStatus {
  isUnreachable = $state(false);
}

export const serverStatus = new ServerStatus();
