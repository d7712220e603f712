import { describe, expect, it } from 'vitest'
import { parseDateTime } from '../../time.ts'
import { violationStatus } from './codes.ts'
import type { KnownViolations } from './import/plan.ts'
import { askedPlates, ofOtherCars, readAnswers } from './provider.ts'

const at = (text: string) => parseDateTime(text)!
const NOW = at('2026-11-26 01:30')
const [ours, second] = ['沪A12345', '沪B23456']
const one = (over: object = {}) => ({
  plate: ours,
  occurAt: '2026-11-20 12:20',
  place: '延安高架',
  act: '违反禁令标志',
  actCode: '1344',
  points: 3,
  fine: 20_000,
  docNo: '3101',
  authority: '上海交警',
  officialState: 0,
  ...over,
})
const read = (...entries: unknown[]) => {
  const { rows, answered, dropped } = readAnswers([ours, second], entries, NOW)
  return { rows: rows.map(({ plate, docNo }) => `${plate} ${docNo}`), answered: [...answered], dropped }
}

describe('answer of a provider', () => {
  it('is accepted for queried plates; an empty list is an answer, a missing one is not', () => {
    expect(read({ plate: '沪A·12345', violations: [one()] }, { plate: second, violations: [] })).toEqual({
      rows: [`${ours} 3101`],
      answered: [ours, second],
      dropped: 0,
    })
    expect(readAnswers([ours], [{ plate: ours, violations: [one({ docNo: '' })] }], NOW).rows).toMatchObject([
      { docNo: null, occurAt: at('2026-11-20 12:20'), points: 3, fine: 20_000 },
    ])
    expect(readAnswers([ours], [{ plate: ours, violations: [one({ fine: null })] }], NOW).rows).toMatchObject([
      { fine: null },
    ])
    expect(read({ plate: ours, violations: [] })).toEqual({ rows: [], answered: [ours], dropped: 0 })
    expect(read({ plate: ours, error: '暂不支持该地区' })).toEqual({ rows: [], answered: [], dropped: 0 })
  })

  it('about another car is dropped, and the car it was listed under counts as unanswered', () => {
    expect(read({ plate: '沪Z99999', violations: [one({ plate: '沪Z99999' })] })).toMatchObject({
      rows: [],
      dropped: 1,
    })
    expect(read({ plate: ours, violations: [one(), one({ plate: second, docNo: '7' })] })).toEqual({
      rows: [`${ours} 3101`],
      answered: [],
      dropped: 1,
    })
    const both = [
      { plate: ours, violations: [one(), one({ docNo: '8' })] },
      { plate: second, violations: [one({ plate: second })] },
    ]
    expect(read(...both)).toEqual({ rows: [`${ours} 8`], answered: [], dropped: 2 })
    const rounded = [
      { plate: ours, violations: [one()] },
      { plate: second, violations: [one({ plate: second, occurAt: '2026-11-20 12:21' })] },
    ]
    expect(read(...rounded)).toEqual({ rows: [`${ours} 3101`, `${second} 3101`], answered: [ours, second], dropped: 0 })
  })

  it.each([
    ['null', null],
    ['a text', '违章'],
    ['a time to come', one({ occurAt: '2026-11-26 03:00' })],
    ['no time', one({ occurAt: 1764000000000 })],
    ['points beyond twelve', one({ points: 13 })],
    ['half points', one({ points: 1.5 })],
    ['a fine in words', one({ fine: '200元' })],
    ['a fine below nothing', one({ fine: -1 })],
    ['an unknown state', one({ officialState: 9 })],
    ['a text that is none', one({ place: {} })],
    ['a text too long', one({ act: '长'.repeat(201) })],
  ])('that contains %s is not accepted', (_, told) => {
    expect(read({ plate: ours, violations: [told] })).toEqual({ rows: [], answered: [], dropped: 1 })
  })

  it('of ten thousand rows is not accepted', () => {
    const flood = Array.from({ length: 10_000 }, (_, n) => one({ docNo: String(n) }))
    expect(read({ plate: ours, violations: flood })).toEqual({ rows: [], answered: [], dropped: 10_000 })
  })

  it.each([[null], [[]], ['x'], [{}], [{ plate: 3, violations: [] }]])('that is %o is not accepted', (entry) => {
    expect(read(entry)).toEqual({ rows: [], answered: [], dropped: 1 })
  })
})

it('a number that belongs to another car is not accepted', () => {
  const former = [{ plate: '沪A00001', until: at('2026-11-01 00:00') }]
  const known = (plate: string, time: string) =>
    ({
      cars: [
        { plate: ours, former },
        { plate: second, former: [] },
      ],
      violations: [{ docNo: '3101', plate, occurAt: at(time), status: violationStatus.open }],
    }) as never
  const { rows } = readAnswers([ours], [{ plate: ours, violations: [one()] }], NOW)
  const odd = (plate: string, time = '2026-11-20 12:20') =>
    ofOtherCars(rows, known(plate, time) as Pick<KnownViolations, 'cars' | 'violations'>).size
  expect([odd(ours), odd('沪A00001'), odd(second)]).toEqual([0, 0, 1])
  // Another minute: two violations whose number was rounded.
  expect(odd(second, '2026-11-20 12:21')).toBe(0)
})

it('a plate that was removed lately is queried too', () => {
  const former = [
    { plate: '沪A00001', until: at('2026-06-01 00:00') },
    { plate: '沪A00002', until: at('2026-11-01 00:00') },
  ]
  expect(askedPlates({ plate: ours, former }, NOW)).toEqual([ours, '沪A00002'])
})
