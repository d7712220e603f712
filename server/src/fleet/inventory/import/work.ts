import { columnTitle, type ImportKey, vehicleTable } from '@cheyi/domain/fleet/inventory/import/columns'
import { foreignNames } from '@cheyi/domain/fleet/inventory/import/names'
import { lackingIn, planImport, type RowPlan } from '@cheyi/domain/fleet/inventory/import/plan'
import { isVehicle, type ReadRow, readRow } from '@cheyi/domain/fleet/inventory/import/row'
import type { RowIssue } from '@cheyi/domain/platform/table-import/plan'
import { localDate } from '@cheyi/domain/time'
import type { Outcome } from '../../../platform/job/actions.ts'
import { tableImport } from '../../../platform/table-import/actions.ts'
import { type AskedNames, type Chosen, choicesOfNames, chosenNames } from './names.ts'
import { loadReferences, lockKnown } from './store.ts'
import { carryOut } from './write.ts'

/** Options for reading a list of vehicles. */
interface AskedVehicles extends AskedNames {
  readonly overwrite: boolean
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
  understand: chosenNames,
  known: loadReferences,
  names: ({ rows, chosen }, { models, stores }) => {
    const cars = rows.filter(isVehicle)
    const named = { model: cars.map(({ model }) => model), store: cars.map(({ store }) => store) }
    return foreignNames(named, models, stores, chosen)
  },
  plan: ({ rows, firstLine, chosen }, facts, { overwrite }, { now, ...piece }) =>
    planImport(rows, { ...facts, chosen }, { ...piece, overwrite, firstLine, today: localDate(now) }),
  lacking: lackingIn,
  fold: foldIssues,
  async lock(ctx, rows) {
    await lockKnown(ctx)
    return loadReferences(ctx, rows)
  },
  carryOut,
  choicesOf: choicesOfNames,
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
