import { expect, it } from 'vitest'
import { feeMode } from '../../booking/order/codes.ts'
import { line } from '../../pricing/quote/lines/lines.ts'
import type { FeeConfig } from '../../pricing/quote/rules.ts'
import { elsewhereExpense, elsewhereFee } from './elsewhere.ts'

const fee = (change: Partial<FeeConfig> = {}): FeeConfig => ({
  id: '1',
  storeId: 'a',
  kind: 'oneWay',
  name: '异店还车',
  feeMode: feeMode.custom,
  rateBp: null,
  amount: 10_000,
  baseKm: null,
  perKmFee: null,
  maxKm: null,
  windowFrom: null,
  windowTo: null,
  pairStoreId: 'b',
  ...change,
})
const part = (kind: 'rent' | 'oneWay', amount: number) =>
  line({ kind, itemType: 1, code: kind, name: kind, amount, formula: '' })
const rent = part('rent', 50_000)

it('is the fee of the price list from the store of the pickup to where the car came back', () => {
  expect(elsewhereFee({ storeId: 'a', agreedId: 'a', returnStoreId: 'b' }, [fee()])).toEqual(fee())
  expect(elsewhereFee({ storeId: 'a', agreedId: 'b', returnStoreId: 'b' }, [fee()])).toBeUndefined()
  expect(elsewhereFee({ storeId: 'b', agreedId: 'b', returnStoreId: 'a' }, [fee()])).toBeUndefined()
})

it('asks for what the order has not paid of it', () => {
  expect(elsewhereExpense(undefined, [rent], null)).toBeNull()
  expect(elsewhereExpense(fee(), [rent], null)).toMatchObject({ name: '异店还车费', amount: 10_000 })
  expect(elsewhereExpense(fee(), [rent, part('oneWay', 4_000)], null)).toMatchObject({ amount: 6_000 })
  expect(elsewhereExpense(fee(), [rent, part('oneWay', 12_000)], null)).toBeNull()
})

it('is a share of the rent, or goes by kilometres begun, as the price list has it', () => {
  expect(elsewhereExpense(fee({ feeMode: feeMode.percentage, rateBp: 1_000 }), [rent], null)).toMatchObject({
    amount: 5_000,
  })
  expect(elsewhereExpense(fee({ perKmFee: 200 }), [rent], 12_300)).toMatchObject({ amount: 12_600 })
  expect(elsewhereExpense(fee({ feeMode: feeMode.free }), [rent], null)).toBeNull()
})
