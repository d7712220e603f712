import { expect, test } from 'vitest'
import { joinPieces, type Piece } from './least-size.ts'

const piece = (id: string, users: string, size = 10): Piece => ({
  ids: [id],
  users: new Set(users.split(' ')),
  size,
  hasStyle: id.endsWith('.css'),
})

/** The modules of each file, by their first. */
const filesOf = (
  loose: readonly Piece[],
  { fixed = [], imports = {}, file = 100 }: { fixed?: Piece[]; imports?: Record<string, string[]>; file?: number } = {},
) =>
  joinPieces(loose, fixed, (id) => imports[id] ?? [], { file, weightOf: (entry) => (entry === 'daily' ? 8 : 1) })
    .map(({ ids }) => ids.toSorted().join())
    .sort()

test('small modules that the same pages need come in one file', () => {
  expect(filesOf([piece('a', 'x y'), piece('b', 'x y z')])).toEqual(['a,b'])
})

test('large ones that another page does not need stay apart', () => {
  expect(filesOf([piece('a', 'x y', 400), piece('b', 'x y z')])).toEqual(['a', 'b'])
})

test('a page that is opened often loads nothing for others', () => {
  const a = piece('a', 'x y', 90)
  expect(filesOf([a, piece('b', 'x y office')])).toEqual(['a,b'])
  expect(filesOf([a, piece('b', 'x y daily')])).toEqual(['a', 'b'])
})

test('what no page loads together is not joined', () => {
  expect(filesOf([piece('a', 'x'), piece('b', 'y')])).toEqual(['a', 'b'])
})

test('what a module imports counts for everyone who would load it', () => {
  const loose = [piece('a', 'x y'), piece('b', 'x y z')]
  const fixed = [piece('large', 'x y', 500)]
  expect(filesOf(loose, { fixed })).toEqual(['a,b'])
  expect(filesOf(loose, { fixed, imports: { a: ['large'] } })).toEqual(['a', 'b'])
})

test('two files never import each other, neither directly nor by a third', () => {
  const loose = [piece('a', 'x y'), piece('c', 'x y z'), piece('d', 'x y z w')]
  const fixed = [piece('b', 'x y z')]
  expect(filesOf(loose, { fixed, imports: { a: ['b'], b: ['c'] } })).toEqual(['a', 'c,d'])
  expect(filesOf(loose, { fixed, imports: { a: ['b'], b: ['c', 'd'] } })).toEqual(['a', 'c,d'])
})
