import { expect, it } from 'vitest'
import { carParts } from '../pickup-return/parts.ts'
import { damageKind } from './codes.ts'
import { defaultDamagePrices, listPrice, partFamilies } from './prices.ts'

it('has a price in whole yuan above zero for every part of the outline', () => {
  const used = new Set<string>(carParts.map(({ family }) => family))
  expect([...used].toSorted()).toEqual(Object.keys(partFamilies).toSorted())
  for (const prices of Object.values(defaultDamagePrices))
    for (const price of Object.values(prices)) expect(price === null || (price > 0 && price % 100 === 0)).toBe(true)
})

it('has no price for kinds that are not listed', () => {
  expect(listPrice(defaultDamagePrices.door, damageKind.scratch)).toBe(40_000)
  expect(listPrice(defaultDamagePrices.door, damageKind.stain)).toBeNull()
  expect(listPrice(defaultDamagePrices.door, damageKind.other)).toBeNull()
})
