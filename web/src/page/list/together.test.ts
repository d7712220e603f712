import { expect, it } from 'vitest'
import { together } from './together.ts'

const signIn = (n: number) => ({ who: 'a', n })
const other = (n: number) => ({ who: 'b', n })
const items = [signIn(1), signIn(2), other(3), signIn(4)]
const alike = { keyOf: ({ who }: (typeof items)[number]) => who, unit: '次' }
const shape = (asked: Parameters<typeof together<(typeof items)[number]>>[1], opened: readonly number[] = []) => {
  const shown = together(items, asked, new Set(items.filter(({ n }) => opened.includes(n))))
  return shown.items.map((item) => [item.n, ...(shown.rest.get(item) ?? []).map(({ n }) => n)])
}

it('draws alike records as one, of the whole list or of those that follow each other', () => {
  expect(shape(alike)).toEqual([[1, 2, 4], [3]])
  expect(shape({ ...alike, inRow: true })).toEqual([[1, 2], [3], [4]])
})

it('opens to the records themselves', () => {
  expect(shape(alike, [1])).toEqual([[1], [2], [4], [3]])
})
