import { expect, it } from 'vitest'
import { ageOn, isLicenceOldEnough, isValidOn, licenceClasses, licenceFits, personProblems } from './person.ts'

it('counts whole years', () => {
  expect(ageOn('2008-11-20', '2026-11-19')).toBe(17)
  expect(ageOn('2008-11-20', '2026-11-20')).toBe(18)
  expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
  expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
})

it('reads several classes of one licence', () => {
  expect(licenceClasses('A2D')).toEqual(['A2', 'D'])
  expect(licenceClasses('c1e')).toEqual(['C1', 'E'])
  expect(licenceClasses('')).toEqual([])
})

it.each([
  ['C1', 'C1', true],
  ['C1', 'C2', true],
  ['C2', 'C1', false],
  ['C2', 'C2', true],
  ['B2', 'C1', true],
  ['C1', 'B1', false],
  ['A1', 'B1', true],
  ['A2D', 'C2', true],
  ['D', 'C2', false],
  ['', 'C2', false],
])('%s for a car that needs %s: %s', (held, needed, fits) => expect(licenceFits(held, needed)).toBe(fits))

it('requires a licence of at least six months', () => {
  expect(isLicenceOldEnough('2026-05-20', '2026-11-20')).toBe(true)
  expect(isLicenceOldEnough('2026-05-21', '2026-11-20')).toBe(false)
  expect(isLicenceOldEnough('2026-08-31', '2027-02-28')).toBe(true)
})

it('accepts a document on its last day', () => {
  expect(isValidOn('2026-11-20', '2026-11-20')).toBe(true)
  expect(isValidOn('2026-11-19', '2026-11-20')).toBe(false)
  expect(isValidOn(null, '2099-01-01')).toBe(true)
})

it('reports an empty file in one line, and what is missing in one that was begun', () => {
  const bare = {
    verifyStatus: 0,
    blacklist: false,
    birthday: null,
    identityExpire: null,
    licenceClass: '',
    licenceFirstIssue: null,
    licenceExpire: null,
  } as const
  const rental = { pickupOn: '2026-11-20', returnOn: '2026-11-23', licenceClass: 'C2' }
  expect(personProblems(bare, rental)).toEqual([{ code: 'unverified', text: '未登记证件' }])
  const begun = { ...bare, birthday: '1990-01-01' }
  expect(personProblems(begun, rental).map((problem) => problem.code)).toEqual([
    'unverified',
    'licenceClass',
    'licenceIssueMissing',
  ])
  const licence = (licenceClass: string) =>
    personProblems({ ...begun, licenceClass }, rental).find(({ code }) => code === 'licenceClass')?.text
  expect(licence('')).toBe('未登记驾驶证，请填写准驾车型')
  expect(licence('C4')).toBe('驾驶证准驾车型不符')
})
