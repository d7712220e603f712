import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../time.ts'
import { type Checkup, checkupRows } from './checkup.ts'

const now = Date.parse('2026-11-29T08:00:00+08:00')
const well: Checkup = {
  backups: { newest: now - 6 * HOUR, proven: now - 3 * DAY },
  sms: { sends: true, delivered: 12, dead: 0 },
  clockAheadMs: -800,
}
const rows = (change: Partial<Checkup>) => checkupRows({ ...well, ...change }, now)
const told = (change: Partial<Checkup>) => rows(change).filter(({ isWell }) => isWell !== true)

it('an installation that is well has nothing to advise', () => {
  expect(rows({}).map(({ about, isWell, advice }) => [about, isWell, advice])).toEqual([
    ['backup', true, ''],
    ['proven', true, ''],
    ['sms', true, ''],
    ['clock', true, ''],
  ])
})

describe('what is not well is told, and nothing else', () => {
  it.each([
    ['backup', '一天没有备份', { backups: { ...well.backups!, newest: now - 27 * HOUR } }],
    ['backup', '一天没有备份', { backups: { ...well.backups!, newest: null } }],
    ['proven', '一周内没有试过恢复', { backups: { ...well.backups!, proven: null } }],
    ['proven', '一周内没有试过恢复', { backups: { ...well.backups!, proven: now - 9 * DAY } }],
    ['sms', '没有接通', { sms: { ...well.sms, sends: false } }],
    ['sms', '15 条短信中有 3 条没有发出', { sms: { ...well.sms, dead: 3 } }],
    ['clock', '自动设置时间', { clockAheadMs: -2 * MINUTE }],
    ['clock', '自动设置时间', { clockAheadMs: 2 * MINUTE }],
  ] as const)('%s: %s', (about, advice, change) => {
    expect(told(change)).toEqual([{ about, isWell: false, advice: expect.stringContaining(advice) }])
  })
})

it('what nobody can tell is neither well nor wrong', () => {
  expect(told({ backups: null }).map(({ about, isWell }) => [about, isWell])).toEqual([
    ['backup', null],
    ['proven', null],
  ])
  expect(told({ sms: { sends: true, delivered: 0, dead: 0 } })).toEqual([
    { about: 'sms', isWell: null, advice: '还没有发过短信' },
  ])
})
