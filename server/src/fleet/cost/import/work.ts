import { costKinds, costSource, typedKinds } from '@cheyi/domain/fleet/cost/codes'
import {
  type CostImportKey,
  costImportColumns,
  costImportHeading,
  costTable,
} from '@cheyi/domain/fleet/cost/import/columns'
import {
  type CostImportPlan,
  isSoundCost,
  type KnownCosts,
  planCosts,
  type ReadCost,
  readCost,
} from '@cheyi/domain/fleet/cost/import/plan'
import { MAX_IMPORT_ROWS } from '@cheyi/domain/platform/table-import/layout'
import type { Context } from '../../../kernel/context.ts'
import { type Asked, tableImport, tableTemplate } from '../../../platform/table-import/actions.ts'
import * as store from '../store.ts'

/** What the rows may refer to, with the first open day: three statements for any number of rows, after the lock of imports where they are written. */
async function loadReferences(ctx: Context, rows: readonly ReadCost[], hold = false): Promise<KnownCosts> {
  if (hold) await store.lockImports(ctx)
  const sound = rows.filter(isSoundCost)
  const cars = await store.carsByPlate(ctx, [...new Set(sound.map(({ plate }) => plate))])
  const openFrom = await (hold ? store.holdOpenFrom(ctx) : store.openFrom(ctx))
  const costs = await store.entriesOf(
    ctx,
    cars.map(({ id }) => id),
    [...new Set(sound.map(({ from }) => from))],
  )
  return { cars: Map.groupBy(cars, ({ plate }) => plate), costs, openFrom }
}

/** Imports costs from a table of the merchant, or from the bill of a garage or card. */
export const costImport = tableImport<CostImportKey, Asked, ReadCost, object, KnownCosts, CostImportPlan>({
  kind: costTable,
  noun: '车辆费用',
  none: '任何费用',
  jobs: { check: 'costCheck', run: 'costImport' },
  key: 'ticket.cost',
  field: 'costColumn',
  readRow: readCost,
  understand: () => ({}),
  known: loadReferences,
  plan: ({ rows, firstLine }, facts, _, { now: _now, ...piece }) => planCosts(rows, facts, { ...piece, firstLine }),
  lock: (ctx, rows) => loadReferences(ctx, rows, true),
  async carryOut(ctx, plans, { jobId }) {
    const rows = plans.flatMap((plan) => (plan.action === 'create' ? [plan] : []))
    await store.insert(
      ctx,
      rows.map(({ vehicleId, row: { kind, from, to, fen, taxFen, note } }) => ({
        vehicleId,
        kind,
        fromOn: from,
        toOn: to,
        fen,
        taxFen,
        note,
        source: costSource.import,
        refId: jobId,
      })),
    )
  },
})

const notes = [
  '带 * 的列必填，每行一笔费用',
  `每次最多${MAX_IMPORT_ROWS}行，文件不超过10MB`,
  `费用类型：${typedKinds.map(costKinds.text).join('、')}`,
  '金额含税，单位为元；退回的费用填负数',
  '填了结束日期的费用按天计入各月，如保险',
  '已结账的月份不能再记，请填未结账月份的日期',
  '车牌、类型、日期、金额和备注都相同的费用只导入一次',
]

export const makeCostTemplate = tableTemplate({
  kind: 'costTemplate',
  key: 'ticket.cost',
  sheet: '车辆费用',
  file: '车辆费用导入模板.xlsx',
  heading: costImportHeading,
  columns: costImportColumns,
  notes,
})
