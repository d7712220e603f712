import { describe, expect, it } from 'vitest'
import type { Task } from '../parts/types.ts'
import { nextStep, notReady } from './task-words.ts'

type Block = Task['blocking'][number]
const block = (code: string, step: number, overridable = false): Block => ({ code, step, overridable, text: code })
describe('nextStep', () => {
  it('is the first that was not gone through', () => {
    const record = { stepDone: [1, 2, 4] } as Task['record']
    expect(nextStep({ record, blocking: [] })).toBe(3)
    expect(nextStep({ record: null, blocking: [] })).toBe(1)
  })
})

describe('notReady', () => {
  it('names what is missing', () => {
    expect(notReady({ blocking: [block('押金未收齐', 7)] }, false)).toBe('押金未收齐')
    expect(notReady({ blocking: [block('证件未核验，不能取车', 2), block('押金未收齐', 7)] }, false)).toBe(
      '证件未核验，不能取车等 2 项未完成',
    )
  })
  it('lets go on where the confirmation settles it, or somebody may pass it over', () => {
    expect(notReady({ blocking: [block('owed', 8, true), block('agreement', 9)] }, false)).toBeNull()
    expect(notReady({ blocking: [block('tooEarly', 1, true)] }, true)).toBeNull()
    expect(notReady({ blocking: [block('tooEarly', 1, true)] }, false)).toBe('tooEarly')
  })
})
