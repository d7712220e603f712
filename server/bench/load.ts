import { connect, type Socket } from 'node:net'
import { type Amount, measure } from './measure.ts'
import type { Request } from './request.ts'
import { work } from './worker.ts'

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
  readonly lanes: readonly Lane[]
}

const targets = new Map<string, Target>()

const tasks = {
  /** Names a target and connects to it. */
  async aim(ask: { name: string; port: number; connections: number; begins: string; requests: readonly Request[] }) {
    targets.set(ask.name, {
      port: ask.port,
      requests: ask.requests.map((request) => written(request)),
      begins: Buffer.from(ask.begins),
      lanes: await Promise.all(Array.from({ length: ask.connections }, () => openLane(ask.port))),
    })
  },
  fire({ name, amount }: { name: string; amount: Amount }) {
    const { lanes, requests, begins } = targets.get(name)!
    return measure(lanes.length, requests.length, amount, async (n, lane) => {
      const { status, body } = await lanes[lane]!.send(requests[n]!)
      return status === 200 && body.subarray(0, begins.length).equals(begins)
    })
  },
}
export type Load = typeof tasks

work(tasks)

function written({ method, path, headers, body }: Request): Buffer {
  const content = method === 'GET' ? '' : JSON.stringify(body)
  const head = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(method === 'GET' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${content}`)
}

interface Answer {
  readonly status: number
  readonly body: Buffer
}

interface Lane {
  send(request: Buffer): Promise<Answer>
}

const HEAD_END = Buffer.from('\r\n\r\n')

async function openLane(port: number): Promise<Lane> {
  const socket = await connected(port)
  let settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
  let chunks: Buffer[] = []
  let received = 0
  let head: { readonly status: number; readonly length: number; readonly total: number } | undefined
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    received += chunk.length
    head ??= headOf(chunks)
    if (head === undefined || received < head.total) return
    const whole = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    const answer = { status: head.status, body: whole.subarray(head.total - head.length) }
    chunks = []
    received = 0
    head = undefined
    settle?.resolve(answer)
  })
  const broken = (error?: Error) => settle?.reject(error ?? new Error('the server closed a connection'))
  socket.on('error', broken)
  socket.on('close', () => broken())
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        socket.write(request)
      }),
  }
}

const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

/** undefined until the head has come. */
function headOf(chunks: Buffer[]) {
  const text = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  const end = text.indexOf(HEAD_END)
  if (end < 0) return undefined
  const lines = text.toString('latin1', 0, end)
  const length = /content-length: (\d+)/i.exec(lines)?.[1]
  if (length === undefined) throw new Error(`an answer of unknown length:\n${lines}`)
  return { status: Number(lines.slice(9, 12)), length: Number(length), total: end + HEAD_END.length + Number(length) }
}
