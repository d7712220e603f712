import { mkdir, writeFile } from 'node:fs/promises'
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { arrivalLimits } from '../../../src/kernel/http/arrival.ts'
import { issueSealKey } from '../../../src/outside/paper/seal.ts'
import { startServer, stopServers } from '../../../src/testing/servers.ts'
import type { Ground } from '../ground.ts'
import type { Door } from './door.ts'

const trusting = { rejectUnauthorized: false }
/** A healthy server answers in milliseconds; a machine that does much else takes seconds. */
const ANSWER_MS = 20_000

/** Connections of HTTP/2 that reset what they ask for, or read nothing: others are answered, and what nobody reads ends. */
export async function http2(ground: Ground, door: Door, large: boolean): Promise<void> {
  const server = await startServer(await secureEnv(ground))
  door.row.calls = 1
  try {
    const { port } = new URL(server.url)
    const url = `https://127.0.0.1:${port}`
    const begun = performance.now()
    const stalled = await stall(url, large ? 100 : 20)
    const [connections, resets] = large ? [20, 5000] : [4, 500]
    await Promise.all(Array.from({ length: connections }, () => rapidReset(url, resets)))
    const healthy = await answersWithin(Number(port), ANSWER_MS)
    door.held(`/healthz during ${connections} × ${resets} resets: ${healthy} ms`, healthy !== undefined)
    if (large) {
      const limit = arrivalLimits.silence + 2 * arrivalLimits.look + ANSWER_MS
      await Promise.race([stalled.ended, waitUntilTime(begun + limit)])
      door.held(`${stalled.open()} streams that nobody reads are open after ${limit / 1000} s`, stalled.open() === 0)
    }
    stalled.session.destroy()
  } finally {
    await stopServers([server])
  }
}

async function secureEnv(ground: Ground): Promise<Record<string, string>> {
  const now = Date.now()
  const { privateKey, certificate } = await issueSealKey(
    { name: '127.0.0.1', licenceNo: '91310000TEST' },
    now - 60_000,
    now + 3_600_000,
  )
  const pem = (kind: string, der: Buffer) =>
    `-----BEGIN ${kind}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${kind}-----\n`
  await mkdir(ground.folder, { recursive: true })
  const [cert, key] = [join(ground.folder, 'cert.pem'), join(ground.folder, 'key.pem')]
  await writeFile(cert, pem('CERTIFICATE', certificate))
  await writeFile(key, pem('PRIVATE KEY', privateKey))
  return { ...ground.env('secure'), TLS_CERT: cert, TLS_KEY: key }
}

/** Asks for the largest answer and takes nothing of it, while pings keep the connection in use. */
async function stall(url: string, count: number) {
  const session = connect(url, { ...trusting, settings: { initialWindowSize: 0 } })
  session.on('error', () => {})
  await new Promise((resolve) => session.once('connect', resolve))
  const streams = Array.from({ length: count }, () => session.request({ ':path': '/openapi.json' }))
  const ends = streams.map((stream) => {
    stream.on('error', () => {})
    return new Promise((resolve) => stream.once('close', resolve))
  })
  const ping = setInterval(() => session.destroyed || session.ping(() => {}), 1000)
  session.once('close', () => clearInterval(ping))
  return { session, ended: Promise.all(ends), open: () => streams.filter(({ closed }) => !closed).length }
}

async function rapidReset(url: string, count: number): Promise<void> {
  const session: ClientHttp2Session = connect(url, trusting)
  session.on('error', () => {})
  const closed = new Promise((resolve) => session.once('close', resolve))
  for (let n = 0; n < count && !session.destroyed; n++) {
    const stream = session.request({ ':path': '/healthz' })
    stream.on('error', () => {})
    stream.close(constants.NGHTTP2_CANCEL)
    if (n % 100 === 99) await new Promise((resolve) => setImmediate(resolve))
  }
  session.close()
  await Promise.race([closed, waitUntilTime(performance.now() + 2000)])
  session.destroy()
}

/** In how many ms it is answered; undefined: not in time. */
async function answersWithin(port: number, ms: number): Promise<number | undefined> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const asked = request({ port, path: '/healthz', ...trusting, signal: AbortSignal.timeout(ms) }, async (answer) => {
      await text(answer)
      resolve(answer.statusCode === 200 ? Math.round(performance.now() - begun) : undefined)
    })
    asked.on('error', () => resolve(undefined)).end()
  })
}

const waitUntilTime = (at: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())))
