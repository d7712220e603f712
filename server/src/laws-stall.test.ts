import { contract } from '@cheyi/contract/index'
import { bodyLimit, type Call } from '@cheyi/contract/kernel/call'
import { MAX_DEPTH, MAX_NAMES } from '@cheyi/contract/kernel/json-limits'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type TestApp, testApp } from './testing/app.ts'
import { makeScene, type Scene } from './testing/world/scene.ts'

/*
 * One request stalls nobody: whatever 64 KB are sent to a call, another that comes meanwhile (the question whether the
 * process lives, say) waits at most for the time that this thread works on them. What counts is the thread's own time
 * and not the clock's, which on a busy machine tells of its other work.
 */

/** Longest that anybody may wait for one request of another. */
const MOST_MS = 250
const SIZE = 64 * 1024

let t: TestApp
let scene: Scene

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  scene = await makeScene(t, '守时租车')
  // The first answer makes it.
  await t.app.inject('/openapi.json')
}, 240_000)
afterAll(() => t.close())

const calls: [string, Call][] = Object.entries(contract).flatMap(([room, rows]) =>
  Object.entries(rows).map(([name, call]): [string, Call] => [`${room}.${name}`, call]),
)

/** A piece repeated to a size, between a beginning and an end. */
const filled = (size: number, start: string, piece: string, end: string): string =>
  start + piece.repeat(Math.floor((size - start.length - end.length) / piece.length)) + end

/** The same of pieces that have a number each. */
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

/** The costliest bodies of a size that we know, whatever the call. */
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

/** Made once: whatever the call, they are the same. */
const ofSize = new Map<number, Record<string, InjectOptions>>()
function anyBodiesOf(size: number): Record<string, InjectOptions> {
  const bodies = ofSize.get(size) ?? anyBodies(size)
  ofSize.set(size, bodies)
  return bodies
}

/** The costliest values of one field. */
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
  it.each(calls)('%s', { timeout: 120_000 }, async (_, call) => {
    const fields = Object.keys((call.input as z.ZodObject).shape)
    const sizes = bodyLimit(call) < SIZE ? [bodyLimit(call), SIZE] : [SIZE]
    const { owner } = scene.w.tokens
    const slow: string[] = []
    for (const size of sizes) {
      const bodies = Object.assign({}, anyBodiesOf(size), ...fields.map((field) => fieldBodies(field, size)))
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
