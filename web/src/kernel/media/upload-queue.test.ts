import { describe, expect, it } from 'vitest'
import { queuedAtOf, type SendOutcome, type UploadItem, UploadQueue, WAITING_TEXT } from './upload-queue.ts'

const HOUR = 3_600_000
const media = { mediaId: '7', url: 'u', thumbUrl: null }
const done: SendOutcome = { kind: 'done', media }
const lost: SendOutcome = { kind: 'lost' }
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

const filesIn = (kept: Map<string, UploadItem>) => [...kept.values()].filter(({ file }) => file !== null).length

function setUp(outcomes: SendOutcome[], stored: UploadItem[] = []) {
  const kept = new Map(stored.map((item) => [item.id, item]))
  const keys: string[] = []
  const pauses: number[] = []
  const state = { owner: '1:10' as string | null, running: 0, most: 0, room: undefined as number | undefined }
  const queue = new UploadQueue({
    store: {
      all: async () => [...kept.values()],
      async put(item) {
        const room = state.room === undefined || kept.has(item.id) || filesIn(kept) < state.room
        if (room || item.file === null) kept.set(item.id, item)
        return room || item.file === null
      },
      remove: async (id) => void kept.delete(id),
    },
    async send(item) {
      keys.push(item.key)
      state.most = Math.max(state.most, ++state.running)
      await settled()
      state.running--
      return outcomes.shift() ?? done
    },
    owner: () => state.owner,
    pause: async (ms) => void pauses.push(ms),
    now: () => 100 * HOUR,
  })
  const add = (id: string) =>
    queue.add({
      id,
      key: `key-${id}`,
      biz: 'pickup',
      bizId: '900',
      slot: '',
      file: new File(['x'], 'a.jpg'),
      takenAt: 1,
    })
  return { queue, kept, keys, pauses, state, add }
}
const finish = async (queue: UploadQueue) => {
  for (let i = 0; i < 50 && queue.items().some((item) => item.status === 'uploading'); i++) await settled()
}

describe('the upload queue', () => {
  it('stores a file before it sends it, and its media id after', async () => {
    const { queue, kept, add } = setUp([])
    await add('a')
    expect(kept.get('a')).toMatchObject({ status: 'uploading', owner: '1:10' })
    await finish(queue)
    expect(kept.get('a')).toMatchObject({ status: '', media })
  })
  it('says of a file that the phone has no room for, and sends it from the page', async () => {
    const { queue, kept, state, keys, add } = setUp([])
    state.room = 0
    const seen: (boolean | undefined)[] = []
    queue.subscribe(() => seen.push(queue.items()[0]?.unkept))
    await add('a')
    expect(seen).toContain(true)
    await finish(queue)
    expect(keys).toEqual(['key-a'])
    expect(queue.items()[0]).toMatchObject({ status: '', media })
    expect(kept.get('a')).toMatchObject({ file: null, media })
  })
  it('makes room for what is still to be sent by what the server has', async () => {
    const { queue, kept, state, add } = setUp([])
    state.room = 1
    await add('a')
    await finish(queue)
    await add('b')
    expect(kept.get('a')).toMatchObject({ file: null, media })
    expect(kept.get('b')!.file).not.toBeNull()
    expect(queue.items()[1]!.unkept ?? false).toBe(false)
    // Still shown from where it lies in the page.
    expect(queue.items()[0]!.file).not.toBeNull()
  })
  it('counts a file as on its way while it is compressed, and lets one go that turns out to be none', async () => {
    const { queue, kept, keys } = setUp([])
    const item = { biz: 'voucher', bizId: '900', slot: '', takenAt: 1 }
    const [picture, text] = [Promise.withResolvers<File | null>(), Promise.withResolvers<File | null>()]
    const added = [
      queue.add({ ...item, id: 'a', key: 'key-a', file: picture.promise }),
      queue.add({ ...item, id: 'b', key: 'key-b', file: text.promise }),
      queue.add({ ...item, id: 'c', key: 'key-c', file: new File(['x'], 'c.jpg') }),
    ]
    const statuses = () => queue.items().map(({ id, status }) => [id, status])
    await expect.poll(statuses).toEqual([
      ['a', 'uploading'],
      ['b', 'uploading'],
      ['c', ''],
    ])
    expect([...kept.keys()]).toEqual(['c'])
    picture.resolve(new File(['x'], 'a.jpg'))
    text.resolve(null)
    await Promise.all(added)
    await finish(queue)
    expect(statuses()).toEqual([
      ['a', ''],
      ['c', ''],
    ])
    expect(keys).toEqual(['key-c', 'key-a'])
  })
  it('tries again by itself when the network is lost, with the same key and growing pauses', async () => {
    const { queue, keys, pauses, add } = setUp([lost, lost, lost, done])
    await add('a')
    await finish(queue)
    expect(keys).toEqual(['key-a', 'key-a', 'key-a', 'key-a'])
    expect(pauses).toEqual([2_000, 5_000, 15_000])
    expect(queue.items()[0]).toMatchObject({ status: '', message: '' })
  })
  it('waits for the person after a refusal, and goes on by a tap', async () => {
    const { queue, kept, add } = setUp([{ kind: 'refused', message: '不支持的文件类型' }, done])
    await add('a')
    await finish(queue)
    expect(kept.get('a')).toMatchObject({ status: 'failed', message: '不支持的文件类型' })
    await queue.retry('a')
    await finish(queue)
    expect(kept.get('a')).toMatchObject({ status: '', media })
  })
  it('goes on after a restart with what was left', async () => {
    const before = setUp([lost])
    before.state.owner = '1:10'
    await before.add('a')
    const left = [...before.kept.values()].map((item) => ({ ...item, message: WAITING_TEXT }))
    const after = setUp([done], left)
    await after.queue.open()
    await finish(after.queue)
    expect(after.kept.get('a')).toMatchObject({ status: '', media })
    expect(after.keys).toEqual(['key-a'])
  })
  it("sends nothing under another person's login, and goes on when they are back", async () => {
    const first = setUp([])
    await first.add('a')
    const { queue, keys, state } = setUp([], [...first.kept.values()])
    state.owner = '2:10'
    await queue.open()
    await settled()
    expect(keys).toEqual([])
    state.owner = '1:10'
    queue.wake()
    await finish(queue)
    expect(keys).toEqual(['key-a'])
  })
  it('sends two at a time', async () => {
    const { queue, state, add } = setUp([])
    for (const id of ['a', 'b', 'c', 'd', 'e']) await add(id)
    await finish(queue)
    expect(state.most).toBe(2)
    expect(queue.items().every((item) => item.media)).toBe(true)
  })
  it('takes nothing in while nobody is signed in', async () => {
    const { queue, kept, state, add } = setUp([])
    state.owner = null
    await add('a')
    expect(kept.size).toBe(0)
    expect(queue.items()).toEqual([])
  })
  it('deletes everything of who signs out, also what another page has stored or is sending', async () => {
    const other = setUp([])
    await other.add('a')
    await other.add('b')
    await finish(other.queue)
    const { queue, kept, add } = setUp(
      [],
      [...other.kept.values()].map((item) => ({ ...item, owner: '1:10' })),
    )
    kept.set('c', { ...kept.get('a')!, id: 'c', owner: '2:10' })
    await add('d')
    await queue.removeOwner('1:10')
    await settled()
    await settled()
    expect([...kept.keys()]).toEqual(['c'])
    expect(queue.items().filter(({ owner }) => owner === '1:10')).toEqual([])
  })
  it('counts and sends files that another page has stored since', async () => {
    const { queue, kept } = setUp([])
    await queue.open()
    const before = setUp([lost])
    await before.add('a')
    const [left] = before.kept.values()
    kept.set('a', left!)
    await queue.reload()
    expect(queue.items().map(({ id, status }) => [id, status])).toEqual([['a', 'uploading']])
    await finish(queue)
    expect(kept.get('a')).toMatchObject({ status: '', media })
  })
  it('deletes an unsent file of somebody who has not come back for a week, and never an own one', async () => {
    const { queue, kept, add } = setUp([])
    await add('a')
    await finish(queue)
    const unsent = { ...kept.get('a')!, media: null, status: 'failed' as const, queuedAt: 100 * HOUR - 8 * 24 * HOUR }
    const after = setUp([], [unsent, { ...unsent, id: 'b', owner: '2:10' }])
    await after.queue.open()
    expect([...after.kept.keys()]).toEqual(['a'])
  })
  it('keeps an old picture of the album as long as any other, in the order in which they were added', async () => {
    const { queue, kept } = setUp([])
    const file = new File(['x'], 'a.jpg')
    const place = { biz: 'violation', bizId: '900', slot: '', file }
    const taken = { new: 100 * HOUR, 'of this morning': 97 * HOUR, 'of last week': 1 }
    await Promise.all(
      Object.entries(taken).map(([id, takenAt]) => queue.add({ ...place, id, key: `key-${id}`, takenAt })),
    )
    await finish(queue)
    const stored = [...kept.values()].toReversed().toSorted((a, b) => queuedAtOf(a) - queuedAtOf(b))
    const again = setUp([], stored)
    await again.queue.open()
    expect(again.queue.items().map(({ id }) => id)).toEqual(Object.keys(taken))
  })
  it('forgets finished ones that the server has forgotten, and never unfinished ones', async () => {
    const { queue, kept, add } = setUp([])
    await add('a')
    await finish(queue)
    const [item] = kept.values()
    if (!item) throw new Error('nothing was stored')
    const old = { ...item, sentAt: 40 * HOUR }
    const unfinished = { ...item, id: 'b', media: null, status: 'failed' as const, takenAt: 0, queuedAt: 0 }
    const after = setUp([], [old, unfinished])
    await after.queue.open()
    expect(after.queue.items().map(({ id }) => id)).toEqual(['b'])
    expect([...after.kept.keys()]).toEqual(['b'])
  })
})
