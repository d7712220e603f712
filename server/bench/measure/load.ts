import type { Request } from '../request.ts'
import { work } from '../worker.ts'
import { type Lane, openLane } from './lane.ts'
import { type Amount, measure } from './measure.ts'

/*
 * The load generator: so many connections that are kept alive, each asking anew as soon as it is answered. Every request
 * has its own body, every answer is looked at, and times are exact to the microsecond, which no generator at hand does
 * together; and what it costs on a machine of few cores is taken from whom it measures, so it does nothing else.
 */

interface Target {
  readonly port: number
  readonly requests: readonly Buffer[]
  /** How a right answer begins. */
  readonly begins: Buffer
  lanes: readonly Lane[]
}

const targets = new Map<string, Target>()

const tasks = {
  /** Names a target and connects to it. */
  async aim(ask: { name: string; port: number; connections: number; begins: string; requests: readonly Request[] }) {
    targets.set(ask.name, {
      port: ask.port,
      requests: ask.requests.map((request) => requestBytes(request)),
      begins: Buffer.from(ask.begins),
      lanes: await Promise.all(Array.from({ length: ask.connections }, () => openLane(ask.port))),
    })
  },
  async fire({ name, amount }: { name: string; amount: Amount }) {
    const target = targets.get(name)!
    const { port, requests, begins } = target
    // A server closes what nobody asked on for a minute.
    const lanes = await Promise.all(target.lanes.map((lane) => (lane.isOpen() ? lane : openLane(port))))
    target.lanes = lanes
    return measure(lanes.length, requests.length, amount, async (n, lane) => {
      const { status, body } = await lanes[lane]!.send(requests[n]!)
      return status === 200 && body.subarray(0, begins.length).equals(begins)
    })
  },
}
export type Load = typeof tasks

work(tasks)

function requestBytes({ method, path, headers, body }: Request): Buffer {
  const content = method === 'GET' ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const head = Object.entries({
    host: '127.0.0.1',
    ...(method === 'GET' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${content}`)
}
