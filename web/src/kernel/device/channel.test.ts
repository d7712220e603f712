import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BridgeFailure, bridgeText } from './bridge.ts'
import { createChannel, patienceOf } from './channel.ts'

function open(handlers: Partial<Parameters<typeof createChannel>[1]> = {}) {
  const sent: Record<string, unknown>[] = []
  let ids = 0
  const channel = createChannel(
    (text) => sent.push(JSON.parse(text)),
    {
      token: () => ({ ok: true }),
      resume: () => ({}),
      back: () => ({ handled: false }),
      network: () => ({}),
      ...handlers,
    },
    () => `a${++ids}`,
  )
  const answer = (message: object) => channel.receive(JSON.stringify({ v: 1, id: 'a1', ...message }))
  return { sent, channel, answer }
}
const upload = { max: 20, source: 'camera', biz: 'pickup', bizId: '900' } as const
const image = { mediaId: '72', path: 'p', url: 'u', w: 1920, h: 2560, takenAt: 1 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('asking the shell', () => {
  it('sends the envelope and takes the answer to its own id', async () => {
    const { sent, channel, answer } = open()
    const asked = channel.ask('uploadImage', upload)
    expect(sent).toEqual([{ v: 1, id: 'a1', type: 'uploadImage', payload: upload }])
    channel.receive(JSON.stringify({ v: 1, id: 'other', ok: true, data: { items: [] } }))
    channel.receive(JSON.stringify({ v: 2, id: 'a1', ok: true, data: { items: [] } }))
    answer({ ok: true, data: { items: [image] } })
    await expect(asked).resolves.toEqual({ items: [image] })
  })
  it('takes an answer whose data is JSON inside JSON, and an object in place of a text', async () => {
    const { channel, answer } = open()
    const first = channel.ask('bindWechat', {})
    answer({ ok: true, data: JSON.stringify({ code: 'x' }) })
    await expect(first).resolves.toEqual({ code: 'x' })
    const second = channel.ask('bindWechat', {})
    channel.receive({ v: 1, id: 'a2', ok: true, data: { code: 'y' } })
    await expect(second).resolves.toEqual({ code: 'y' })
  })
  it.each([
    [{ ok: true, data: { items: [{ ...image, w: 'wide' }] } }, '上传结果格式不匹配'],
    [{ ok: true, data: { items: Array.from({ length: 21 }, () => image) } }, '上传结果格式不匹配'],
    [{ ok: true }, '解析图片上传结果失败'],
    [{ ok: true, data: '{broken' }, '解析图片上传结果失败'],
    [{ ok: false, error: { code: 'CANCELLED', message: '' } }, null],
    [{ ok: false, error: { code: 'DENIED', message: '' } }, '请在系统设置中允许访问'],
    [{ ok: false, error: { code: 'FAILED', message: '' } }, '上传失败，点击重试'],
    [{ ok: false }, '上传失败，点击重试'],
  ])('says of %j: %j', async (message, said) => {
    const { channel, answer } = open()
    const asked = channel.ask('uploadImage', upload)
    answer(message)
    const failure = await asked.catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(BridgeFailure)
    expect(bridgeText(failure as BridgeFailure)).toBe(said)
  })
  it('fails waiting uploads when an answer cannot be read at all', async () => {
    const { channel } = open()
    const video = channel.ask('uploadVideo', { max: 1, maxSeconds: 60, biz: 'pickup', bizId: '1' })
    channel.receive('{broken')
    const failure = await video.catch((error: unknown) => error)
    expect(bridgeText(failure as BridgeFailure)).toBe('解析视频上传结果失败')
  })
  it('knows a video that the shell goes on uploading', async () => {
    const { channel, answer } = open()
    const video = channel.ask('uploadVideo', { max: 1, maxSeconds: 60, biz: 'pickup', bizId: '1' })
    answer({ ok: true, data: { items: [{ mediaId: '71', queued: true }] } })
    await expect(video).resolves.toEqual({ items: [{ mediaId: '71', queued: true }] })
  })
})

describe('waiting', () => {
  it('takes 10 s, for uploads 10 min from the last progress, for a picked place as long as it needs', async () => {
    expect(patienceOf('share', {})).toBe(10_000)
    expect(patienceOf('uploadBase64', {})).toBe(600_000)
    expect(patienceOf('map', { mode: 'view' })).toBe(10_000)
    expect(patienceOf('map', { mode: 'pick' })).toBeNull()
    const { channel, answer } = open()
    const percents: number[] = []
    const asked = channel
      .ask('uploadImage', upload, (percent) => percents.push(percent))
      .catch((error: unknown) => error)
    vi.advanceTimersByTime(599_000)
    answer({ progress: 40 })
    vi.advanceTimersByTime(599_000)
    expect(percents).toEqual([40])
    vi.advanceTimersByTime(1_000)
    expect(await asked).toMatchObject({ code: 'TIMEOUT' })
  })
})

describe('being asked by the shell', () => {
  it('answers with the same envelope', () => {
    const { sent, channel } = open({ back: () => ({ handled: true }) })
    channel.receive('{"v":1,"id":"n1","type":"back","payload":{}}')
    channel.receive('{"v":1,"id":"n2","type":"dance","payload":{}}')
    channel.receive('{"v":1,"id":"n3","type":"toString","payload":{}}')
    expect(sent).toEqual([
      { v: 1, id: 'n1', ok: true, data: { handled: true } },
      { v: 1, id: 'n2', ok: false, error: { code: 'UNSUPPORTED', message: 'dance' } },
      { v: 1, id: 'n3', ok: false, error: { code: 'UNSUPPORTED', message: 'toString' } },
    ])
  })
})
