import { plainName } from '@cheyi/domain/alike'
import { columnTitle, type ImportKey, vehicleTable } from '@cheyi/domain/fleet/inventory/import/columns'
import { foreignNames, type NameField } from '@cheyi/domain/fleet/inventory/import/names'
import { lackingIn, planImport, type RowPlan } from '@cheyi/domain/fleet/inventory/import/plan'
import { type ReadRow, readRow } from '@cheyi/domain/fleet/inventory/import/row'
import type { RowIssue } from '@cheyi/domain/platform/table-import/plan'
import { localDate } from '@cheyi/domain/time'
import type { Outcome } from '../../../platform/job/actions.ts'
import { type Asked, type Choice, tableImport } from '../../../platform/table-import/actions.ts'
import { loadReferences, lockKnown } from './store.ts'
import { carryOut } from './write.ts'

/** Options for reading a list of vehicles. */
interface AskedVehicles extends Asked {
  readonly overwrite: boolean
  readonly names?: readonly { readonly field: NameField; readonly name: string; readonly id: string }[]
}

/** The models and stores that the merchant chose for the names in a table. */
interface Chosen {
  readonly chosen: Readonly<Record<NameField, ReadonlyMap<string, string>>>
}

/** Imports cars from spreadsheets. */
export const vehicleImport = tableImport<
  ImportKey,
  AskedVehicles,
  ReadRow,
  Chosen,
  Awaited<ReturnType<typeof loadReferences>>,
  RowPlan
>({
  kind: vehicleTable,
  noun: '车辆',
  none: '任何车辆',
  jobs: { check: 'vehicleCheck', run: 'vehicleImport' },
  key: 'inventory.import',
  field: 'column',
  readRow: (cells, places) => readRow(cells, places),
  understand(choices, { names = [] }) {
    const chosen = (field: NameField) =>
      new Map([
        ...choices.flatMap((one) =>
          one.field === field && one.target !== null ? [[one.name, one.target] as const] : [],
        ),
        ...names.flatMap((one) => (one.field === field ? [[plainName(one.name), one.id] as const] : [])),
      ])
    return { chosen: { model: chosen('model'), store: chosen('store') } }
  },
  known: loadReferences,
  names: ({ rows, chosen }, { models, stores }) => foreignNames(rows, models, stores, chosen),
  plan: ({ rows, firstLine, chosen }, facts, { overwrite }, { now, ...piece }) =>
    planImport(rows, { ...facts, chosen }, { ...piece, overwrite, firstLine, today: localDate(now) }),
  lacking: lackingIn,
  fold: foldIssues,
  async lock(ctx, rows) {
    await lockKnown(ctx)
    return loadReferences(ctx, rows)
  },
  carryOut,
  choicesOf: ({ names = [] }) => names.map(choiceOf),
})

const choiceOf = ({ field, name, id }: NonNullable<AskedVehicles['names']>[number]): Choice => ({
  field,
  name: plainName(name),
  target: id,
})

/**
 * An unknown model or store that several rows name is reported once, with the number of rows, after the errors of
 * single rows: the user corrects it once for all of them.
 */
function foldIssues(issues: NonNullable<Outcome['issues']>): NonNullable<Outcome['issues']> {
  const kindOf = ({ column, value, reason }: RowIssue) => JSON.stringify([column, value, reason])
  const kinds = Map.groupBy(issues.filter(isOfName), kindOf)
  const shared = [...kinds.values()].filter((same) => same.length > 1)
  return [
    ...issues.filter((issue) => !isOfName(issue) || kinds.get(kindOf(issue))!.length === 1),
    ...shared.map((same) => ({ ...same[0]!, reason: `${same[0]!.reason}（共${same.length}行）` })),
  ]
}
const isOfName = ({ column, value }: RowIssue): boolean =>
  value !== '' && (column === columnTitle('model') || column === columnTitle('store'))
