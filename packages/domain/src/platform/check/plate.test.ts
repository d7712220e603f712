import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plateKind } from '../../fleet/inventory/codes.ts'
import { addDays } from '../../time.ts'
import { normalisePlate, plateKindOf, plateProblem } from './plate.ts'

/* Plates of every kind, built from the text of the standard and not from the patterns of the code, and typical typing errors. */

const provinces = [...'京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼']
const letters = [...'ABCDEFGHJKLMNPQRSTUVWXYZ']
const digits = [...'0123456789']
const of = (signs: readonly string[]) => fc.constantFrom(...signs)
const some = (signs: readonly string[], length: number) =>
  fc.array(of(signs), { minLength: length, maxLength: length }).map((list) => list.join(''))
const text = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((list) => list.join(''))
const head = text(of(provinces), of(letters))
const any = [...letters, ...digits]
const countOf = (plate: string) => [...plate].filter((sign) => digits.includes(sign)).length

const generated = {
  [plateKind.ordinary]: text(head, some(any, 5)).filter((plate) => countOf(plate) >= 2),
  [plateKind.smallNewEnergy]: text(head, of([...'ABCDEFGHJK']), of(any), some(digits, 4)),
  [plateKind.largeNewEnergy]: text(head, some(digits, 5), of([...'ABCDEFGHJK'])),
  [plateKind.hkMacau]: text(fc.constant('粤Z'), some(any, 4), of(['港', '澳'])),
  [plateKind.trailer]: text(head, some(any, 4), fc.constant('挂')),
} as const
const kinds = Object.entries(generated).map(
  ([kind, plates]) => [Number(kind) as keyof typeof generated, plates] as const,
)
const today = '2026-11-20'
const none = { expireOn: null, today }

describe.each(kinds)('plates of kind %i', (kind, plates) => {
  it('are accepted, however they are written', () => {
    fc.assert(
      fc.property(plates, (plate) => {
        expect(plateKindOf(plate)).toBe(kind)
        expect(plateProblem(kind, plate, none)).toBeNull()
        expect(normalisePlate(` ${plate.slice(0, 2)}·${plate.slice(2).toLowerCase()} `)).toBe(plate)
      }),
    )
  })

  it('are refused with a character too few or too many', () => {
    fc.assert(
      fc.property(plates, fc.nat(), of(any), (plate, place, sign) => {
        const at = place % plate.length
        const shorter = plate.slice(0, at) + plate.slice(at + 1)
        const longer = plate.slice(0, at) + sign + plate.slice(at)
        expect(plateProblem(kind, shorter, none)).toBe('车牌号格式不正确')
        expect(plateProblem(kind, longer, none)).toBe('车牌号格式不正确')
      }),
    )
  })

  it('are refused with a letter that looks like a digit, an unknown province or a stray character', () => {
    fc.assert(
      fc.property(plates, fc.nat(), of(['I', 'O', '?', '台', '学', ' ']), (plate, place, sign) => {
        const at = place % plate.length
        const broken = plate.slice(0, at) + sign + plate.slice(at + 1)
        expect(plateKindOf(broken)).toBeNull()
        expect(plateProblem(kind, broken, none)).toBe('车牌号格式不正确')
      }),
    )
  })

  it('match no other kind', () => {
    fc.assert(
      fc.property(plates, (plate) => {
        for (const [other] of kinds) if (other !== kind) expect(plateProblem(other, plate, none)).not.toBeNull()
      }),
    )
  })
})

it('an ordinary plate has at least two digits', () => {
  const poor = text(head, some(letters, 5), of(digits), fc.nat({ max: 4 }).map(String)).map(
    (made) =>
      made.slice(0, 2) + made.slice(2, 2 + Number(made.at(-1))) + made.at(-2) + made.slice(3 + Number(made.at(-1)), 7),
  )
  fc.assert(
    fc.property(poor, (plate) => {
      expect(plate).toHaveLength(7)
      expect(plateKindOf(plate)).toBeNull()
    }),
  )
})

it('a temporary one has up to ten characters of any form, and ends within 90 days', () => {
  const signs = fc.string({ unit: of([...provinces, ...any, '临', '时']), minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(signs, fc.integer({ min: -100, max: 200 }), (plate, days) => {
      const problem = plateProblem(plateKind.temporary, plate, { expireOn: addDays(today, days), today })
      expect(problem).toBe(days >= 0 && days <= 90 ? null : '临牌有效期最长90天')
      expect(plateProblem(plateKind.temporary, plate, none)).toBe('请选择临牌有效期')
      expect(plateProblem(plateKind.temporary, `${plate}12345678901`, none)).toBe('车牌号格式不正确')
    }),
  )
})
