import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { modules } from '../../testing/modules.ts'

/*
 * The rules for imports between folders are in biome.json, and the rule for imports between modules in scripts/lint. A pattern that
 * matches nothing never fails, so each rule is tested with a module that violates it, and the rules of scripts/lint with statements.
 */

const FEATURE = 'Another feature is entered by its actions.ts alone: only it touches its tables.'
const SCREEN = "A screen imports kernel, ui, page and any feature's parts and rows, never another screen."
const PAGE = 'page stands on kernel and ui and knows no room.'

const refused: readonly (readonly [folder: string, from: string, message: string])[] = [
  ['packages/domain/src/booking/order', 'zod', 'domain imports only domain'],
  ['packages/contract/src', 'fastify', 'contract imports only zod and domain.'],
  ['server/src/kernel', '../booking/order/actions.ts', 'kernel is written once and imports no room.'],
  ['server/src/outside/sms', '../../booking/order/actions.ts', 'outside knows vendors, not features.'],
  ['server/src/booking/order', '../../money/payment/books.ts', FEATURE],
  ['server/src/rental/renewal', '../damage/store.ts', FEATURE],
  ['server/src/booking/order', '../../platform/session/second-factor/store.ts', FEATURE],
  ['server/src/platform/session/partner', '../../account/people.ts', FEATURE],
  ['server/src/booking/order', '../../kernel/db/db.ts', 'A handler has no database but ctx.db'],
  ['server/src/booking/order', 'fastify', 'Features speak no HTTP'],
  ['web/src/kernel', '../booking/order/parts/acts.ts', 'kernel is written once and imports no room.'],
  ['web/src/ui', '../kernel/calls.ts', 'ui knows nothing of the product.'],
  ['web/src/ui', '@cheyi/domain/money', 'ui has no business words'],
  ['web/src/rental/order/list', '../../../platform/store/edit/store-form.ts', SCREEN],
  ['web/src/rental/order/list', '../detail/screen.tsx', SCREEN],
  ['web/src/platform/session/parts/invitation', '../../../../platform/store/edit/store-form.ts', SCREEN],
  ['web/src/rental/order/list', 'zod', 'The web ships no schemas.'],
  ['server/src/kernel/db', '../../booking/order/actions.ts', 'kernel is written once and imports no room.'],
  ['server/src/rental/order/cancel', '../../../money/payment/books.ts', FEATURE],
  ['web/src/kernel/page', '../../booking/order/parts/acts.ts', 'kernel is written once and imports no room.'],
  ['web/src/ui/show', '../../kernel/call/calls.ts', 'ui knows nothing of the product.'],
  ['web/src/page', '../booking/order/parts/acts.ts', PAGE],
  ['web/src/page/list', '../../booking/order/parts/acts.ts', PAGE],
  ['web/src/rental/order/create/card', '../../list/filter.ts', SCREEN],
  ['web/src/rental/order/create/card', '../../../../platform/store/edit/store-form.ts', SCREEN],
  ['e2e', '../server/src/rental/order/cancel/cancel.ts', 'e2e sees what a user sees'],
]

const allowed: readonly (readonly [folder: string, from: string])[] = [
  ['server/src/rental/renewal', '../../money/payment/actions.ts'],
  ['server/src/booking/order', '../../platform/session/second-factor/actions.ts'],
  ['server/src/booking/order', '../../outside/sms/port.ts'],
  ['server/src/kernel/http', '../db/db.ts'],
  ['server/src/rental/order/cancel', '../../../booking/order/lock.ts'],
  ['web/src/ui/show', '../field/field.tsx'],
  ['web/src/kernel/page', '../call/calls.ts'],
  ['web/src/page/list', '../../ui/list/pull.tsx'],
  ['web/src/page/list', '../place.ts'],
  ['web/src/rental/order/create/card', '../draft.ts'],
  ['web/src/rental/order/create/card', '../../../../booking/order/parts/acts.ts'],
  ['web/src/rental/order/create/card', '../../../../platform/store/parts/store-sheet.tsx'],
  ['server/src/platform/session/partner', '../codes.ts'],
  ['server/src/platform/session/partner', '../../notify/actions.ts'],
  ['web/src/rental/order/list', '../../../platform/store/parts/store-sheet.tsx'],
  ['web/src/rental/order/list', '../../../platform/store/screens.ts'],
  ['web/src/rental/order/create/card', '../../../../platform/store/screens.ts'],
]

const UP = 'A module imports lower modules only'

/** Imports between two modules of a package, as the order of docs/modules.md refuses them or lets them pass. */
const between = ['server/src', 'packages/contract/src'].flatMap((src) =>
  modules.flatMap((from, low) =>
    modules.map((to, high): readonly [folder: string, text: string, message: string | undefined] => [
      `${src}/${from}/planted`,
      `export { one } from '../../${to}/other/actions.ts'`,
      high > low ? UP : undefined,
    ]),
  ),
)

/** What an import of a higher module may look like. */
const upward: typeof between = [
  ["import { one } from '../../insight/overview/actions.ts'\n\nexport const two = one", UP],
  ["import type { One } from '../../insight/overview/actions.ts'\n\nexport type Two = One", UP],
  ["import {\n  type One,\n  two,\n} from '../../insight/overview/actions.ts'\n\nexport const three: One = two", UP],
  ["export * from '../../insight/overview/actions.ts'", UP],
  ["import '../../insight/overview/actions.ts'", UP],
  ["export const late = () => import('../../insight/overview/actions.ts')", UP],
  ["export { one } from '../account/actions.ts'", undefined],
].map(([text, message]) => ['server/src/platform/notify', text!, message] as const)

const STATUS = "Ask domain's machine or a predicate beside it"

/** Statements that a rule of `scripts/lint` refuses, or lets pass where there is no message. */
const statements: typeof between = [
  ...between,
  ...upward,
  ['server/src/booking/order', 'export const is = (x: number) => x === orderStatus.arranged', STATUS],
  ['web/src/rental/order/list', 'export const is = (x: { state: number }) => qrState.created !== x.state', STATUS],
  [
    'web/src/rental/order/list',
    'export const is = (x: number) => [lifecycle.off, lifecycle.waiting].includes(x)',
    STATUS,
  ],
  [
    'server/src/booking/order',
    'export const is = (x: number) => { switch (x) { case holdStatus.held: return 1 } }',
    STATUS,
  ],
  ['web/src/rental/order/list', 'export const is = (x: { status: number }) => x.status === 2', STATUS],
  [
    'server/src/booking/order',
    "import { orderStatus as s } from '@cheyi/domain/booking/order/codes'\nexport const is = s.arranged",
    STATUS,
  ],
  ['web/src/rental/order/list', "import { type X, lifecycle as l } from './x.ts'\nexport const is: X = l.off", STATUS],
  [
    'server/src/booking/order',
    "import { orderStatus } from '@cheyi/domain/booking/order/codes'\nexport const is = orderStatus",
    undefined,
  ],
  ['packages/domain/src/booking/order', 'export const is = (x: number) => x === orderStatus.arranged', undefined],
  [
    'server/src/booking/order',
    'export const to = { status: orderStatus.arranged, words: { [orderStatus.arranged]: 1 } }',
    undefined,
  ],
  ['web/src/kernel/call', 'export const is = (x: Response) => x.status === 200', undefined],
]

interface Diagnostic {
  readonly category: string
  readonly message: string
  readonly location: { readonly path: string }
}

const root = join(import.meta.dirname, '../../../..')
const copy = mkdtempSync(join(tmpdir(), 'arrows-'))
const told = new Map<string, string>()
const fileOf = (table: string, n: number, folder: string) => `${folder}/${table}-${n}.ts`

beforeAll(() => {
  const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  writeFileSync(join(copy, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }))
  cpSync(join(root, 'scripts/lint'), join(copy, 'scripts/lint'), { recursive: true })
  const plant = (table: string, n: number, folder: string, text: string) => {
    const file = join(copy, fileOf(table, n, folder))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${text}\n`)
  }
  const importOf = (from: string) => `import { one } from '${from}'\n\nexport const two = one`
  for (const [n, [folder, from]] of refused.entries()) plant('refused', n, folder, importOf(from))
  for (const [n, [folder, from]] of allowed.entries()) plant('allowed', n, folder, importOf(from))
  for (const [n, [folder, text]] of statements.entries()) plant('statement', n, folder, text)
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const run = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', '--max-diagnostics=1000', '.'], {
    cwd: copy,
    encoding: 'utf8',
  })
  for (const { category, message, location } of JSON.parse(run.stdout).diagnostics as Diagnostic[])
    if (category === 'lint/style/noRestrictedImports' || category === 'plugin')
      told.set(location.path, `${told.get(location.path) ?? ''}${message}\n`)
}, 60_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

it.each(refused.map((row, n) => [...row, n] as const))('%s does not import %s', (folder, _from, message, n) => {
  expect(told.get(fileOf('refused', n, folder))).toContain(message)
})

it.each(allowed.map((row, n) => [...row, n] as const))('%s may import %s', (folder, _from, n) => {
  expect(told.get(fileOf('allowed', n, folder))).toBeUndefined()
})

it.each(statements.map((row, n) => [...row, n] as const))('in %s: %s', (folder, _text, message, n) => {
  const seen = told.get(fileOf('statement', n, folder))
  if (message === undefined) expect(seen).toBeUndefined()
  else expect(seen).toContain(message)
})
