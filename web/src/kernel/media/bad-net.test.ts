import { LINK_PART_BYTES, partsOf } from '@cheyi/domain/platform/media/path'
import { describe, expect, it } from 'vitest'
import { sendParts } from './send-parts.ts'
import { type UploadItem, UploadQueue } from './upload-queue.ts'

/*
 * A customer at the car: 20 photos at 100 kbit/s, the net lost every 30 seconds, the browser killed twice. The clock is the net's own: it
 * goes on by what is sent.
 */

const BYTES_PER_MS = 100_000 / 8 / 1000
const LOST_EVERY = 30_000
/** What a call costs besides the bytes of a photo. */
const ROUND_TRIP = 300

function badNet() {
  const state = { now: 0, sent: 0 }
  return {
    state,
    /** Sends so many bytes; rejects where the net is lost meanwhile. */
    async carry(bytes: number) {
      const ends = state.now + ROUND_TRIP + bytes / BYTES_PER_MS
      const breaks = (Math.floor(state.now / LOST_EVERY) + 1) * LOST_EVERY
      const until = Math.min(ends, breaks)
      state.sent += Math.min(bytes, Math.max(0, Math.round((until - state.now - ROUND_TRIP) * BYTES_PER_MS)))
      state.now = until
      if (ends > breaks) throw new Error('lost')
    },
  }
}

/** What the server keeps: parts by file, and the places where whole photos stand. */
function server() {
  const parts = new Map<string, Set<number>>()
  const placed: string[] = []
  return { parts, placed }
}

function phone(kept: Map<string, UploadItem>, net: ReturnType<typeof badNet>, there: ReturnType<typeof server>) {
  const life = { alive: true }
  const killed = () => new Promise<never>(() => {})
  const queue = new UploadQueue({
    store: {
      all: async () => [...kept.values()],
      put: async (item) => !!kept.set(item.id, item),
      remove: async (id) => void kept.delete(id),
    },
    async send({ key, slot, file }) {
      const here = there.parts.get(key) ?? new Set()
      const way = {
        async begin({ size }: File) {
          await net.carry(0)
          there.parts.set(key, here)
          const count = partsOf(size, LINK_PART_BYTES)
          const left = Array.from({ length: count }, (_, no) => no).filter((no) => !here.has(no))
          return { mediaId: key, partBytes: LINK_PART_BYTES, parts: left }
        },
        async part({ no }: { readonly no: number }, piece: File) {
          if (!life.alive) await killed()
          await net.carry(piece.size)
          here.add(no)
        },
        async done() {
          await net.carry(0)
          if (!there.placed.includes(slot)) there.placed.push(slot)
          return { mediaId: key, url: 'u', thumbUrl: null }
        },
      }
      try {
        return { kind: 'done', media: await sendParts(file!, way, () => {}) }
      } catch {
        return { kind: 'lost' }
      }
    },
    owner: () => 'link:x',
    async pause(ms) {
      net.state.now += ms
    },
    now: () => 0,
    atOnce: () => 1,
  })
  return {
    queue,
    kill() {
      life.alive = false
    },
  }
}

describe('photos of a customer at a bad net', () => {
  it('arrive once and in order, and at most a tenth of their bytes goes twice', async () => {
    const [kept, net, there] = [new Map<string, UploadItem>(), badNet(), server()]
    const sizes = Array.from({ length: 20 }, (_, i) => 180_000 + i * 11_000)
    let { queue, kill } = phone(kept, net, there)
    for (const [i, size] of sizes.entries())
      await queue.add({
        ...{ id: `p${i}`, key: `key-of-p${i}`, biz: 'return', bizId: '9', slot: `s${i}`, takenAt: i },
        file: new File([new Uint8Array(size)], `${i}.jpg`),
      })
    const until = async (count: number) => {
      for (let n = 0; there.placed.length < count && n < 20_000; n++) await new Promise((go) => setTimeout(go, 0))
    }
    for (const crash of [6, 13]) {
      await until(crash)
      kill()
      ;({ queue, kill } = phone(kept, net, there))
      await queue.open()
    }
    await until(20)
    expect(there.placed).toEqual(sizes.map((_, i) => `s${i}`))
    const all = sizes.reduce((a, b) => a + b, 0)
    expect(net.state.now / LOST_EVERY).toBeGreaterThan(10)
    expect(net.state.sent).toBeGreaterThanOrEqual(all)
    expect((net.state.sent - all) / all).toBeLessThan(0.1)
  })
})
