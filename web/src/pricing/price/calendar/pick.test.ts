import { expect, it } from 'vitest'
import { pickedDates, rangeAfterTap, rangeOfDrag } from './pick.ts'

it('takes a range by two taps in either order, and a third tap begins anew', () => {
  const first = rangeAfterTap(null, '2026-11-27')
  expect(first).toMatchObject({ from: '2026-11-27', to: '2026-11-27', open: true })
  expect(rangeAfterTap(first, '2026-11-29')).toMatchObject({ from: '2026-11-27', to: '2026-11-29', open: false })
  expect(rangeAfterTap(first, '2026-11-25')).toMatchObject({ from: '2026-11-25', to: '2026-11-27', open: false })
  expect(rangeAfterTap(rangeAfterTap(first, '2026-11-29'), '2026-12-01')).toMatchObject({
    from: '2026-12-01',
    open: true,
  })
})

it('takes a range by a drag, and its weekdays alone', () => {
  const range = rangeOfDrag('2026-12-10', '2026-12-01')
  expect(pickedDates(range)).toHaveLength(10)
  expect(pickedDates({ ...range, weekdays: [6, 7] })).toEqual(['2026-12-05', '2026-12-06'])
})
