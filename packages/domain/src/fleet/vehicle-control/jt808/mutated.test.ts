import { expect, it } from 'vitest'
import { fromHex } from './bytes.ts'
import { FrameReader } from './frames.ts'
import { frameBytes } from './message.ts'
import packets from './packets.json' with { type: 'json' }
import { PartJoiner } from './parts.ts'
import { readUp } from './up.ts'

/** `JT808_FRAMES=1000000` makes a long run. */
const FRAMES = Number(process.env.JT808_FRAMES ?? 100_000)
const GROWTH_MB = 32

/** A seeded generator, so that failures are reproducible. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

it(`${FRAMES} corrupted frames cause no exception and no memory growth`, { timeout: 600_000 }, () => {
  const wires = packets.cases.flatMap(({ wire_hex }) => (wire_hex ? [fromHex(wire_hex)] : []))
  const roll = dice(7)
  const reader = new FrameReader()
  const joiner = new PartJoiner()
  const kinds = new Map<string, number>()
  const run = (frames: number) => {
    for (let at = 0; at < frames; at++) {
      for (const frame of reader.push(spoilt(wires[roll(wires.length)]!, roll))) {
        const kind = frame.ok ? readUp(frame.message).kind : frame.why
        if (frame.ok) joiner.join(frame.message, at)
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      }
    }
  }
  run(FRAMES / 10)
  const before = process.memoryUsage.rss()
  run(FRAMES)
  const grown = Math.round((process.memoryUsage.rss() - before) / 1024 / 1024)
  console.info(
    `${FRAMES} frames: resident memory grew by ${grown} MB; ${[...kinds].map(([kind, n]) => `${kind} ${n}`).join(', ')}`,
  )
  expect(joiner.held).toBeLessThanOrEqual(64 * 1024)
  expect(reader.held).toBeLessThanOrEqual(2048)
  for (const kind of ['checksum', 'length', 'escape', 'malformed', 'position', 'unknown'])
    expect(kinds.has(kind)).toBe(true)
  expect(grown).toBeLessThanOrEqual(GROWTH_MB)
})

/** Bytes changed, removed, duplicated or cut off; half of the frames with a valid check sum, so that the bodies are read too. */
function spoilt(wire: Uint8Array, roll: (below: number) => number): Uint8Array {
  const bytes = [...wire]
  for (let times = roll(4); times >= 0; times--) {
    const at = roll(bytes.length)
    const how = roll(4)
    if (how === 0) bytes[at] = roll(256)
    else if (how === 1) bytes.splice(at, 1 + roll(4))
    else if (how === 2) bytes.splice(at, 0, roll(256))
    else bytes.length = Math.max(2, at)
  }
  return roll(2) === 0 ? Uint8Array.from(bytes) : frameBytes(Uint8Array.from(bytes.slice(1, -2)))
}
