import { expect, it } from 'vitest'
import { cancelForm, cancelInput, cancelLines, freshTier } from './cancel-form.ts'
import { depositForm, depositInput, depositLines } from './deposit-form.ts'
import { feeForm, feeInput, feeLines } from './fee-form.ts'
import type { Places } from './reach.tsx'
import { serviceForm, serviceInput, serviceLines } from './service-form.ts'
import { differences } from './use-terms.ts'

const places: Places = {
  stores: [
    { value: '1', label: '虹桥机场店' },
    { value: '2', label: '浦东机场店' },
  ],
  models: [{ value: '5', label: '大众朗逸' }],
  sources: [
    { value: 1, label: '线下' },
    { value: 2, label: '携程' },
  ],
}
const service = {
  id: '9',
  version: 3,
  code: 'seat',
  name: '儿童座椅',
  description: '',
  itemType: 3,
  unit: 'day',
  price: 3000,
  maxQty: 2,
  capDays: 7,
  mandatory: false,
  handling: false,
  storeIds: ['1', '77'],
  modelIds: [],
  sources: [2],
  enabled: true,
  sort: 4,
} as const

it('a form sends back all that it was given, reach and order too', () => {
  const { id: _, version: __, ...fields } = service
  expect(serviceInput(serviceForm(service as never))).toEqual(fields)
  const rule = {
    id: '9',
    version: 1,
    name: '宽松',
    season: 'normal',
    base: 2,
    tiers: [
      { minMinutesBefore: 90, rateBp: 2000, fixedFen: null },
      { minMinutesBefore: 0, rateBp: null, fixedFen: 5000 },
    ],
    maxPenaltyDays: 3,
    noShowAfterMinutes: 240,
    penaltyFromDeposit: true,
    storeIds: ['2'],
    sources: [1],
    enabled: true,
  } as const
  const { id: ___, version: ____, ...terms } = rule
  expect(cancelInput(cancelForm(rule as never))).toEqual(terms)
})

it('two sides of a conflict are told apart in words, field by field', () => {
  const theirs = serviceForm({ ...service, price: 3500, sources: [] } as never)
  const mine = { ...serviceForm(service as never), unit: 'order' as const }
  const linesOf = serviceLines(places)
  expect(differences(linesOf(theirs), linesOf(mine))).toEqual([
    { label: '计价', before: '按天', after: '按次' },
    { label: '价格', before: '¥35.00', after: '¥30.00' },
    { label: '封顶天数', before: '7天', after: '—' },
    { label: '渠道', before: '全部渠道', after: '携程' },
  ])
  // A store that cannot be seen here is counted, not hidden.
  expect(linesOf(mine).find(({ label }) => label === '门店')!.text).toBe('虹桥机场店、另 1 个')
  expect(differences(linesOf(mine), linesOf(mine))).toEqual([])
})

it('cancel rules and deposits are said by their tiers, names and ways', () => {
  const rule = cancelForm(null)
  const changed = {
    ...rule,
    tiers: [...rule.tiers, { ...freshTier, hours: 6, fixedFen: 5000, by: 'fixed' as const }],
    storeIds: ['2'],
  }
  expect(differences(cancelLines(places)(rule), cancelLines(places)(changed))).toEqual([
    {
      label: '违约金',
      before: '提前24小时 0%、临近取车 100%',
      after: '提前24小时 0%、提前6小时 ¥50.00、临近取车 100%',
    },
    { label: '门店', before: '全部门店', after: '浦东机场店' },
  ])
  const policy = depositForm(null)
  const other = { ...policy, modelId: '5', rentalFen: 100_000, waiveTypes: [] }
  expect(differences(depositLines(places)(policy), depositLines(places)(other))).toEqual([
    { label: '车型', before: '全部车型', after: '大众朗逸' },
    { label: '租车押金', before: '按车型', after: '¥1,000.00' },
    { label: '免押方式', before: '商家免押', after: '不免押' },
  ])
  expect(depositInput(other)).toMatchObject({ storeId: null, modelId: '5', source: null, rentalFen: 100_000 })
})

it('a fee sends only what its kind has', () => {
  const typed = { ...feeForm(null), baseKm: 5, perKmFee: 300, maxKm: 30, amount: 2000 }
  expect(feeInput('1', typed)).toMatchObject({ baseKm: 5, maxKm: 30, windowFrom: null, pairStoreId: null })
  const night = { ...typed, kind: 'night' as const }
  expect(feeInput('1', night)).toMatchObject({ baseKm: 0, perKmFee: 0, maxKm: null, windowFrom: '22:00' })
  const oneWay = { ...typed, kind: 'oneWay' as const, pairStoreId: '2' }
  expect(feeInput('1', oneWay)).toMatchObject({ maxKm: null, pairStoreId: '2' })
  expect(feeLines(places.stores)(oneWay)).toContainEqual({ label: '还车门店', text: '浦东机场店' })
})
