import { describe, expect, it } from 'vitest'
import { effectiveSettings, isSettingValue, settingCatalogue, settingNames } from './setting.ts'

describe('settings', () => {
  it('fall back to defaults that lie within their own range', () => {
    const settings = effectiveSettings({})
    expect(settings.graceMinutes).toBe(30)
    expect(settings.autoConfirm).toBe(true)
    for (const name of settingNames) expect(isSettingValue(name, settingCatalogue[name].fallback), name).toBe(true)
  })
  it('take the store before the merchant only where a store may differ', () => {
    const settings = effectiveSettings({ graceMinutes: 20, undoMinutes: 10 }, { graceMinutes: 15, undoMinutes: 99 })
    expect(settings.graceMinutes).toBe(15)
    expect(settings.undoMinutes).toBe(10)
  })
  it('ignore values out of range or of another type', () => {
    expect(effectiveSettings({ graceMinutes: 121, autoConfirm: 'no' })).toEqual(effectiveSettings({}))
  })
})
