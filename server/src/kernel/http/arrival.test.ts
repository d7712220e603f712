import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import { beforeAll, describe, expect, it } from 'vitest'
import { BEAT_MS } from '../../platform/stream/hub.ts'
import { testApp } from '../../testing/app.ts'
import { listening, openTab } from '../../testing/stream.ts'
import { multipart, photo } from '../../testing/upload.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { makeWorld } from '../../testing/world/world.ts'
import { CALL_TIMEOUT } from '../call/deadline.ts'
import { arrivalLimits } from './arrival.ts'

/** Like the real limits, but short. */
const limits = { headers: 500, body: 1000, upload: 20_000, silence: 2000, idle: arrivalLimits.idle, look: 50 }

sharedMerchant({ poolSize: 1, arrival: limits })
beforeAll(async () => {
  await listening(t.app)
})

/** A connection on which a client sends chunks; resolves with the answer once it is closed. */
function speak(chunks: AsyncIterable<string | Buffer>) {
  const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  // Writing to a closed connection fails, which is expected.
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)))
  const spoken = (async () => {
    for await (const chunk of chunks) if (!socket.destroyed) socket.write(chunk)
  })()
  return { closed, spoken, socket }
}

const head = (path: string, length: number, type = 'application/json') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ntoken: ${w.tokens.owner}\r\ncontent-type: ${type}\r\nidempotency-key: arrival-1\r\ncontent-length: ${length}\r\n\r\n`
/** One piece every `ms` until it is aborted. */
async function* slowly(first: string, piece: string, ms: number, stop: AbortSignal) {
  yield first
  while (!stop.aborted) {
    await sleep(ms, undefined, { signal: stop }).catch(() => {})
    yield piece
  }
}
async function* saying(...pieces: (string | Buffer)[]) {
  yield* pieces
}

describe('a request that never ends is closed', () => {
  it.each([
    [
      'a body of which no more comes',
      () => saying(head(contract.order.list.path, 1000), '{"page"'),
      /^$|^HTTP\/1.1 408 /,
    ],
    ['headers of which no more come', () => saying('POST / HTTP/1.1\r\nhost: x\r\n'), /^HTTP\/1.1 408 /],
  ])('%s', async (_, chunks, answered) => {
    expect(await speak(chunks()).closed).toMatch(answered)
  })

  it('a body that arrives byte by byte uses no database connection', async () => {
    const stop = new AbortController()
    const many = Array.from({ length: 20 }, () =>
      speak(slowly(head(contract.order.list.path, 60_000), ' ', 40, stop.signal)),
    )
    const all = Promise.all(many.map(({ closed }) => closed))
    // The only connection serves another call meanwhile.
    for (let over = false; !over; over = await Promise.race([all.then(() => true), sleep(10).then(() => false)]))
      await t.call(contract.store.list, {}, { token: w.tokens.owner })
    for (const answer of await all) {
      expect(answer).toMatch(/^HTTP\/1.1 408 /)
      expect(answer).toContain('请求内容未能及时送达，请重试')
    }
    stop.abort()
  })

  it('an answer that nobody reads is closed', async () => {
    const accepted = once(t.app.server, 'connection')
    const client = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1')
    client.on('error', () => {})
    client.pause()
    client.write('GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100))
    const [socket] = (await accepted) as [Socket]
    await once(socket, 'close')
    client.destroy()
  })

  it('a stalled upload is closed, and its data is deleted', async () => {
    const { body, type } = multipart({ biz: 'pickup' }, await photo())
    const half = speak(saying(head(contract.media.upload.path, body.length, type), body.subarray(0, body.length / 2)))
    await half.closed
    await expect.poll(() => readdir(t.kernel.upload.folder)).toEqual([])
  })
})

describe('slow requests with progress are accepted', () => {
  it('an upload that takes longer than other bodies may', async () => {
    const { body, type } = multipart({ biz: 'pickup' }, await photo())
    async function* inPieces() {
      yield head(contract.media.upload.path, body.length, type)
      for (let piece = 0; piece < 20; piece++) {
        yield body.subarray((piece * body.length) / 20, ((piece + 1) * body.length) / 20)
        await sleep((limits.body * 1.5) / 20)
      }
    }
    const { closed, socket } = speak(inPieces())
    const began = performance.now()
    const [data] = (await once(socket, 'data')) as [Buffer]
    expect(performance.now() - began).toBeGreaterThan(limits.body)
    expect(String(data)).toMatch(/^HTTP\/1.1 200 [\s\S]*"success":true/)
    socket.destroy()
    await closed
  })

  it('a stream with heartbeats within the allowed silence', async () => {
    expect(arrivalLimits.silence).toBeGreaterThan(2 * BEAT_MS)
    expect(arrivalLimits.silence).toBeGreaterThan(CALL_TIMEOUT)
    const app = await testApp({ arrival: { ...limits, silence: arrivalLimits.silence } })
    const world = await makeWorld(app)
    const tab = await openTab(app, world.tokens.owner)
    const over = await Promise.race([
      tab.ended.then(() => true),
      sleep(limits.body + limits.headers + limits.look).then(() => false),
    ])
    expect(over).toBe(false)
    tab.close()
    await app.close()
  })
})
