import { expect, it } from 'vitest'
import { type FaultKind, mutationsOf, plantFault } from './mutations.ts'

/** Each fault of a kind, as the text that it makes. */
const faults = (kind: FaultKind, text: string, path = 'server/src/money/x.ts') =>
  mutationsOf(path, text)
    .filter((mutation) => mutation.kind === kind)
    .map((mutation) => plantFault(text, mutation))

it.each<[FaultKind, string, string[]]>([
  ['comparison', 'const a = b < c', ['const a = b <= c']],
  ['comparison', 'const a = b === undefined', []],
  ['logic', 'const a = b && c || d', ['const a = b && c && d', 'const a = b || c || d']],
  ['guard', 'if (a) throw new Error(b)', ['if (false) throw new Error(b)']],
  ['guard', 'if (a) { throw b }', ['if (false) { throw b }']],
  ['guard', 'if (a) { log(b); throw c }', []],
  ['guard', 'refuseBelowRefunded(a)', ['void 0']],
  ['offByOne', 'const a = { dueFen: b - c }', ['const a = { dueFen: (b - c) + 1 }']],
  ['offByOne', 'const a = 3 * DAY', ['const a = (3 + 1) * DAY']],
  ['offByOne', "const a = { dueFen: 'due_fen' }", []],
  ['extreme', 'Math.max(a, b)', ['Math.min(a, b)']],
  ['where', "db.selectFrom('a').where('b', '=', 1).execute()", ["db.selectFrom('a').execute()"]],
  [
    'where',
    'q(`select a from b where c = $1 and d = $2 order by e`)',
    ['q(`select a from b where c = $1 order by e`)'],
  ],
  ['where', 'q(`select a from b where c between $1 and d = $2`)', []],
  ['await', 'async () => { await save(a) }', ['async () => { void save(a) }']],
  ['counter', 'async () => { await pendingWorkChanges(a) }', ['async () => { void 0 }']],
  ['account', 'post(account.rentIncome, a)', ['post(account.serviceIncome, a)']],
  ['permission', "read({ permission: ['order.view'] })", []],
])('%s: %s', (kind, text, expected) => {
  expect(faults(kind, text).toSorted()).toEqual(expected.toSorted())
})

it('a call of the contract may lose its permission, and nothing else', () => {
  const text = "read({ permission: ['order.view'], a: b < c })"
  const path = 'packages/contract/src/x.ts'
  expect(mutationsOf(path, text).map((mutation) => plantFault(text, mutation))).toEqual([
    "read({ permission: 'signedIn', a: b < c })",
  ])
})
