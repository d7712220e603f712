import type { PermissionKey } from '@cheyi/domain/permission'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { writeTable } from '../../outside/table/tables.ts'
import { bulkWork, keepResult } from '../job/actions.ts'

interface Template {
  /** Kind of its job. */
  readonly kind: string
  readonly key: PermissionKey
  /** Name of the sheet. */
  readonly sheet: string
  /** Name of the file, with its extension. */
  readonly file: string
  readonly heading: readonly string[]
  readonly columns: readonly { readonly width: number }[]
  readonly notes: readonly string[]
}

/** The table to fill in for an import, with instructions on a second sheet. */
export const tableTemplate = ({ kind, key, sheet, file, heading, columns, notes }: Template) =>
  bulkWork<Record<string, never>>({
    kind,
    key,
    keepFileMs: retentions.exports.kept,
    async perform(run) {
      const bytes = await writeTable([
        { name: sheet, rows: [[...heading]], widths: columns.map(({ width }) => width) },
        { name: '填写说明', rows: [['说明'], ...notes.map((note) => [note])], widths: [64] },
      ])
      return { state: jobState.done, file: await keepResult(run, bytes, file) }
    },
  })
