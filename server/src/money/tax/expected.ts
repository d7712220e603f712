import { taxpayer } from '@cheyi/domain/money/bookkeeping/codes'
import { type Period, periodOf, periodsBefore } from '@cheyi/domain/money/tax/period'
import { figureOf, type TaxReturn } from '@cheyi/domain/money/tax/return'
import { addDays, type LocalDate, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { taxpayerOf } from '../bookkeeping/actions.ts'
import { draftOf } from './return.ts'
import { filedAround, filedReturn } from './return-store.ts'

export interface TaxPayment extends Period {
  readonly payOn: LocalDate
  readonly fen: number
  /** Not filed yet. */
  readonly isEstimate: boolean
}

/** Surcharges stand in lines of their own. */
const surchargeLines = { [taxpayer.general]: ['39', '40', '41'], [taxpayer.small]: ['23', '24', '25'] }

const wholeOf = (form: keyof typeof surchargeLines, made: Pick<TaxReturn, 'lines' | 'payFen'>): number =>
  Math.max(0, made.payFen) + surchargeLines[form].reduce((sum, no) => sum + figureOf(made, 'main', no), 0)

/**
 * The tax that is paid until a day, with its surcharges: of the last period, as it was filed or as it stands, and of the running and the
 * following ones. These are expected to be at least like the last one, because of a period that has just begun little is known.
 * @param payDay the day of the month after a period on which its tax is paid
 */
export async function taxPayments(ctx: Context, until: LocalDate, payDay: number): Promise<TaxPayment[]> {
  const form = await taxpayerOf(ctx)
  const today = localDate(ctx.now)
  const [running, last] = periodsBefore(form, today, 2) as [Period, Period]
  const filed = await filedReturn(ctx, last.from)
  const draftFen = async (period: Period) =>
    wholeOf(form, await draftOf(ctx, form, period, await filedAround(ctx, period.from)))
  const lastFen = filed === undefined ? await draftFen(last) : wholeOf(filed.form, filed)
  const runningFen = await draftFen(running)
  const payOn = ({ to }: Period) => addDays(to, payDay)
  const payments: TaxPayment[] = []
  // What is filed is paid until its day; what is not filed stays to be paid.
  if (filed === undefined || payOn(last) >= today)
    payments.push({ ...last, payOn: payOn(last), fen: lastFen, isEstimate: filed === undefined })
  for (let period = running; payOn(period) <= until; period = periodOf(form, addDays(period.to, 1)))
    payments.push({ ...period, payOn: payOn(period), fen: Math.max(lastFen, runningFen), isEstimate: true })
  return payments.filter(({ fen }) => fen > 0)
}
