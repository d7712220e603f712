import { vehicleUse } from '@cheyi/domain/fleet/vehicle-control/codes'
import { MINUTE } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { doorText, holderText, lastingText, nearText, reportedText, stateMark, warningMarks } from './car-words.ts'

describe('what a car says', () => {
  it.for([
    [1, true, '行驶中'],
    [1, false, '在线'],
    [2, false, '休眠'],
    [3, false, '离线'],
  ] as const)('of state %s, moving %s, is %s', ([state, moving, text]) => {
    expect(stateMark({ state, moving }).text).toBe(text)
  })

  it('counts alarms and names an engine that is cut', () => {
    expect(warningMarks({ alarms: 2, cut: true }).map(({ text }) => text)).toEqual(['报警 2', '已断油电'])
    expect(warningMarks({ alarms: 0, cut: false })).toEqual([])
  })

  it.for([
    [null, '从未上报'],
    [1000, '刚刚'],
    [3 * MINUTE, '3 分钟前'],
  ] as const)('%s ago is %s', ([past, text]) => {
    const now = Date.UTC(2026, 10, 20, 4)
    expect(reportedText(past === null ? null : now - past, now)).toBe(text)
  })

  it.for([
    [true, false, '已锁'],
    [false, false, '未锁'],
    [false, true, '车门未关'],
    [null, null, ''],
  ] as const)('locked %s, open %s: %s', ([locked, doorOpen, text]) => {
    expect(doorText({ locked, doorOpen })).toBe(text)
  })

  it.for([
    [59_999, '0 分钟'],
    [35 * MINUTE, '35 分钟'],
    [60 * MINUTE, '1 小时'],
    [125 * MINUTE, '2 小时 5 分'],
    [49 * 60 * MINUTE, '2 天'],
  ] as const)('%s ms last %s', ([ms, text]) => {
    expect(lastingText(ms)).toBe(text)
  })

  it('is near a store by metres, from a kilometre on by those', () => {
    expect(nearText({ storeName: '虹桥店', metres: 999 })).toBe('距虹桥店 999 米')
    expect(nearText({ storeName: '虹桥店', metres: 1250 })).toBe('距虹桥店 1.3 km')
  })

  const now = Date.UTC(2026, 10, 20, 4)
  it('says who may move it and until when, or since when nobody may', () => {
    const use = { kind: vehicleUse.drive, since: now, dueAt: now + 6 * 60 * MINUTE, name: '王师傅' }
    expect(holderText({ use, freeSince: null }, now)).toBe('送取车 · 王师傅 · 至11-20 18:00')
    expect(holderText({ use: null, freeSince: now }, now)).toBe('无人用车 · 11-20 12:00起')
    expect(holderText({ use: null, freeSince: null }, now)).toBe('无人用车')
  })
})
