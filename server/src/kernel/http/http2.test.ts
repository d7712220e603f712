import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { request as ask } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { contract } from '@cheyi/contract/index'
import { type FastifyInstance, fastify } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { issueSealKey } from '../../outside/paper/seal.ts'
import { requestOf, type TestApp, testApp } from '../../testing/app.ts'
import { listening, ticketOf } from '../../testing/stream.ts'
import { multipart, photo } from '../../testing/upload.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { arrivalLimits, serverLimits } from './arrival.ts'
import { endUnread, renewCertificate, secureServer } from './http2.ts'

let folder: string
const files = () => ({ cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') })

/** @returns the serial number of the certificate that lies in the files from now on */
async function certify(): Promise<string> {
  const owner = { name: '127.0.0.1', licenceNo: '91310000TEST' }
  const issued = await issueSealKey(owner, Date.now() - 60_000, Date.now() + 3_600_000)
  const pem = (kind: string, der: Buffer) =>
    `-----BEGIN ${kind}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${kind}-----\n`
  await writeFile(files().key, pem('PRIVATE KEY', issued.privateKey))
  await writeFile(files().cert, pem('CERTIFICATE', issued.certificate))
  return issued.serial
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cheyi-tls-'))
  await certify()
})
afterAll(() => rm(folder, { recursive: true }))

const trusting = { rejectUnauthorized: false }

describe('a server with a certificate', () => {
  let t: TestApp
  let w: World
  let session: ClientHttp2Session
  let port: number

  beforeAll(async () => {
    t = await testApp({ env: { TLS_CERT: files().cert, TLS_KEY: files().key } })
    w = await makeWorld(t, { cars: 1 })
    await listening(t.app)
    port = (t.app.server.address() as AddressInfo).port
    session = connect(`https://127.0.0.1:${port}`, trusting)
  })
  afterAll(async () => {
    session.destroy()
    await t.close()
  })

  /** @returns status, headers and the stream that the answer is read from */
  async function answerOf(stream: ClientHttp2Stream) {
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
    return { status: headers[':status'], headers, stream }
  }
  const get = (path: string, headers = {}) => answerOf(session.request({ ':path': path, ...headers }))

  it('answers calls and pages of HTTP/2 over one connection', async () => {
    const { method, url, headers, payload } = requestOf(contract.store.list, {}, { token: w.tokens.owner })
    const asked = session.request({ ':method': method, ':path': url, 'content-type': 'application/json', ...headers })
    asked.end(JSON.stringify(payload))
    const { status, stream, headers: answered } = await answerOf(asked)
    expect(status).toBe(200)
    expect(answered['strict-transport-security']).toContain('max-age')
    expect(JSON.parse(await text(stream))).toMatchObject({
      success: true,
      data: expect.arrayContaining([expect.objectContaining({ id: w.stores.hongqiao })]),
    })
    expect((await get('/metrics-of-nobody')).status).toBe(404)
    // For this machine alone, which names it by :authority.
    expect((await get('/internal/metrics')).status).toBe(200)
  })

  it('takes a file piece by piece', async () => {
    const { body, type } = multipart({ biz: 'pickup' }, await photo(1200, 900))
    const asked = session.request({
      ':method': 'POST',
      ':path': contract.media.upload.path,
      'content-type': type,
      'idempotency-key': 'http2-upload',
      token: w.tokens.owner,
    })
    const third = Math.ceil(body.length / 3)
    for (let from = 0; from < body.length; from += third) asked.write(body.subarray(from, from + third))
    asked.end()
    const { stream } = await answerOf(asked)
    expect(JSON.parse(await text(stream))).toMatchObject({ success: true })
  })

  it('tells a tab of what happens, and forgets the tab that went', async () => {
    const ticket = await ticketOf(t, w.tokens.owner)
    const { status, headers, stream } = await get(`/api/stream/v1/events?ticket=${ticket}`)
    expect([status, headers['content-type'], headers.connection]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      undefined,
    ])
    const [first] = await once(stream, 'data')
    expect(String(first)).toContain('event: beat')
    const failed = vi.fn()
    stream.on('error', failed)
    stream.close()
    await once(stream, 'close')
    // The connection goes on for others.
    expect((await get('/openapi.json')).status).toBe(200)
    expect(failed).not.toHaveBeenCalled()
    expect((await get('/api/stream/v1/events?ticket=none')).status).toBe(204)
  })

  it('answers who knows HTTP/1.1 alone', async () => {
    const asked = ask({ port, path: '/openapi.json', ...trusting })
    asked.end()
    const [answer] = await once(asked, 'response')
    expect([answer.statusCode, answer.httpVersion]).toEqual([200, '1.1'])
    expect(answer.headers['keep-alive']).toBe('timeout=72')
    expect(JSON.parse(await text(answer))).toHaveProperty('openapi')
  })
})

it('a connection of HTTP/1.1 has the same limits as one without a certificate', async () => {
  const names = ['keepAliveTimeout', 'keepAliveTimeoutBuffer', 'headersTimeout', 'requestTimeout', 'timeout'] as const
  const [plain, secure] = [serverLimits(arrivalLimits), await secureServer(files(), arrivalLimits)].map((options) => {
    const { server } = fastify(options)
    return Object.fromEntries(names.map((name) => [name, server[name as never]]))
  })
  expect(secure).toEqual(plain)
  // What a balancer keeps for a minute does not end under its next request.
  expect(plain!.keepAliveTimeout).toBeGreaterThan(60_000)
})

describe('an answer of HTTP/2', () => {
  const limits = { ...arrivalLimits, silence: 400, look: 20 }
  let app: FastifyInstance
  let session: ClientHttp2Session

  beforeAll(async () => {
    app = fastify(await secureServer(files(), arrivalLimits))
    endUnread(app, limits)
    app.get('/whole', (_request, reply) => reply.send(Buffer.alloc(500_000)))
    app.get('/pieces', (_request, reply) => reply.send(Readable.from(pieces())))
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  beforeEach(async () => {
    session = connect(`https://127.0.0.1:${(app.server.address() as AddressInfo).port}`, trusting)
    await once(session, 'connect')
  })
  afterEach(() => session.destroy())
  afterAll(() => app.close())

  async function* pieces() {
    for (;;) yield Buffer.alloc(65_536)
  }
  /** A client that says something all the time, so that its connection is in use. */
  const say = () => new Promise<void>((resolve) => session.ping(() => resolve()))
  const closed = (stream: ClientHttp2Stream) =>
    new Promise<number>((resolve) => stream.once('close', () => resolve(stream.rstCode)))

  it.each(['/whole', '/pieces'])(
    '%s ends when nobody takes anything of it, and the connection goes on',
    async (path) => {
      session.settings({ initialWindowSize: 0 })
      await once(session, 'localSettings')
      const streams = Array.from({ length: 20 }, () => session.request({ ':path': path }))
      let ended: number[] | undefined
      void Promise.all(streams.map(closed)).then((codes) => (ended = codes))
      while (ended === undefined) await say()
      expect(new Set(ended)).toEqual(new Set([constants.NGHTTP2_CANCEL]))
      session.settings({ initialWindowSize: 65_535 })
      await once(session, 'localSettings')
      const next = session.request({ ':path': '/whole' })
      expect((await buffer(next)).length).toBe(500_000)
    },
  )

  it('goes on as long as somebody takes a piece now and then', async () => {
    const stream = session.request({ ':path': '/pieces' })
    const end = performance.now() + 5 * limits.silence
    while (performance.now() < end) {
      if (stream.read() === null) await once(stream, 'readable')
      // A few pieces, and a fifth of the time that nobody may take nothing.
      for (const next = performance.now() + limits.silence / 5; performance.now() < next; ) await say()
    }
    expect(stream.closed).toBe(false)
  })
})

it('an answer of HTTP/1.1 ends too when nobody takes anything of it', async () => {
  const app = fastify(await secureServer(files(), { ...arrivalLimits, silence: 400, look: 20 }))
  app.get('/whole', (_request, reply) => reply.send(Buffer.alloc(500_000)))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const accepted = once(app.server, 'secureConnection')
  const client = connectTls({ port: (app.server.address() as AddressInfo).port, ...trusting })
  client.on('error', () => {})
  client.pause()
  client.write('GET /whole HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100))
  const [socket] = (await accepted) as [TLSSocket]
  await once(socket, 'close')
  client.destroy()
  await app.close()
})

it('a certificate that was renewed is shown to whoever comes next, and a half written one to nobody', async () => {
  const log = pino({ level: 'silent' })
  const warned = vi.spyOn(log, 'error')
  const app = fastify(await secureServer(files(), arrivalLimits))
  renewCertificate(app, files(), log, 20)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  async function shown(): Promise<string> {
    const socket = connectTls({ port, ...trusting })
    await once(socket, 'secureConnect')
    const { serialNumber } = socket.getPeerCertificate()
    socket.destroy()
    return serialNumber.toLowerCase()
  }
  const before = await shown()
  await writeFile(files().cert, 'half')
  await expect.poll(() => warned.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(await shown()).toBe(before)
  const serial = await certify()
  await expect.poll(shown, { timeout: 10_000 }).toBe(serial.toLowerCase())
  await app.close()
})

it('a server does not start with a certificate that is none, and says which variables are wrong', async () => {
  await writeFile(join(folder, 'none.pem'), 'none')
  const none = { cert: join(folder, 'none.pem'), key: files().key }
  await expect(secureServer(none, arrivalLimits)).rejects.toThrow('TLS_CERT、TLS_KEY')
})
