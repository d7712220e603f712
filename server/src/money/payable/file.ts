import type { TableFormat } from '@cheyi/contract/platform/job'
import { advance } from '@cheyi/domain/advance'
import { runSteps } from '@cheyi/domain/money/payable/run'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { type HandlerOf, requireFound } from '../../kernel/context.ts'
import { writeTable } from '../../outside/table/tables.ts'
import { bulkWork, type Column, enqueueExport, keepResult, sheetOf } from '../../platform/job/actions.ts'
import { type PaidPayee, payeesPaid } from './accounts.ts'
import { run as runOf } from './run-store.ts'
import { refuseChanged } from './runs.ts'

/** What batch transfers of banks ask for. Account numbers are texts, so that a spreadsheet does not round them. */
const columns: readonly Column<PaidPayee & { readonly place: number }>[] = [
  ['序号', 6, ({ place }) => String(place)],
  ['收款人户名', 24, ({ holder }) => holder],
  ['收款人账号', 26, ({ accountNo }) => accountNo],
  ['收款人开户行', 30, ({ bank }) => bank],
  ['金额', 14, ({ amount }) => amount / 100],
  ['用途', 40, ({ purpose }) => purpose],
]

/** The file for the batch transfer of a bank: a line for each payee of an approved run. */
export const exportRunFile = bulkWork<{ readonly runId: string; readonly format: TableFormat }>({
  kind: 'paymentRunExport',
  key: 'finance.reconcile',
  whole: true,
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { runId, format } = run.input
    const { payees, runNo } = await run.read(async (ctx) => {
      const row = requireFound(await runOf(ctx, runId))
      advance(runSteps, 'makeFile', row.state)
      const payees = await payeesPaid(ctx, runId)
      refuseChanged(payees)
      return { payees, runNo: row.runNo }
    })
    const lines = payees.map((payee, n) => ({ ...payee, place: n + 1 }))
    const bytes = await writeTable([sheetOf('批量付款', columns, lines)], format)
    const file = await keepResult(run, bytes, `批量付款${runNo}.${format}`)
    return { state: jobState.done, message: `共${lines.length}笔`, file }
  },
})

/** @throws Refusal notFound (-4), paymentRunRefuses (4026) before it is approved, payeeChanged (4027), tooFrequent (-7) */
export const runFile: HandlerOf<'payable', 'runFile'> = async (input, ctx) => {
  const row = requireFound(await runOf(ctx, input.runId))
  advance(runSteps, 'makeFile', row.state)
  refuseChanged(await payeesPaid(ctx, row.id))
  ctx.audit({ targetType: 'paymentRun', targetId: row.id, after: { no: row.runNo, amount: row.fen } })
  return enqueueExport(ctx, exportRunFile, input)
}
