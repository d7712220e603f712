import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { contract } from './index.ts'
import type { Call } from './kernel/call.ts'

/*
 * A write without Idempotency-Key is executed each time it is sent: the web's hook for writes always sends one
 * (web/src/kernel/call/calls.test.ts), and code that sends without the hook must pass it.
 */

/** Functions that send without a key by default, and how a key is passed to them. */
const toldBy: Readonly<Record<string, RegExp | null>> = {
  send: /\bidempotencyKey\b/,
  // Its type requires a key, or null.
  sendFile: /^(?!.*\bkey: null\b)/s,
  ask: null,
  useRead: null,
  useList: null,
  prefetch: null,
}
const features: Readonly<Record<string, Readonly<Record<string, Call>>>> = contract
const sending = new RegExp(`\\b(${Object.keys(toldBy).join('|')})\\(\\s*calls\\.(\\w+)\\.(\\w+)`, 'g')

/** Writes in this text that would be sent without an idempotency key. */
function keyless(source: string): string[] {
  return [...source.matchAll(sending)].flatMap(({ 0: start, 1: by, 2: feature, 3: call, index }) => {
    if (features[feature!]?.[call!]?.repeat !== 'key') return []
    const told = toldBy[by!]
    return told?.test(argumentsAt(source, index + start.indexOf('('))) ? [] : [`${by} ${feature}.${call}`]
  })
}

/** The text from a bracket to its closing one. */
function argumentsAt(source: string, from: number): string {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    if (source[at] === '(') depth++
    if (source[at] === ')' && --depth === 0) return source.slice(from, at)
  }
  return source.slice(from)
}

describe('writes without the hook', () => {
  it('a write without its key is found', () => {
    expect(keyless('send(calls.order.saveRemark, f({ a }), { signal })')).toEqual(['send order.saveRemark'])
    expect(keyless('send(\n  calls.order.saveRemark, f({ a }), { idempotencyKey })')).toEqual([])
    expect(keyless('send(calls.order.saveRemark, {})\nsend(x, y, { idempotencyKey })')).toHaveLength(1)
    expect(keyless('sendFile(calls.media.upload, {}, file, { key: null })')).toEqual(['sendFile media.upload'])
    expect(keyless('sendFile(calls.media.upload, {}, file, { key: newKey() })')).toEqual([])
    expect(keyless('useRead(calls.order.saveRemark, {})')).toEqual(['useRead order.saveRemark'])
    expect(keyless('useRead(calls.order.remarks, {})')).toEqual([])
  })

  it('no file of the web has one', () => {
    const root = fileURLToPath(new URL('../../../web/src/', import.meta.url))
    const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.(test|gen)\.tsx?$/.test(file))
    const found = files.flatMap((file) =>
      keyless(readFileSync(`${root}${file}`, 'utf8')).map((write) => `${file}: ${write}`),
    )
    expect(found).toEqual([])
    expect(files.length).toBeGreaterThan(500)
  })
})
