import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { type BatchInvoice, batchSheets } from '@cheyi/domain/money/invoice/batch'
import { invoiceStatus } from '@cheyi/domain/money/invoice/invoice'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { formatLocal } from '@cheyi/domain/time'
import type { HandlerOf } from '../../kernel/context.ts'
import { writeTable } from '../../outside/table/tables.ts'
import { bulkWork, enqueueExport, keepResult } from '../../platform/job/actions.ts'
import { taxOfRent } from '../bookkeeping/actions.ts'
import * as store from './store.ts'

type Filter = ParsedOf<typeof contract.invoice.batchExport>

/** The page of the tax office accepts this many invoices in a file. */
const MOST = 100

/** The pending invoices as the workbook of the tax office. */
export const exportBatch = bulkWork<Filter>({
  kind: 'invoiceBatchExport',
  key: 'data.money',
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { classCode } = await run.read(taxOfRent)
    const ask = { ...run.input, status: invoiceStatus.waiting }
    const all: readonly BatchInvoice[] = await run.read((ctx) => store.page(ctx, ask, null, MOST))
    const bytes = await writeTable(batchSheets(all, classCode))
    const file = await keepResult(run, bytes, `批量开票${formatLocal(run.now, 'YYYYMMDDHHmm')}.xlsx`)
    const lacking = classCode === '' ? '；请先在科目设置中填写租金的税收分类编码，再导出' : ''
    return { state: jobState.done, message: `共${all.length}张${lacking}`, file }
  },
})

/** @throws Refusal tooFrequent (-7) */
export const batchExport: HandlerOf<'invoice', 'batchExport'> = (filter, ctx) => enqueueExport(ctx, exportBatch, filter)
