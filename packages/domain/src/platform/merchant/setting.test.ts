import { describe, expect, it } from 'vitest'
import { HOUR } from '../../time.ts'
import { effectiveSettings, isSettingValue, parseSettings, settingCatalogue, settingNames } from './setting.ts'

describe('settings', () => {
  it('have defaults within their own range', () => {
    const settings = effectiveSettings({})
    expect(settings.graceMinutes).toBe(30)
    expect(settings.autoConfirm).toBe(true)
    for (const name of settingNames) expect(isSettingValue(name, settingCatalogue[name].fallback), name).toBe(true)
  })
  it("use the store's value only where a store may override", () => {
    const settings = effectiveSettings({ graceMinutes: 20, undoMinutes: 10 }, { graceMinutes: 15, undoMinutes: 99 })
    expect(settings.graceMinutes).toBe(15)
    expect(settings.undoMinutes).toBe(10)
  })
  it('ignore values that are out of range or of another type', () => {
    expect(effectiveSettings({ graceMinutes: 121, autoConfirm: 'no' })).toEqual(effectiveSettings({}))
  })
})

describe('changed settings', () => {
  const now = 1_000_000_000_000
  it('are accepted when they are known and in range', () => {
    const changes = {
      graceMinutes: 0,
      autoConfirm: false,
      inspectionRemindDays: [90, 1],
      notify: { muted: ['sms.paid'] },
    }
    expect(parseSettings(changes, 'merchant', now)).toEqual(changes)
    expect(parseSettings({ graceMinutes: null }, 'store', now)).toEqual({ graceMinutes: null })
    expect(parseSettings({ operatorWriteUntil: now + 24 * HOUR }, 'merchant', now)).toBeTruthy()
    expect(parseSettings({ operatorWriteUntil: null }, 'merchant', now)).toBeTruthy()
  })

  it.each<[Record<string, unknown>, 'merchant' | 'store', string]>([
    [{ colour: 1 }, 'merchant', '没有这项设置'],
    [{ toString: 1 }, 'merchant', '没有这项设置'],
    [{ graceMinutes: 121 }, 'merchant', '应为0至120之间的整数'],
    [{ graceMinutes: '30' }, 'merchant', '应为0至120之间的整数'],
    [{ graceMinutes: null }, 'merchant', '应为0至120之间的整数'],
    [{ undoMinutes: 10 }, 'store', '该设置不能按门店修改'],
    [{ autoConfirm: 1 }, 'merchant', '设置的值不正确'],
    [{ insuranceRemindDays: [0] }, 'merchant', '设置的值不正确'],
    [{ notify: { muted: 'all' } }, 'merchant', '设置的值不正确'],
    [{ operatorWriteUntil: now + 24 * HOUR + 1 }, 'merchant', '授权时间最长24小时'],
  ])('%j of a %s: %s', (changes, level, text) => {
    expect(() => parseSettings(changes, level, now)).toThrow(text)
  })

  it('are returned with their defaults', () => {
    const settings = effectiveSettings({ inspectionRemindDays: [90], insuranceRemindDays: 'soon' })
    expect(settings.inspectionRemindDays).toEqual([90])
    expect(settings.insuranceRemindDays).toEqual([30, 15, 3])
    expect(settings.notify.muted).toEqual([])
    expect(settings.operatorWriteUntil).toBeNull()
  })
})
