import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const own = { any: AbortSignal.any, timeout: AbortSignal.timeout }

beforeEach(async () => {
  vi.useFakeTimers()
  Object.assign(AbortSignal, { any: undefined, timeout: undefined })
  vi.resetModules()
  await import('./abort-signal.ts')
})

afterEach(() => {
  vi.useRealTimers()
  Object.assign(AbortSignal, own)
})

test('a signal of several is aborted by the first of them, with its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const any = AbortSignal.any([one.signal, other.signal])
  expect(any.aborted).toBe(false)
  other.abort('gone')
  one.abort('late')
  expect([any.aborted, any.reason]).toEqual([true, 'gone'])
})

test('of signals one of which is aborted, it is aborted at once', () => {
  const any = AbortSignal.any([new AbortController().signal, AbortSignal.abort('before')])
  expect([any.aborted, any.reason]).toEqual([true, 'before'])
})

test('a timeout aborts when it is over, not before', () => {
  const signal = AbortSignal.timeout(20_000)
  vi.advanceTimersByTime(19_999)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect([signal.aborted, signal.reason.name]).toEqual([true, 'TimeoutError'])
})
