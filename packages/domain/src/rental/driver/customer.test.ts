import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderStatus, orderStatuses } from '../../booking/order/codes.ts'
import { ALL_STORES, ANY_TAG, customerFigures, type RentalFacts } from './customer.ts'

const rental = (over: Partial<RentalFacts> = {}): RentalFacts => ({
  status: orderStatus.returned,
  storeId: '1',
  returnStoreId: '1',
  totalFen: 10_000,
  owedFen: 0,
  refundingFen: 0,
  pickedUpAt: 1_000,
  companyPays: false,
  ...over,
})

const rentals = fc.array(
  fc.record({
    status: fc.constantFrom(...orderStatuses.values),
    storeId: fc.constantFrom('1', '2', '3'),
    returnStoreId: fc.constantFrom('1', '2', '3'),
    totalFen: fc.integer({ min: 0, max: 1_000_000 }),
    owedFen: fc.integer({ min: -5_000, max: 5_000 }),
    refundingFen: fc.integer({ min: 0, max: 5_000 }),
    pickedUpAt: fc.integer({ min: 1, max: 2_000_000_000_000 }),
    companyPays: fc.boolean(),
  }),
  { maxLength: 12 },
)
const tags = fc.uniqueArray(fc.constantFrom('老客户', '企业', '临时'))

it('counts each rental once over all stores, and at each store where it began or ended', () => {
  fc.assert(
    fc.property(rentals, tags, (all, tagged) => {
      const figures = customerFigures(all, tagged)
      const counted = all.filter(({ status }) => status > 0 && status < orderStatus.cancelling)
      const at = (storeId: string) => figures.find((one) => one.storeId === storeId && one.tag === ANY_TAG)
      expect(at(ALL_STORES)).toMatchObject({
        orders: counted.length,
        spentFen: counted.reduce((sum, { totalFen }) => sum + totalFen, 0),
        lastAt: Math.max(0, ...counted.map(({ pickedUpAt }) => pickedUpAt)),
      })
      for (const storeId of ['1', '2', '3'])
        expect(at(storeId)?.orders ?? 0).toBe(
          counted.filter((one) => one.storeId === storeId || one.returnStoreId === storeId).length,
        )
    }),
  )
})

it('has the same figures under each tag as without one, and each key once', () => {
  fc.assert(
    fc.property(rentals, tags, (all, tagged) => {
      const figures = customerFigures(all, tagged)
      const plain = customerFigures(all, [])
      expect(figures).toHaveLength(plain.length * (tagged.length + 1))
      for (const tag of tagged)
        expect(figures.filter((one) => one.tag === tag).map((one) => ({ ...one, tag: ANY_TAG }))).toEqual(plain)
      expect(new Set(figures.map(({ storeId, tag }) => `${storeId}/${tag}`)).size).toBe(figures.length)
    }),
  )
})

it('owes what is open of ended rentals, without credit of another and without what a company pays', () => {
  const owed = customerFigures(
    [
      rental({ owedFen: 3_000 }),
      rental({ owedFen: -1_000 }),
      rental({ owedFen: 5_000, companyPays: true }),
      rental({ owedFen: 7_000, status: orderStatus.pickedUp }),
      rental({ owedFen: -500, refundingFen: 700 }),
    ],
    [],
  )[0]!.owedFen
  expect(owed).toBe(3_200)
})

it('lists a customer without rentals over all stores only', () => {
  expect(customerFigures([], ['老客户'])).toEqual(
    [ANY_TAG, '老客户'].map((tag) => ({ storeId: ALL_STORES, tag, orders: 0, spentFen: 0, owedFen: 0, lastAt: 0 })),
  )
})
