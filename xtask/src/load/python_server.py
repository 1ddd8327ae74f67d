"""Runs the server of the package `diplomacy`, or drives it with its own client."""

import asyncio
import json
import os
import socket
import sys
import time


def serve():
    from diplomacy import Server

    # At its first start the server prepares all of its maps. That takes minutes and is not measured, so only
    # one map is offered.
    names = os.listdir
    os.listdir = lambda folder: [name for name in names(folder) if not name.endswith(".map") or name == "standard.map"]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Server(server_dir=os.getcwd())
    # Printed when the port is open: the loop runs this after `start` has opened it.
    from tornado.ioloop import IOLoop

    loop = IOLoop.current()
    loop.add_callback(lambda: print("port", port, flush=True))
    server.start(port=port, io_loop=loop)


async def seat(port, name, power):
    """A connection with a user who plays one power of a game; nobody plays the others."""
    from diplomacy.client.connection import connect

    connection = await connect("localhost", port)
    channel = await connection.authenticate(name, "password")
    game = await channel.create_game(map_name="standard", rules=["NO_PRESS", "IGNORE_ERRORS"], n_controls=1,
                                     deadline=0, power_name=power)
    return connection, channel, game


async def send(game, power, sheets, until, times):
    turn = 0
    while True:
        start = time.perf_counter()
        if start >= until:
            return
        await game.set_orders(power_name=power, orders=sheets[turn % 2], wait=True)
        times.append(time.perf_counter() - start)
        turn += 1


async def drive(port, number, connections, seconds, sheets):
    powers = [list(sheets)[i % len(sheets)] for i in range(connections)]
    seats = [await seat(port, f"user{number}x{i}", power) for i, power in enumerate(powers)]
    print("ready", flush=True)
    sys.stdin.read()
    start, times = time.perf_counter(), []
    sending = [send(game, power, sheets[power], start + seconds, times) for power, (_, _, game) in zip(powers, seats)]
    await asyncio.gather(*sending)
    print(json.dumps({"wall": time.perf_counter() - start, "times": times}), flush=True)


if sys.argv[1] == "server":
    serve()
else:
    port, number, connections, seconds = map(int, sys.argv[2:6])
    asyncio.run(drive(port, number, connections, seconds, json.loads(sys.argv[6])))
