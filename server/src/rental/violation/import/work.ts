import { violationSource } from '@cheyi/domain/rental/violation/codes'
import { type ViolationImportKey, violationTable } from '@cheyi/domain/rental/violation/import/columns'
import { type KnownViolations, planViolations, type ViolationPlan } from '@cheyi/domain/rental/violation/import/plan'
import { type ReadViolation, readViolation } from '@cheyi/domain/rental/violation/import/row'
import { type Asked, tableImport } from '../../../platform/table-import/actions.ts'
import { lockReported } from './lock.ts'
import { loadReferences } from './store.ts'
import { carryOut } from './write.ts'

/** Imports violations from spreadsheets of the authority's site, or of a service that queries it for the merchant. */
export const violationImport = tableImport<
  ViolationImportKey,
  Asked,
  ReadViolation,
  object,
  KnownViolations,
  ViolationPlan
>({
  kind: violationTable,
  noun: '违章',
  none: '任何违章',
  jobs: { check: 'violationCheck', run: 'violationImport' },
  key: 'violation.handle',
  field: 'violationColumn',
  words: { update: '补充' },
  readRow: readViolation,
  understand: () => ({}),
  known: loadReferences,
  plan: ({ rows, firstLine }, facts, _, { now: _now, ...piece }) =>
    planViolations(rows, facts, { ...piece, firstLine }),
  lock: lockReported,
  carryOut: (ctx, plans, { jobId }) => carryOut(ctx, plans, { source: violationSource.file, ref: `import/${jobId}` }),
})
