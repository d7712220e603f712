import { settingCatalogue, settingNames } from '@cheyi/domain/platform/merchant/setting'
import { isSettingShown } from '@cheyi/domain/platform/role/built-parts'
import { describe, expect, it } from 'vitest'
import { groups, type Listed, rangeWords, readDays, valueProblem, valueWords, words } from './setting-words.ts'

describe('the settings of the page', () => {
  const listed = groups.flatMap(({ names }) => names)
  it('are all that do something, each once', () => {
    expect(new Set(listed).size).toBe(listed.length)
    const apart = ['notify', 'operatorWriteUntil', 'ownChannels']
    expect(listed.toSorted()).toEqual(
      settingNames.filter((name) => !apart.includes(name) && isSettingShown(name)).toSorted(),
    )
  })
  it.each(listed)('%s has words, and a default that may be stored', (name: Listed) => {
    expect(words[name].label).toMatch(/[一-鿿]/)
    expect(valueProblem(name, settingCatalogue[name].fallback)).toBeNull()
    expect(rangeWords(name)).toContain('默认')
  })
})

it.each<[Listed, unknown, string]>([
  ['turnaroundMinutes', 60, '60分钟'],
  ['refundApproveLimitFen', 50_000, '¥500.00'],
  ['earlyReturnFeeBp', 2000, '20%'],
  ['lateFeeBpPerDay', 5, '0.05%'],
  ['autoConfirm', false, '关'],
  ['inspectionRemindDays', [60, 30], '60、30天'],
  ['earlyReturnMode', 2, '重算扣费'],
  ['graceMinutes', null, '默认'],
])('%s %j reads %s', (name, value, text) => expect(valueWords(name, value)).toBe(text))

it('says what is wrong with a value, and nothing of what is empty', () => {
  expect(valueProblem('graceMinutes', 121)).toBe('应在0分钟至120分钟之间')
  expect(valueProblem('earlyReturnFeeBp', 10_001)).toBe('应在0%至100%之间')
  expect(valueProblem('inspectionRemindDays', [0])).toBe('每项应为1至120之间的整数，最多10项')
  expect(valueProblem('graceMinutes', null)).toBeNull()
  expect(rangeWords('turnaroundMinutes')).toBe('0–480分钟，默认60分钟')
})

it('reads days as they are typed', () => {
  expect(readDays('60, 30，7')).toEqual([60, 30, 7])
  expect(readDays('')).toEqual([])
  expect(readDays('x')).toEqual([Number.NaN])
})
