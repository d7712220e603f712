import { describe, expect, it } from 'vitest'
import { orderItemType } from '../../../booking/order/codes.ts'
import { lateReturn } from '../../../money/expense/late.ts'
import { line } from '../lines/lines.ts'
import { termOf } from '../term.ts'
import { ask, at } from '../testing.ts'
import { channelSnapshot } from './channel-snapshot.ts'

const lines = [
  line({ kind: 'rent', itemType: orderItemType.rental, code: 'rent', name: '租金', amount: 50000, formula: '' }),
  line({
    kind: 'service',
    itemType: orderItemType.baseService,
    code: 'base',
    name: '基础服务费',
    qty: 3,
    unit: 'day',
    unitPrice: 4000,
    amount: 12000,
    formula: '',
  }),
  line({
    kind: 'reduce',
    itemType: orderItemType.rental,
    code: 'reduce.3',
    name: '渠道补贴',
    amount: -5000,
    formula: '',
  }),
]
const input = ask('11-02 10:00', '11-05 10:00', { source: 2 })
const snapshot = channelSnapshot(input, { graceMinutes: 30, dayAfterMinutes: 240 }, lines)

describe('channelSnapshot', () => {
  it('distributes the rent over the days', () => {
    expect(snapshot).toMatchObject({ days: 3, charges: 62000, total: 57000 })
    expect(snapshot.dayPrices).toHaveLength(11)
    expect(snapshot.dayPrices[10]).toMatchObject({ date: '2026-11-12', amount: 16667 })
  })

  it('can price a late return', () => {
    const terms = { overdueMultiplierBp: 15000, today: null }
    expect(lateReturn(termOf(snapshot), at('11-05 12:00'), terms).fee).toBe(2 * 2778)
    expect(lateReturn(termOf(snapshot), at('11-06 10:00'), terms).fee).toBe(16667 + 4000)
  })
})
