import { gbkOf } from '@cheyi/domain/fleet/vehicle-control/jt808/gbk'
import type { VoucherFormat } from '@cheyi/domain/money/bookkeeping/codes'
import { kingdeeColumns, kingdeeSheet, type NamedLine, yonyouText } from '@cheyi/domain/money/bookkeeping/files'
import { vouchersOf } from '@cheyi/domain/money/bookkeeping/voucher'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { writeTable } from '../../outside/table/tables.ts'
import { bulkWork, keepResult, type Run, sheetOf } from '../../platform/job/actions.ts'
import { classesOf, subjectsOf, taxpayerOf } from './accounts.ts'
import * as store from './store.ts'

interface Made {
  readonly vouchers: number
}

/** Makes the vouchers of a closed month in one transaction: a month is never half of one tax setting and half of another. */
export const makeVouchers = bulkWork<{ readonly month: string }, Made>({
  kind: 'bookkeepingMake',
  key: 'finance.reconcile',
  whole: true,
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { month } = run.input
    const { vouchers } =
      run.kept ??
      (await run.step(async (ctx) => {
        const [who, subjects, posted] = await Promise.all([
          taxpayerOf(ctx),
          subjectsOf(ctx),
          store.postedSums(ctx, month),
        ])
        const lines = vouchersOf(posted, who, classesOf(subjects))
        await store.replace(ctx, month, lines)
        return { vouchers: lines.at(-1)?.number ?? 0 }
      }))
    return { state: jobState.done, counts: { created: 0, updated: vouchers, skipped: 0, failed: 0 } }
  },
})

/** Vouchers that are read at a time. */
const PAGE = 200

/** The lines of all vouchers of a month, with the codes and names of today. */
export async function linesOfVouchers(
  run: Pick<Run<unknown>, 'read' | 'progress'>,
  month: string,
): Promise<NamedLine[]> {
  const subjects = new Map((await run.read(subjectsOf)).map((subject) => [subject.account, subject]))
  const lines: NamedLine[] = []
  for (let last = 0, more = true; more; ) {
    const page = await run.read((ctx) => store.page(ctx, month, last, PAGE))
    for (const { lines: own, ...voucher } of page)
      for (const line of own) {
        const { code, name } = subjects.get(line.account)!
        lines.push({ ...line, ...voucher, code, name })
      }
    last = page.at(-1)?.number ?? last
    more = page.length === PAGE
    await run.progress(last, last)
  }
  return lines
}

/** The file of a month for 金蝶 or 用友. */
export const exportVouchers = bulkWork<{ readonly month: string; readonly format: VoucherFormat }>({
  kind: 'bookkeepingExport',
  key: 'data.money',
  whole: true,
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { month, format } = run.input
    const lines = await linesOfVouchers(run, month)
    const author = await run.read(store.author)
    const [bytes, name] =
      format === 'yonyou'
        ? ([Buffer.from(gbkOf(yonyouText(lines, author))), `用友凭证${month}.txt`] as const)
        : ([await writeTable([sheetOf(kingdeeSheet(month), kingdeeColumns, lines)]), `金蝶凭证${month}.xlsx`] as const)
    return { state: jobState.done, message: `共${lines.length}行`, file: await keepResult(run, bytes, name) }
  },
})
