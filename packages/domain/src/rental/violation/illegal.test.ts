import { expect, it } from 'vitest'
import { defaultRoleOf, keysOf, type RoleLetter } from '../../permission.ts'
import { illegalStatus, illegalStatuses, matchType } from './codes.ts'
import { mayHandleNext, needsHandling } from './illegal.ts'

const keysBy = (letter: RoleLetter) => new Set<string>(keysOf(defaultRoleOf(letter).menuIds))
const one = { matchType: matchType.automatic, overdue: false, awaitsLook: false }
const ledTo = (letter: RoleLetter, change: Partial<typeof one> = {}) =>
  illegalStatuses.values.filter((status) => mayHandleNext({ ...one, ...change, status }, keysBy(letter)))

it('leads who handles violations to each that is to be handled', () => {
  expect(ledTo('S')).toEqual(illegalStatuses.values.filter(needsHandling))
})

it('leads an accountant to those with money alone, and to one that is to be claimed', () => {
  const withMoney = [illegalStatus.byMerchant, illegalStatus.toClose]
  expect(new Set(ledTo('F'))).toEqual(new Set([...withMoney, illegalStatus.byCustomer]))
  expect(ledTo('F', { overdue: true })).toContain(illegalStatus.open)
})

it('leads a clerk to one whose customer brings a proof, unless they handed one in by themselves', () => {
  expect(ledTo('C')).toEqual([illegalStatus.byCustomer])
  expect(ledTo('C', { awaitsLook: true })).toEqual([])
})
