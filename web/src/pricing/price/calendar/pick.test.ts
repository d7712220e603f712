import { expect, it } from 'vitest'
import { dragged, pickedDates, tapped } from './pick.ts'

it('takes a range by two taps in either order, and a third tap begins anew', () => {
  const first = tapped(null, '2026-11-27')
  expect(first).toMatchObject({ from: '2026-11-27', to: '2026-11-27', open: true })
  expect(tapped(first, '2026-11-29')).toMatchObject({ from: '2026-11-27', to: '2026-11-29', open: false })
  expect(tapped(first, '2026-11-25')).toMatchObject({ from: '2026-11-25', to: '2026-11-27', open: false })
  expect(tapped(tapped(first, '2026-11-29'), '2026-12-01')).toMatchObject({ from: '2026-12-01', open: true })
})

it('takes a range by a drag, and its weekdays alone', () => {
  const range = dragged('2026-12-10', '2026-12-01')
  expect(pickedDates(range)).toHaveLength(10)
  expect(pickedDates({ ...range, weekdays: [6, 7] })).toEqual(['2026-12-05', '2026-12-06'])
})
