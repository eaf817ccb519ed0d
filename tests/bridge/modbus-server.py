"""A Modbus TCP server on pymodbus that plays SunSpec devices. Commands and answers are JSON lines."""
import asyncio
import json
import logging
import sys

from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext
from pymodbus.register_read_message import ReadHoldingRegistersResponse
from pymodbus.register_write_message import (
    WriteMultipleRegistersResponse,
    WriteSingleRegisterResponse,
)
from pymodbus.server.async_io import ModbusConnectedRequestHandler, ModbusTcpServer

logging.disable(logging.CRITICAL)


class Unit:
    """Registers of one device, its revert timers and its quirks."""

    def __init__(self, image):
        self.registers = {int(address): value for address, value in image["registers"].items()}
        self.writable = set(image["writable"])
        self.timers = [dict(timer, left=None) for timer in image["timers"]]
        self.quirks = image.get("quirks", {})
        self.late = {}
        self.writes = []

    def read(self, address, count):
        addresses = range(address, address + count)
        if any(one not in self.registers for one in addresses):
            return 2, None
        values = []
        for one in addresses:
            old, reads = self.late.get(one, (None, 0))
            values.append(old if reads > 0 else self.registers[one])
        for one in addresses:
            if one in self.late:
                old, reads = self.late[one]
                self.late[one] = (old, reads - 1)
        return None, values

    def write(self, address, values, at):
        addresses = range(address, address + len(values))
        if any(one not in self.writable for one in addresses):
            return 2
        if self.quirks.get("singleWrites") and len(values) > self.quirks["singleWrites"]:
            return 2
        negative = set(self.quirks.get("noNegative", []))
        if any(one in negative and value >= 0x8000 for one, value in zip(addresses, values)):
            return 3
        self.writes.append({"at": at, "address": address, "values": values})
        for one, value in zip(addresses, values):
            if self.quirks.get("lateReads") and self.registers[one] != value:
                self.late[one] = (self.registers[one], self.quirks["lateReads"])
            self.registers[one] = value
        for timer in self.timers:
            if set(addresses) & set(timer["arm"]):
                self.arm(timer)
        return None

    def arm(self, timer):
        seconds = 0
        for one in timer["seconds"]:
            seconds = seconds * 0x10000 + self.registers[one]
        unused = (0, 0xFFFF, 0xFFFFFFFF)
        timer["left"] = None if seconds in unused else seconds

    def advance(self, seconds):
        for timer in self.timers:
            if timer["left"] is None:
                continue
            timer["left"] -= seconds
            if timer["left"] > 0:
                continue
            timer["left"] = None
            for step in timer["revert"]:
                source = step.get("from")
                value = step["value"] if source is None else self.registers[source]
                self.registers[step["address"]] = value


class Plant:
    def __init__(self, units):
        self.units = {int(unit): Unit(image) for unit, image in units.items()}
        self.faults = []
        self.at = 0

    def next_fault(self, is_write):
        for fault in self.faults:
            if fault["times"] > 0 and (is_write or not fault.get("writesOnly")):
                fault["times"] -= 1
                return fault
        return {}


class Handler(ModbusConnectedRequestHandler):
    def execute(self, request, *addr):
        plant = self.server.plant
        unit = plant.units.get(request.unit_id)
        is_write = request.function_code in (6, 16)
        fault = plant.next_fault(is_write)
        kind = fault.get("kind")
        if kind == "silent":
            return
        if kind == "drop":
            self.transport.abort()
            return
        if kind == "exception":
            response = request.doException(fault["code"])
        elif unit is None:
            response = request.doException(11)
        elif kind == "ignore" and is_write:
            response = self.accepted(request)
        else:
            response = self.answer(unit, request, plant.at)
        if kind == "cut":
            self.transport.abort()
            return
        response.transaction_id = request.transaction_id
        response.unit_id = request.unit_id
        delay = unit.quirks.get("slowMs", 0) / 1000 if unit else 0
        if delay:
            asyncio.get_running_loop().call_later(delay, self.reply, response, addr)
        else:
            self.reply(response, addr)

    def reply(self, response, addr):
        if not self.transport.is_closing():
            self.send(response, *addr, skip_encoding=False)

    def accepted(self, request):
        if request.function_code == 6:
            return WriteSingleRegisterResponse(request.address, request.value)
        return WriteMultipleRegistersResponse(request.address, request.count)

    def answer(self, unit, request, at):
        if request.function_code == 3:
            code, values = unit.read(request.address, request.count)
            return request.doException(code) if code else ReadHoldingRegistersResponse(values)
        if request.function_code in (6, 16):
            single = request.function_code == 6
            values = [request.value] if single else list(request.values)
            code = unit.write(request.address, values, at)
            return request.doException(code) if code else self.accepted(request)
        return request.doException(1)


def do(plant, server, command):
    name = command["do"]
    unit = plant.units.get(command.get("unit", 1))
    if name == "get":
        return [unit.registers[command["address"] + i] for i in range(command["count"])]
    if name == "set":
        for i, value in enumerate(command["values"]):
            unit.registers[command["address"] + i] = value
    elif name == "advance":
        plant.at += command["seconds"]
        for one in plant.units.values():
            one.advance(command["seconds"])
    elif name == "fault":
        plant.faults.append(command["fault"])
    elif name == "writes":
        return unit.writes
    elif name == "disconnect":
        for connection in list(server.active_connections.values()):
            connection.transport.abort()
    return None


async def main():
    units = json.loads(sys.stdin.readline())
    plant = Plant(units)
    slaves = {unit: ModbusSlaveContext() for unit in plant.units}
    server = ModbusTcpServer(
        ModbusServerContext(slaves=slaves, single=False),
        address=("127.0.0.1", 0),
        handler=Handler,
        ignore_missing_slaves=False,
    )
    server.plant = plant
    serving = asyncio.ensure_future(server.serve_forever())
    await server.serving
    print(json.dumps({"port": server.server.sockets[0].getsockname()[1]}), flush=True)
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    while line := await reader.readline():
        command = json.loads(line)
        result = do(plant, server, command)
        print(json.dumps({"id": command["id"], "result": result}), flush=True)
    serving.cancel()


asyncio.run(main())
