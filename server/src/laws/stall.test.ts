import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import { bodyLimit, type Call } from '@cheyi/contract/kernel/call'
import { MAX_DEPTH, MAX_NAMES } from '@cheyi/contract/kernel/json-limits'
import { PART_BYTES } from '@cheyi/domain/platform/media/path'
import type { InjectOptions } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hashToken } from '../kernel/identity.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { openSession } from '../testing/session.ts'
import { multipart } from '../testing/upload.ts'
import { makeScene, type Scene } from '../testing/world/scene/scene.ts'

/*
 * One request delays no other: whatever 64 KB are sent to a call, another request meanwhile (such as the health check) waits at most for
 * the time that this thread works on them. The CPU time of the thread is measured, because elapsed time depends on other work of the
 * machine.
 */

/** Maximum delay of one request by another. */
const MOST_MS = 250
const SIZE = 64 * 1024

let t: TestApp
let scene: Scene
let owner: Parameters<typeof openSession>[1]

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  scene = await makeScene(t, '守时租车')
  const { rows } = await t.root.query(
    `select a.merchant_id, a.user_id, a.id as account_id from account a join login_session s on s.account_id = a.id
      where s.token_hash = $1`,
    [hashToken(scene.w.tokens.owner)],
  )
  owner = rows[0]
  // The first answer builds the document.
  await t.app.inject('/openapi.json')
}, 240_000)
afterAll(() => t.close())

const calls: [string, Call][] = Object.entries(contract).flatMap(([feature, rows]) =>
  Object.entries(rows).map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
)

/** What a field accepts, as text: without its label and its messages. */
const shapeOf = (field: z.ZodType): string =>
  JSON.stringify(z.toJSONSchema(field, { unrepresentable: 'any', io: 'input' }), (key, value) =>
    key === 'title' || key === 'description' ? undefined : value,
  )

/**
 * The calls, and the fields of each that are tried: a field of the same shape costs the same in every call, and is tried in the first one
 * alone. In the large size (LARGE=1) all fields of all calls are.
 */
const triedShapes = new Set<string>()
/** The first call of each limit of the body and each kind of caller, for bodies whose cost does not depend on the fields of the call. */
const parsers = new Map(calls.map(([name, call]) => [parserOf(call), name] as const).reverse())
const tried = calls.flatMap(([name, call]): [string, Call, string[]][] => {
  const fields = Object.entries((call.input as z.ZodObject).shape).filter(([, field]) => {
    const shape = shapeOf(field as z.ZodType)
    const isFirst = !triedShapes.has(shape)
    triedShapes.add(shape)
    return isFirst || process.env.LARGE !== undefined
  })
  const isTried = fields.length > 0 || parsers.get(parserOf(call)) === name || process.env.LARGE !== undefined
  return isTried ? [[name, call, fields.map(([field]) => field)]] : []
})

function parserOf(call: Call): string {
  return `${bodyLimit(call)} ${call.permission === 'public'} ${call.upload === true}`
}

/** A piece repeated up to a size, between a beginning and an end. */
const filled = (size: number, start: string, piece: string, end: string): string =>
  start + piece.repeat(Math.floor((size - start.length - end.length) / piece.length)) + end

/** The same with pieces that contain a number each. */
const numbered = (size: number, start: string, piece: (i: number) => string, end: string): string => {
  const pieces: string[] = []
  let left = size - start.length - end.length
  for (let i = 0; ; i++) {
    const next = piece(i)
    left -= next.length
    if (left < 0) return start + pieces.join('') + end
    pieces.push(next)
  }
}

const json = (payload: string): InjectOptions => ({ payload, headers: { 'content-type': 'application/json' } })
const form = (payload: string): InjectOptions => ({
  payload,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

/** The most expensive bodies of a size that are known, for any call. */
const anyBodies = (size: number): Record<string, InjectOptions> => ({
  'nested lists': json(filled(size, '', '[', '')),
  'nested records': json(filled(size, '', '{"a":', '')),
  'lists as deep as allowed': json(
    filled(size, '[', `${'['.repeat(MAX_DEPTH - 1)}${']'.repeat(MAX_DEPTH - 1)},`, '0]'),
  ),
  'many names': json(numbered(size, '{', (i) => `"k${i}":0,`, '"z":0}')),
  'as many names as allowed': json(
    numbered(size, '{', (i) => (i < MAX_NAMES - 1 ? `"k${i}":0,` : '         '), '"z":0}'),
  ),
  'many numbers': json(filled(size, '[', '0,', '0]')),
  'many records': json(filled(size, '[', '{},', '{}]')),
  'many names of a form': form(numbered(size, '', (i) => `k${i}&`, '')),
  'one name of a form many times': form(filled(size, '', 'list&', '')),
})

/** Made once, because they are the same for every call. */
const ofSize = new Map<number, Record<string, InjectOptions>>()
function anyBodiesOf(size: number): Record<string, InjectOptions> {
  const bodies = ofSize.get(size) ?? anyBodies(size)
  ofSize.set(size, bodies)
  return bodies
}

/** The most expensive values of one field. */
const fieldBodies = (field: string, size: number): Record<string, InjectOptions> => ({
  [`${field}: many numbers`]: json(filled(size, `{"${field}":[`, '0,', '0]}')),
  [`${field}: many records`]: json(filled(size, `{"${field}":[`, '{},', '{}]}')),
  [`${field}: many names`]: json(numbered(size, `{"${field}":{`, (i) => `"${i}":0,`, '"z":0}}').slice(0, size)),
  [`${field}: lists in a text`]: json(filled(size, `{"${field}":"`, '[', '"}')),
  [`${field}: a long text`]: json(filled(size, `{"${field}":"`, '长', '"}')),
  [`${field}: a text of blanks`]: json(filled(size, `{"${field}":"x`, ' ', 'x"}')),
  [`${field}: many digits`]: json(filled(size, `{"${field}":"`, '9', '"}')),
})

/** Milliseconds that this thread works for a request, from its arrival to its answer. */
async function workOf(options: InjectOptions): Promise<{ ms: number; status: number }> {
  const before = process.threadCpuUsage()
  const { statusCode } = await t.app.inject(options)
  const { user, system } = process.threadCpuUsage(before)
  return { ms: (user + system) / 1000, status: statusCode }
}

describe('another request waits no longer than 250 ms for', () => {
  it.each(tried)('%s', { timeout: 120_000 }, async (name, call, fields) => {
    const sizes = bodyLimit(call) < SIZE ? [bodyLimit(call), SIZE] : [SIZE]
    const { owner } = scene.w.tokens
    const slow: string[] = []
    for (const size of sizes) {
      const isOfParser = parsers.get(parserOf(call)) === name || process.env.LARGE !== undefined
      const bodies = Object.assign(
        {},
        isOfParser ? anyBodiesOf(size) : {},
        ...fields.map((field) => fieldBodies(field, size)),
      )
      for (const [what, body] of Object.entries<InjectOptions>(bodies)) {
        const request = { ...body, headers: { ...body.headers, token: owner, 'idempotency-key': `stall-${what}` } }
        const { ms, status } = await workOf({ ...request, method: 'POST', url: call.path })
        if (ms > MOST_MS || status >= 500) slow.push(`${what}: ${status} after ${Math.round(ms)} ms`)
      }
    }
    expect(slow).toEqual([])
  })

  it('a query of many names, or of one many times', async () => {
    for (const query of [numbered(15_000, '', (i) => `k${i}&`, ''), filled(15_000, '', 'a&', '')]) {
      for (const [, call] of calls.slice(0, 5)) {
        expect((await workOf({ method: 'GET', url: `${call.path}?${query}` })).ms).toBeLessThan(MOST_MS)
      }
    }
  })
})

/*
 * Work whose client has gone is ended: five seconds later, this process and its child processes are idle. CPU time is read from the system,
 * on Linux only.
 */
describe.skipIf(process.platform !== 'linux')('five seconds after who sent it went, nobody works on', () => {
  const IDLE_AFTER_MS = 5000
  /** A new session, because the requests to all calls above also signed out. */
  let token: string
  beforeAll(async () => {
    token = await openSession(t.kernel, owner)
  })
  const box = (type: string, size: number) => {
    const bytes = Buffer.alloc(size)
    bytes.writeUInt32BE(size)
    bytes.write(type, 4, 'latin1')
    return bytes
  }
  const head = box('ftyp', 24)
  head.write('isom', 8, 'latin1')
  head.write('isommp41', 16, 'latin1')
  /** Videos of empty boxes. */
  const emptyBoxes = Buffer.concat([head, Buffer.concat(Array<Buffer>(520_000).fill(box('free', 8)))])
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

  /** Uploads a video in parts, so that only its last call remains. */
  async function film(bytes: Buffer) {
    const by = { token }
    const begun = { uploadKey: `stall-${bytes.length}`, name: 'v.mp4', size: bytes.length, biz: 'pickup' } as const
    const { mediaId, parts } = await t.call(contract.media.presign, begun, by)
    const cut = parts.map((no) => bytes.subarray(no * PART_BYTES, (no + 1) * PART_BYTES))
    for (const [no, sent] of cut.entries()) {
      const fields = { mediaId, no: String(no), sha256: hash(sent).toString('hex') }
      const { body, type } = multipart(fields, { name: 'part', bytes: sent })
      const headers = { ...by, 'content-type': type }
      await t.app.inject({ method: 'POST', url: contract.media.part.path, headers, payload: body })
    }
    return multipart({ mediaId, sha256: hash(Buffer.concat(cut.map(hash))).toString('hex') }, null)
  }
  /** A picture with few bytes and the maximum number of pixels. */
  async function picture(name: string, format: 'png' | 'webp') {
    const drawn = sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#3366aa' } })
    return multipart({ biz: 'pickup' }, { name, bytes: await drawn.toFormat(format).toBuffer() })
  }

  const uploads: [string, string, () => Promise<{ body: Buffer; type: string }>][] = [
    ['a film of half a million empty boxes', contract.media.complete.path, () => film(emptyBoxes)],
    ['a PNG of 144 million pixels', contract.media.upload.path, () => picture('big.png', 'png')],
    ['a WebP of 144 million pixels', contract.media.upload.path, () => picture('big.webp', 'webp')],
  ]
  it(`that is ${uploads.map(([what]) => what).join(', ')}`, { timeout: 240_000 }, async () => {
    const port = await listening()
    const untouched: string[] = []
    for (const [what, path, make] of uploads) {
      const { body, type } = await make()
      const before = workedBy(process.pid)
      await goneAfter(port, path, { body, type }, 300)
      // The work had begun, so there was something to end.
      if (workedBy(process.pid) <= before) untouched.push(what)
    }
    expect(untouched).toEqual([])
    await after(IDLE_AFTER_MS)
    const idle = workedBy(process.pid)
    await after(2000)
    // Continued work uses a whole core or more; the garbage collector of a worker shared with other tests uses a part of one.
    expect(workedBy(process.pid) - idle).toBeLessThan(1000)
  })

  async function listening(): Promise<number> {
    if (t.app.server.listening === false) await t.app.listen({ port: 0, host: '127.0.0.1' })
    return (t.app.server.address() as AddressInfo).port
  }

  /** Sends a complete body, and closes the connection after some ms without waiting for the answer. */
  const goneAfter = (port: number, path: string, { body, type }: { body: Buffer; type: string }, ms: number) =>
    new Promise<void>((resolve, reject) => {
      const headers = {
        ...{ token, 'idempotency-key': `stall-${Math.random()}` },
        ...{ 'content-type': type, 'content-length': body.length },
      }
      const sent = request({ port, method: 'POST', path, headers })
      sent.on('error', () => {})
      sent.on('close', resolve)
      sent.on('finish', () => void after(ms).then(() => sent.destroy()))
      setTimeout(() => reject(new Error('the body was never taken')), 60_000).unref()
      sent.end(body)
    })

  /** CPU time in ms of a process and its running child processes. */
  function workedBy(pid: number): number {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ')
    // utime and stime, and those of ended children, in hundredths of a second.
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 10
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').split(' ').filter(Boolean),
    )
    return children.reduce((sum, child) => sum + workedBy(Number(child)), own)
  }
})
