import { expect, it } from 'vitest'
import { termsSaveCancelRule } from '../../../form/calls/terms-save-cancel-rule.gen.ts'
import { termsSaveDepositPolicy } from '../../../form/calls/terms-save-deposit-policy.gen.ts'
import { termsSaveService } from '../../../form/calls/terms-save-service.gen.ts'
import { sendable } from '../../../form/form-call.ts'
import { cancelForm, cancelInput, freshTier, tiersText } from './cancel-form.ts'
import { depositForm } from './deposit-form.ts'
import { feeInput, newFee } from './fee-form.ts'
import { orAny, reachText } from './reach.tsx'
import { serviceForm, serviceInput } from './service-form.ts'

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
  expect(sendable(termsSaveService.fields, serviceInput(serviceForm(service as never)))).toEqual(service)
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
  expect(sendable(termsSaveCancelRule.fields, cancelInput(cancelForm(rule as never)))).toEqual(rule)
  const policy = {
    id: '9',
    version: 1,
    storeId: null,
    modelId: '5',
    source: null,
    rentalFen: 100_000,
    violationFen: null,
    modes: [1],
    waiveTypes: [],
    holdDays: 30,
    enabled: true,
  } as const
  const stored = { ...policy, storeName: null, modelName: '大众朗逸' }
  expect(sendable(termsSaveDepositPolicy.fields, depositForm(stored as never))).toEqual(policy)
})

it('says two sides of a conflict by names and tiers', () => {
  const stores = [
    { value: '1', label: '虹桥机场店' },
    { value: '2', label: '浦东机场店' },
  ]
  expect(reachText(stores, [], '全部门店')).toBe('全部门店')
  // A store that cannot be seen here is counted, not hidden.
  expect(reachText(stores, ['1', '77'], '全部门店')).toBe('虹桥机场店、另 1 个')
  const { tiers } = cancelForm(undefined)
  expect(tiersText([...tiers, { ...freshTier, hours: 6, fixedFen: 5000, by: 'fixed' }])).toBe(
    '提前24小时 0%、提前6小时 ¥50.00、临近取车 100%',
  )
})

it('a field that is empty where any will do is chosen from a list that says so', () => {
  const given: (string | null)[] = []
  const of = { name: 'storeId', rules: {}, problems: {}, check: () => true, decide: () => {} }
  const field = orAny<string>({ ...of, value: null, set: (value) => given.push(value), theirs: { value: '2' } }, '')
  expect([field.value, field.theirs]).toEqual(['', { value: '2' }])
  for (const value of ['1', '']) field.set(value)
  expect(given).toEqual(['1', null])
})

it('a fee sends only what its kind has', () => {
  const typed = { ...newFee, storeId: '1', baseKm: 5, perKmFee: 300, maxKm: 30, amount: 2000 }
  expect(feeInput(typed)).toMatchObject({ baseKm: 5, maxKm: 30, windowFrom: null, pairStoreId: null })
  const night = { ...typed, kind: 'night' as const }
  expect(feeInput(night)).toMatchObject({ baseKm: 0, perKmFee: 0, maxKm: null, windowFrom: '22:00' })
  const oneWay = { ...typed, kind: 'oneWay' as const, pairStoreId: '2' }
  expect(feeInput(oneWay)).toMatchObject({ maxKm: null, pairStoreId: '2' })
})
