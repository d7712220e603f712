import { type IllegalImportKey, illegalTable } from '@cheyi/domain/violation/import/columns'
import { type IllegalPlan, type KnownIllegals, ordersOf, planIllegals } from '@cheyi/domain/violation/import/plan'
import { type ReadIllegal, readIllegal } from '@cheyi/domain/violation/import/row'
import { seizeOrders, startAgain } from '../../order/actions.ts'
import { type Asked, tableImport } from '../../table-import/actions.ts'
import { lockRegister } from '../store.ts'
import { known } from './store.ts'
import { carryOut } from './write.ts'

/** Violations out of spreadsheets: of the office's own site, or of those who ask it for the merchant. */
export const illegalImport = tableImport<IllegalImportKey, Asked, ReadIllegal, object, KnownIllegals, IllegalPlan>({
  kind: illegalTable,
  noun: '违章',
  none: '任何违章',
  jobs: { check: 'illegalCheck', run: 'illegalImport' },
  key: 'illegal.handle',
  field: 'illegalColumn',
  words: { update: '补充' },
  readRow: readIllegal,
  understand: () => ({}),
  known,
  plan: ({ rows, firstLine }, facts, _, { now: _now, ...piece }) => planIllegals(rows, facts, { ...piece, firstLine }),
  /** The orders of a batch first, in one go, as everywhere; then nobody else registers violations until it is written. */
  async lock(ctx, rows) {
    const held = new Set(ordersOf(rows, await known(ctx, rows)))
    await ctx.elevated(() => seizeOrders(ctx, [...held]))
    await lockRegister(ctx)
    const facts = await known(ctx, rows)
    // The time of a car changed between the two looks.
    const more = ordersOf(rows, facts).filter((id) => !held.has(id))
    if (more.length > 0) throw startAgain(ctx, more)
    return facts
  },
  carryOut,
})
