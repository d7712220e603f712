import { fuelKind } from '@cheyi/domain/rental/pickup-return/codes'
import { describe, expect, it } from 'vitest'
import { comparedRows, lateness, markRow, mileage } from './compare-words.ts'

const none = { time: null, driven: null }

describe('comparedRows', () => {
  const from = {
    at: Date.parse('2026-11-17T07:26:00+08:00'),
    mileageKm: 23_410,
    fuelKind: fuelKind.oil,
    fuelEighths: 8,
    batteryPct: null,
  }
  const to = { ...from, at: Date.parse('2026-11-20T09:41:00+08:00'), mileageKm: 24_056, fuelEighths: 6 }

  it('reads as on the counter', () => {
    expect(comparedRows(from, to, { time: lateness(135), driven: mileage(646, 600) })).toEqual([
      { label: '时间', from: '11-17 07:26', to: '11-20 09:41', difference: { text: '+2小时15分', tone: 'danger' } },
      { label: '里程', from: '23,410', to: '24,056', difference: { text: '+46 超限', tone: 'danger' } },
      { label: '油量', from: '8/8', to: '6/8', difference: { text: '−2 格', tone: 'danger' } },
    ])
  })
  it('has the readings of the car, and a dash for what is not known', () => {
    const hybrid = { ...to, fuelKind: fuelKind.hybrid, mileageKm: null }
    const rows = comparedRows({ ...from, batteryPct: 50 }, { ...hybrid, batteryPct: 62 }, none)
    expect(rows.map(({ label }) => label)).toEqual(['时间', '里程', '油量', '电量'])
    expect(rows[1]).toMatchObject({ to: '—', difference: null })
    expect(rows[3]?.difference).toEqual({ text: '+12%', tone: 'success' })
  })
})

it('lateness', () => {
  expect([135, 0, -60].map((minutes) => lateness(minutes).text)).toEqual(['+2小时15分', '准时', '提前1小时'])
})

it('kilometres within the free ones are only told', () => {
  expect([mileage(646, null), mileage(600, 600)].map(({ text, tone }) => [text, tone])).toEqual([
    ['646 km', 'plain'],
    ['600 km', 'plain'],
  ])
})

it('new marks are counted', () => {
  expect(markRow(1, [{ isNew: false }]).difference?.text).toBe('无新增')
  expect(markRow(1, [{ isNew: false }, { isNew: true }])).toMatchObject({
    from: '1 处',
    to: '2 处',
    difference: { text: '新增 1 处' },
  })
})
