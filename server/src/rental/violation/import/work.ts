import { illegalSource } from '@cheyi/domain/rental/violation/codes'
import { type IllegalImportKey, illegalTable } from '@cheyi/domain/rental/violation/import/columns'
import { type IllegalPlan, type KnownIllegals, planIllegals } from '@cheyi/domain/rental/violation/import/plan'
import { type ReadIllegal, readIllegal } from '@cheyi/domain/rental/violation/import/row'
import { type Asked, tableImport } from '../../../platform/table-import/actions.ts'
import { lockReported } from './lock.ts'
import { known } from './store.ts'
import { carryOut } from './write.ts'

/** Imports violations from spreadsheets of the authority's site, or of a service that queries it for the merchant. */
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
  lock: lockReported,
  carryOut: (ctx, plans, { jobId }) => carryOut(ctx, plans, { source: illegalSource.file, ref: `import/${jobId}` }),
})
