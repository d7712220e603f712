import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { lifecycles, plateColors, plateKinds, runStates, useNatures } from '@cheyi/domain/fleet/inventory/codes'
import { type ImportKey, importColumns } from '@cheyi/domain/fleet/inventory/import/columns'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { formatLocal } from '@cheyi/domain/time'
import { writeTable } from '../../outside/table/tables.ts'
import { bulkWork, exportedWords, keepResult } from '../../platform/job/actions.ts'
import { askOf } from './list.ts'
import * as store from './store.ts'

type Filter = ParsedOf<(typeof contract.inventory)['exportFleet']>

/** Maximum number of rows of one workbook: more than any fleet, and few enough for a spreadsheet program to open. */
const MAX_ROWS = 50_000
const PAGE = 1000

/** The vehicles of a filter as a table that can be imported again, with an extra column of their run state. */
export const exportFleet = bulkWork<Filter>({
  kind: 'vehicleExport',
  key: 'inventory.export',
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const ask = askOf(run.input, run.now)
    const rows: string[][] = []
    let total = 0
    let isCut = false
    for (let after: readonly string[] | null = null; rows.length < MAX_ROWS; ) {
      const page: Awaited<ReturnType<typeof store.exportPage>> = await run.readStale(async (ctx) => {
        if (after === null) total = store.totalOfRows((await store.counts(ctx, ask)).rows, ask)
        return store.exportPage(ctx, ask, { limit: PAGE, after })
      })
      rows.push(...page.map(cellsOf))
      await run.progress(rows.length, Math.max(total, rows.length))
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) break
      isCut = rows.length >= MAX_ROWS && total > rows.length
      after = [String(last.rank), last.id]
    }
    const bytes = await writeTable([
      {
        name: '车辆',
        rows: [[...importColumns.map(({ title }) => title), '状态', '停放门店'], ...rows],
        widths: [...importColumns.map(({ width }) => width), 10, 16],
      },
    ])
    const file = await keepResult(run, bytes, `车辆${formatLocal(run.now, 'YYYYMMDDHHmm')}.xlsx`)
    return { state: jobState.done, message: exportedWords(rows.length, '辆', isCut), file }
  },
})

function cellsOf(row: store.ExportRow): string[] {
  const cells: Readonly<Record<ImportKey, string | null>> = {
    ...row,
    model: row.modelYear === null ? row.modelName : `${row.modelName} ${row.modelYear}`,
    store: row.homeStoreName,
    useNature: useNatures.text(row.useNature),
    odometerKm: String(row.odometerKm),
    insuranceEndOn: row.insuranceExpireOn,
    commercialEndOn: row.commercialExpireOn,
    inspectionEndOn: row.inspectionExpireOn,
    plateKind: plateKinds.text(row.plateKind),
    plateColor: plateColors.text(row.plateColor),
    tags: row.tags.join('、'),
  }
  const state = row.runState === null ? lifecycles.text(row.lifecycle) : runStates.text(row.runState)
  return [...importColumns.map(({ key }) => cells[key] ?? ''), state, row.storeName]
}
