import { expect, it } from 'vitest'
import { defaultRoleOf, keysOf, type RoleLetter } from '../../permission.ts'
import { matchType, violationStatus, violationStatuses } from './codes.ts'
import { mayHandleNext, needsHandling } from './violation.ts'

const keysBy = (letter: RoleLetter) => new Set<string>(keysOf(defaultRoleOf(letter).menuIds))
const one = { matchType: matchType.automatic, overdue: false, awaitsLook: false }
const ledTo = (letter: RoleLetter, change: Partial<typeof one> = {}) =>
  violationStatuses.values.filter((status) => mayHandleNext({ ...one, ...change, status }, keysBy(letter)))

it('leads who handles violations to each that is to be handled', () => {
  expect(ledTo('S')).toEqual(violationStatuses.values.filter(needsHandling))
})

it('leads an accountant to those with money alone, and to one that is to be claimed', () => {
  const withMoney = [violationStatus.byMerchant, violationStatus.toClose]
  expect(new Set(ledTo('F'))).toEqual(new Set([...withMoney, violationStatus.byCustomer]))
  expect(ledTo('F', { overdue: true })).toContain(violationStatus.open)
})

it('leads a clerk to one whose customer brings a proof, unless they handed one in by themselves', () => {
  expect(ledTo('C')).toEqual([violationStatus.byCustomer])
  expect(ledTo('C', { awaitsLook: true })).toEqual([])
})
