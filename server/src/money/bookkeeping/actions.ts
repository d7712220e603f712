import { rateOn } from '@cheyi/domain/money/bookkeeping/tax'
import { account } from '@cheyi/domain/money/payment/ledger'
import { localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { subjectsOf, taxpayerOf } from './accounts.ts'

export { monthsWithoutVouchers, type TaxedAccounts, taxedAccounts, taxedIncome } from './taxed.ts'
export { taxpayerOf }

/** The rate of rent today, basis points, and its 税收分类编码; an invoice is of the rental of a car. */
export async function taxOfRent(ctx: Context): Promise<{ readonly rateBp: number; readonly classCode: string }> {
  const [who, subjects] = await Promise.all([taxpayerOf(ctx), subjectsOf(ctx)])
  const { taxClass, classCode } = subjects.find((subject) => subject.account === account.rentIncome)!
  return { rateBp: rateOn(who, taxClass!, localDate(ctx.now)), classCode }
}
