import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serverProcess } from '../../../scripts/lib/server-process.mjs'

export interface Launched {
  readonly process: ChildProcess
  /** Everything printed so far. */
  output(): string
  /** Resolves when the process has ended, with its exit code; null when a signal ended it. */
  ended(): Promise<number | null>
}

export interface Server extends Launched {
  readonly url: string
}

/**
 * The server that ships, in a process of its own, on a port that is free. `withChannel` ends it with this process, as a launcher would.
 * `program`: Node's arguments for another release of it.
 */
export function launch(env: Record<string, string>, withChannel = false, program = serverProcess): Launched {
  const child = spawn(process.execPath, program, {
    stdio: ['ignore', 'pipe', 'pipe', ...(withChannel ? ['ipc' as const] : [])],
    env: { ...process.env, PORT: '0', DATABASE_URL: '', DEMO: 'off', LOG_LEVEL: 'warn', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  return {
    process: child,
    output: () => output,
    async ended() {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      return child.exitCode
    },
  }
}

/** Resolves once the server has said where it listens. @throws what it printed, when it ends before */
export async function startServer(
  env: Record<string, string>,
  withChannel?: boolean,
  program?: string[],
): Promise<Server> {
  const launched = launch(env, withChannel, program)
  const url = await new Promise<string>((resolve, reject) => {
    launched.process.stdout!.on('data', () => {
      const said = /车驿已启动：(\S+)\s/.exec(launched.output())?.[1]
      if (said !== undefined) resolve(said)
    })
    launched.process.once('exit', () => reject(new Error(launched.output())))
  })
  return { ...launched, url }
}

/** Stops servers as a process manager does, and waits until they are gone. */
export async function stopServers(servers: readonly Launched[]): Promise<void> {
  for (const { process } of servers) process.kill('SIGTERM')
  await Promise.all(servers.map((server) => server.ended()))
}

export interface PlainProxy {
  readonly url: string
  close(): Promise<void>
}

/**
 * A plain proxy: requests go to the servers in turn, and one whose server takes no connection goes to the next. What had
 * been sent is not sent again, so a server that dies with a request in hand answers it 502. Without a server it answers 503.
 */
export async function startProxy(targets: () => readonly string[]): Promise<PlainProxy> {
  let turn = 0
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, tries: number): void => {
    const target = targets()[turn++ % targets().length]
    if (target === undefined) return void outgoing.writeHead(503, { 'retry-after': '1' }).end()
    const { method, headers, url } = incoming
    const passed = ask(
      new URL(url!, target),
      { method, headers: { ...headers, host: new URL(target).host } },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && tries > 1) forward(incoming, outgoing, body, tries - 1)
      else if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    })
    outgoing.on('close', () => passed.destroy())
    passed.end(body)
  }
  const proxy = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    forward(incoming, outgoing, Buffer.concat(chunks), targets().length)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async close() {
      proxy.close()
      proxy.closeAllConnections()
      await once(proxy, 'close')
    },
  }
}
