// Whether the server answered last time. A device may believe it is online and still reach nobody.

class Reach {
  isLost = $state(false);
}

export const reach = new Reach();
