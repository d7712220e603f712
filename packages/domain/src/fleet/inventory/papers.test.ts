import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, epochDayOf, type LocalDate } from '../../time.ts'
import { type Cover, expiriesOf, expiryText, isLawfulOn, type Papers, timesWithoutPapers } from './papers.ts'

const today = '2026-11-20'
const papers = (inspectionExpireOn: LocalDate | null, ...compulsory: Cover[]): Papers => ({
  compulsory,
  inspectionExpireOn,
})
const cover = (startOn: LocalDate | null, endOn: LocalDate): Cover => ({ startOn, endOn })

it.each([
  ['both for long', papers('2028-01-31', cover(null, '2027-05-01')), [{ from: '2027-05-02', to: null }]],
  ['the inspection ends first', papers('2027-01-31', cover(null, '2027-05-01')), [{ from: '2027-02-01', to: null }]],
  [
    'a gap between two policies',
    papers('2028-12-31', cover('2025-12-02', '2026-12-01'), cover('2026-12-05', '2027-12-04')),
    [
      { from: '2026-12-02', to: '2026-12-05' },
      { from: '2027-12-05', to: null },
    ],
  ],
  [
    'a policy that follows at once',
    papers('2028-12-31', cover(null, '2026-12-01'), cover('2026-12-02', '2027-12-01')),
    [{ from: '2027-12-02', to: null }],
  ],
  ['over since long', papers('2026-10-31', cover(null, '2027-05-01')), [{ from: '2026-11-01', to: null }]],
  [
    'over since long, the next is bought',
    papers('2028-10-31', cover(null, '2026-11-10'), cover('2026-11-25', '2027-11-24')),
    [
      { from: '2026-11-11', to: '2026-11-25' },
      { from: '2027-11-25', to: null },
    ],
  ],
  [
    'a gap of the past',
    papers('2027-12-31', cover(null, '2026-01-01'), cover('2026-02-01', '2027-01-31')),
    [{ from: '2027-02-01', to: null }],
  ],
  ['nothing known', papers(null), [{ from: today, to: null }]],
  [
    'an insurance that is yet to begin',
    papers('2028-12-31', cover('2026-12-01', '2027-11-30')),
    [
      { from: today, to: '2026-12-01' },
      { from: '2027-12-01', to: null },
    ],
  ],
])('%s', (_, given, times) => expect(timesWithoutPapers(given, today)).toEqual(times))

const day = fc.integer({ min: -60, max: 60 }).map((n) => addDays(today, n))
const somePapers = fc.record({
  inspectionExpireOn: fc.option(day),
  compulsory: fc.array(
    fc.record({ startOn: fc.option(day), endOn: day }).filter(({ startOn, endOn }) => (startOn ?? '') <= endOn),
    { maxLength: 4 },
  ),
})

it('blocks exactly the days without valid documents, each once', () => {
  fc.assert(
    fc.property(somePapers, (given) => {
      const times = timesWithoutPapers(given, today)
      for (let n = 0; n < 70; n++) {
        const date = addDays(today, n)
        const held = times.filter(({ from, to }) => from <= date && (to === null || date < to))
        expect(held.length, `${date} ${JSON.stringify(times)}`).toBe(isLawfulOn(given, date) ? 0 : 1)
      }
      // Every period ends when the documents are valid again, except the last one, because all documents expire.
      for (const { to } of times.slice(0, -1)) expect(isLawfulOn(given, to!)).toBe(true)
      expect(times.at(-1)?.to).toBeNull()
      // A period that began before today began right after a valid day.
      for (const { from } of times) if (from < today) expect(isLawfulOn(given, addDays(from, -1))).toBe(true)
    }),
  )
})

it('lists what expires within a month, the most urgent first', () => {
  const days = { insurance: '2026-12-20', inspection: '2026-11-17', commercial: '2026-12-21', plate: null }
  expect(expiriesOf(days, today)).toEqual([
    { kind: 'inspection', on: '2026-11-17', daysLeft: -3 },
    { kind: 'insurance', on: '2026-12-20', daysLeft: 30 },
  ])
  expect([-3, 0, 30].map(expiryText)).toEqual(['已过期3天', '今天到期', '30天后到期'])
  expect(epochDayOf('2026-12-20') - epochDayOf(today)).toBe(30)
})
