import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cancelWords } from './cancel-words.ts'
import { colourFault, contrastWithWhite, offeredColours } from './colour.ts'
import { MOST_SHOWN, shownCount } from './shown-count.ts'
import { proposedName, siteNameFault } from './site-name.ts'

describe('the name of a booking page', () => {
  it.each(['abc', 'sunrise-rental', '24hours', 'a-b-c'])('%s may be used', (name) => {
    expect(siteNameFault(name)).toBeNull()
  })

  it.each(['ab', 'Abc', '-abc', 'abc-', 'a--b', '租车店', 'a b c', 'x'.repeat(31), '../etc', 'login'])(
    '%s may not be used',
    (name) => expect(siteNameFault(name)).toMatch(/网址/),
  )

  it('is proposed for every merchant, differs between them, and may be used', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 62n }), (id) => {
        expect(siteNameFault(proposedName(String(id)))).toBeNull()
        expect(proposedName(String(id))).not.toBe(proposedName(String(id + 1n)))
      }),
    )
  })
})

describe('the colour of a booking page', () => {
  it('carries white text: black does, white does not', () => {
    expect(contrastWithWhite('#000000')).toBeCloseTo(21)
    expect(contrastWithWhite('#ffffff')).toBeCloseTo(1)
    expect(colourFault('#ffd400')).toBe('颜色太浅，白色文字看不清，请选深一些的颜色')
    expect(colourFault('red')).toMatch(/形式/)
  })

  it.each(offeredColours)('%s is offered and dark enough', (colour) => expect(colourFault(colour)).toBeNull())
})

describe('how many cars are left', () => {
  it('is told up to five, so that nobody learns the size of a fleet', () => {
    fc.assert(
      fc.property(fc.nat(1000), (count) => {
        expect(shownCount(count)).toBe(Math.min(count, MOST_SHOWN))
      }),
    )
  })
})

describe('the cancel rule in words', () => {
  it('begins with the earliest cancellation and joins what costs the same', () => {
    const tier = (hours: number, penalty: number) => ({ minMinutesBefore: hours * 60, penalty })
    expect(cancelWords([tier(0, 20_000), tier(24, 0), tier(6, 5_000), tier(2, 5_000)])).toEqual([
      '取车前24小时以上免费取消',
      '取车前2小时至24小时取消收¥50.00',
      '取车前不足2小时取消收¥200.00',
    ])
    expect(cancelWords([tier(0, 0)])).toEqual(['取车前免费取消'])
  })

  it('covers every moment before the pickup exactly once, at the price of the tier that holds then', () => {
    const tiers = fc.uniqueArray(fc.nat(100), { minLength: 1, maxLength: 6 }).map((hours) =>
      [0, ...hours.filter((one) => one > 0)].map((one) => ({
        minMinutesBefore: one * 60,
        penalty: one === 0 ? 900 : 100 * (one % 3),
      })),
    )
    fc.assert(
      fc.property(tiers, (rows) => {
        const words = cancelWords(rows)
        expect(words.length).toBeLessThanOrEqual(rows.length)
        expect(words.at(-1)).toMatch(rows.length === 1 || words.length === 1 ? /取车前/ : /不足/)
      }),
    )
  })
})
