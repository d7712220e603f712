import { periodText } from '@cheyi/domain/money/tax/period'
import { type ReturnSheet, returnSheets } from '@cheyi/domain/money/tax/return'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import type { HandlerOf } from '../../kernel/context.ts'
import { writeTable } from '../../outside/table/tables.ts'
import { bulkWork, enqueueExport, keepResult } from '../../platform/job/actions.ts'
import { taxReturn } from './return.ts'

const titles: Readonly<Record<ReturnSheet, string>> = {
  main: '主表',
  output: '附列资料一（销售）',
  input: '附列资料二（进项）',
}

/** The figures of a return as a workbook, a sheet for each of its tables. */
export const exportReturn = bulkWork<{ readonly from: string }>({
  kind: 'taxReturnExport',
  key: 'data.money',
  whole: true,
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const made = await run.read(async (ctx) => taxReturn({ from: run.input.from }, ctx))
    const sheets = returnSheets.flatMap((sheet) => {
      const lines = made.lines.filter((line) => line.sheet === sheet)
      if (lines.length === 0) return []
      const columns = [...new Set(lines.flatMap(({ cells }) => cells.map(({ column }) => column)))]
      return [
        {
          name: titles[sheet],
          rows: [
            ['栏次', '项目', ...columns],
            ...lines.map(({ no, title, cells }) => [
              no,
              title,
              ...columns.map((column) => {
                const cell = cells.find((one) => one.column === column)
                return cell === undefined ? '' : cell.isCount ? { count: cell.value } : cell.value / 100
              }),
            ]),
          ],
          widths: [8, 40, ...columns.map(() => 16)],
        },
      ]
    })
    const name = `增值税申报表${periodText(made)}${made.filedAt === null ? '（未申报）' : ''}.xlsx`
    return {
      state: jobState.done,
      message: `共${made.lines.length}行`,
      file: await keepResult(run, await writeTable(sheets), name),
    }
  },
})

/** @throws Refusal tooFrequent (-7) */
export const returnExport: HandlerOf<'tax', 'returnExport'> = (input, ctx) => enqueueExport(ctx, exportReturn, input)
