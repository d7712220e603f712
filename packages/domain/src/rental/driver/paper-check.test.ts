import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idCheckSign } from '../../platform/check/id-number.ts'
import { checkResult, licenceKind } from './codes.ts'
import { askedNumber, bareAnswer, checkedPapers, checkFault, licenceStates, statesText } from './paper-check.ts'
import { licenceClasses } from './person.ts'

const same = (states: string, classes = 'C1') => ({ result: checkResult.same, states, classes })
const fault = (states: string, classes: string, licenceClass: string) =>
  checkFault('licence', same(states, classes), { licenceClass })

describe('checkFault', () => {
  it.each([
    ['A', 'C1', 'C1', null],
    ['HI', 'C1D', 'C1', null],
    ['A', 'A2', 'C1', null],
    ['A', 'C1', 'C2', null],
    ['A', 'C2', 'C1', '交管登记的准驾车型是C2，没有C1'],
    ['A', 'C1', 'C1D', '交管登记的准驾车型是C1，没有D'],
    ['BD', 'C1', 'C1', '驾驶证状态为超分、暂扣'],
    ['HB', 'C1', 'C1', '驾驶证状态为超分'],
    ['F', 'C2', 'C1', '驾驶证状态为吊销；交管登记的准驾车型是C2，没有C1'],
    ['?', 'C1', 'C1', '驾驶证状态为其他'],
  ])('states %s and classes %s against %s: %s', (states, classes, licenceClass, text) =>
    expect(fault(states, classes, licenceClass)?.text ?? null).toBe(text),
  )

  it('reports a licence from elsewhere whatever a register says, and none that is valid on the mainland', () => {
    const of = (kind: 1 | 2 | 3 | 4 | null) =>
      checkFault('licence', same('A'), { licenceClass: 'C1', licenceKind: kind })?.text ?? null
    expect(of(licenceKind.foreign)).toBe('外国驾驶证不能单独在内地驾驶')
    expect(of(licenceKind.hkMacauTaiwan)).toBe('港澳台驾驶证不能单独在内地驾驶')
    expect([of(licenceKind.mainland), of(licenceKind.permit), of(null)]).toEqual([null, null, null])
    expect(checkFault('idCard', same(''), { licenceClass: 'C1', licenceKind: licenceKind.foreign })).toBeNull()
  })

  it('has an advice for every kind of fault', () => {
    expect(fault('D', 'C1', 'C1')?.advice).toContain('请勿交车')
    expect(fault('D', 'C1', 'C1')?.advice).not.toContain('改正准驾车型')
    expect(fault('A', 'C2', 'C1')?.advice).toContain('改正准驾车型')
    expect(fault('A', 'C2', 'C1')?.advice).not.toContain('请勿交车')
  })

  it('reports documents of another person and unknown ones, for every document', () => {
    for (const paper of checkedPapers) {
      const text = (result: 0 | 1 | 2 | 3) =>
        checkFault(paper, { ...bareAnswer(result), states: 'A', classes: 'C1' }, { licenceClass: 'C1' })?.text
      expect([text(0), text(1)]).toEqual([undefined, undefined])
      expect(text(2)).toMatch(/核验不一致$/)
      expect(text(3)).toMatch(/查无记录$/)
    }
  })

  const states = fc
    .array(fc.constantFrom(...Object.keys(licenceStates)), { minLength: 1, maxLength: 5 })
    .map((all) => all.join(''))
  const classes = fc
    .array(fc.constantFrom('A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'C5', 'D', 'E'), { minLength: 1, maxLength: 4 })
    .map((all) => all.join(''))

  it('a second state never hides a fault, and more classes in the register are no fault', () =>
    fc.assert(
      fc.property(states, states, classes, classes, classes, (one, other, known, more, licenceClass) => {
        const before = fault(one, known, licenceClass)
        if (before?.text.includes('状态为')) expect(fault(one + other, known, licenceClass)?.text).toContain('状态为')
        if (before === null) expect(fault(one, known + more, licenceClass)).toBeNull()
      }),
    ))

  it('reports no fault except the states when file and register agree', () =>
    fc.assert(
      fc.property(states, classes, (given, known) => {
        expect(fault(given, known, known)?.text ?? '').not.toContain('准驾车型')
        expect(licenceClasses(known).length).toBeGreaterThan(0)
      }),
    ))
})

it('names unknown states', () => expect(statesText('AX')).toBe('正常、其他'))

describe('askedNumber', () => {
  const digits = '44052419870101001'
  const number = digits + idCheckSign(digits)
  const card = { identityType: 1, identityNo: number, licenceNo: null, licenceClass: 'C1' } as const

  it('is the identity number for both documents of a resident', () => {
    expect(checkedPapers.map((paper) => askedNumber(paper, card))).toEqual([number, number])
    expect(askedNumber('licence', { ...card, licenceClass: '' })).toBeNull()
    expect(askedNumber('licence', { ...card, identityNo: null })).toBeNull()
  })

  it('is null for documents that the registers do not have', () => {
    const passport = { ...card, identityType: 2, identityNo: 'E12345678' } as const
    expect(checkedPapers.map((paper) => askedNumber(paper, passport))).toEqual([null, null])
    expect(askedNumber('licence', { ...passport, licenceNo: 'H0123456701' })).toBeNull()
    // A resident who identifies by a passport may have a driving licence with their identity number.
    expect(askedNumber('licence', { ...passport, licenceNo: number })).toBe(number)
  })
})
