import { afterEach, describe, expect, it, vi } from 'vitest'
import { persist } from '../persist.ts'
import { CallFailure, FALLBACK_TEXT, isUndecided } from './failure.ts'
import { isRefusedFor } from './refused.ts'
import { encode, unwrap } from './wire.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const post = { method: 'POST', path: '/api/x' } as const
const get = { method: 'GET', path: '/api/x' } as const

describe('how input travels', () => {
  it('as JSON by default', () => {
    expect(encode(post, { a: 1, b: undefined })).toEqual({
      url: '/api/x',
      body: '{"a":1}',
      contentType: 'application/json',
    })
    expect(encode(post, undefined).body).toBe('{}')
  })
  it('as a form when JSON is off', () => {
    expect(encode(post, { a: '1 2', b: [1, 2], c: null, d: { e: 1 } }, { json: false })).toEqual({
      url: '/api/x',
      body: 'a=1+2&b=1&b=2&d=%7B%22e%22%3A1%7D',
      contentType: 'application/x-www-form-urlencoded',
    })
  })
  it('in the address for GET and on wish, beside further values', () => {
    expect(encode(get, { a: '沪', b: false })).toEqual({
      url: '/api/x?a=%E6%B2%AA&b=false',
      body: undefined,
      contentType: undefined,
    })
    expect(encode(post, { a: 1 }, { asQuery: true }).url).toBe('/api/x?a=1')
    expect(encode(post, { a: 1 }, { params: { p: 2 } })).toMatchObject({ url: '/api/x?p=2', body: '{"a":1}' })
  })
})

const failureOf = (text: string, status = 200): CallFailure => {
  try {
    unwrap(text, 'trace', status)
  } catch (error) {
    if (error instanceof CallFailure) return error
  }
  throw new Error('expected a failure')
}

describe('what an answer says', () => {
  it('is its data', () => {
    expect(unwrap('{"success":true,"data":{"a":1},"errorCode":0,"message":""}', null)).toEqual({ a: 1 })
    expect(unwrap('{"success":true,"data":null,"errorCode":0,"message":""}', null)).toBeNull()
  })
  it('is a refusal with its text, facts and trace', () => {
    const failure = failureOf('{"success":false,"data":{"field":"mobile"},"errorCode":3005,"message":"价格已变动"}')
    expect(failure).toMatchObject({
      kind: 'refused',
      code: 3005,
      message: '价格已变动',
      traceId: 'trace',
      field: 'mobile',
    })
    expect(isRefusedFor('penaltyChanged', 'priceChanged')(failure)).toBe(true)
    expect(isRefusedFor('penaltyChanged')(failure)).toBe(false)
  })
  it('says what is wrong with an input in the words for people', () => {
    const text = JSON.stringify({
      success: false,
      data: { 字段: '请填写服务名称', field: 'name' },
      errorCode: -2,
      message: '参数错误：请填写服务名称',
    })
    expect(failureOf(text)).toMatchObject({ message: '请填写服务名称', field: 'name' })
  })

  it('falls back on a text of its own when there is none', () => {
    expect(failureOf('{"success":false,"data":null,"errorCode":"-4","message":""}')).toMatchObject({
      code: -4,
      message: FALLBACK_TEXT,
    })
  })
  it.each(['', '<html>', 'null', '[]', '{"ok":true}'])('is none of ours: %j', (text) => {
    expect(failureOf(text)).toMatchObject({ kind: 'broken', message: FALLBACK_TEXT })
  })
  it('is lost, as a connection is, when the server could not serve: the same key is tried again', async () => {
    const busy = '{"success":false,"data":null,"errorCode":-1,"message":"系统繁忙，请稍后重试"}'
    for (const [text, status] of [
      [busy, 503],
      ['<html>Bad Gateway</html>', 502],
      ['', 504],
    ] as const) {
      const failure = failureOf(text, status)
      expect(failure).toMatchObject({ kind: 'lost', message: '系统繁忙，请稍后重试', traceId: 'trace' })
      expect(isUndecided(failure)).toBe(true)
    }
    vi.useFakeTimers()
    vi.stubGlobal('addEventListener', () => {})
    vi.stubGlobal('removeEventListener', () => {})
    const answers = [503, 503, 200]
    const asked = persist(async () => {
      const status = answers.shift()!
      return unwrap(status === 200 ? '{"success":true,"data":7,"errorCode":0,"message":""}' : busy, null, status)
    })
    await vi.runAllTimersAsync()
    expect(await asked).toBe(7)
    expect(answers).toEqual([])
  })
  it.each([
    [true, 30_000],
    [false, 6_800],
  ])('is retried until another database server has taken over, when the device is online: %s', async (onLine, ms) => {
    vi.useFakeTimers()
    vi.stubGlobal('addEventListener', () => {})
    vi.stubGlobal('removeEventListener', () => {})
    vi.stubGlobal('navigator', { onLine })
    const sent: number[] = []
    const started = performance.now()
    const asked = persist(async () => {
      sent.push(performance.now() - started)
      return unwrap('', null, 503)
    })
    const failed = expect(asked).rejects.toMatchObject({ kind: 'lost' })
    await vi.runAllTimersAsync()
    await failed
    expect(sent.at(-1)).toBeGreaterThanOrEqual(ms)
    expect(sent.at(-1)).toBeLessThan(ms + 4_000)
  })
  it('is broken, not refused, when the server itself failed', () => {
    expect(failureOf('{"success":false,"data":null,"errorCode":-1,"message":"系统内部错误"}')).toMatchObject({
      kind: 'broken',
      message: FALLBACK_TEXT,
    })
  })
})
