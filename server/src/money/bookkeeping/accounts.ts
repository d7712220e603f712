import { usualSubject, type VoucherAccount, voucherAccounts } from '@cheyi/domain/money/bookkeeping/chart'
import {
  OUTPUT_TAX,
  type TaxClass,
  type Taxpayer,
  usualCancelClass,
  usualClass,
} from '@cheyi/domain/money/bookkeeping/codes'
import { rateOn } from '@cheyi/domain/money/bookkeeping/tax'
import type { Classes } from '@cheyi/domain/money/bookkeeping/voucher'
import { account } from '@cheyi/domain/money/payment/ledger'
import { pick } from '@cheyi/domain/pick'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import * as store from './store.ts'

/* 科目编码 and tax of the merchant's accounts: its own where it has changed them, otherwise the usual ones. */

export interface Subject {
  readonly account: VoucherAccount
  readonly code: string
  readonly name: string
  /** null: no income account. */
  readonly taxClass: TaxClass | null
  readonly classCode: string
  /** Of penalties: the class of those of cancelled bookings, and why; null: no account of penalties. */
  readonly cancelClass: TaxClass | null
  readonly cancelReason: string
  readonly own: boolean
  readonly version: number
}

const PENALTIES = account.penaltyIncome
const COUPONS = account.couponDiscount
/** A coupon lowers the price of a rental, so it is taxed as rent is. */
const taxedAccountOf = (of: VoucherAccount): VoucherAccount => (of === COUPONS ? account.rentIncome : of)

/** Every account, in the order of a balance sheet. */
export async function subjectsOf(ctx: Pick<Context, 'query'>): Promise<Subject[]> {
  const own = new Map((await store.ownAccounts(ctx)).map((row) => [row.account, row]))
  return voucherAccounts.map((account) => {
    const row = own.get(account)
    const { code, name } = row ?? usualSubject(account)
    return {
      account,
      code,
      name,
      taxClass: own.get(taxedAccountOf(account))?.taxClass ?? usualClass[account] ?? null,
      classCode: row?.classCode ?? '',
      cancelClass: account === PENALTIES ? (row?.cancelClass ?? usualCancelClass) : null,
      cancelReason: row?.cancelReason ?? '',
      own: row !== undefined,
      version: row?.version ?? 0,
    }
  })
}

export const classesOf = (subjects: readonly Subject[]): Classes => ({
  accounts: new Map(
    subjects.flatMap(({ account, taxClass }) =>
      account === OUTPUT_TAX || taxClass === null ? [] : [[account, taxClass] as const],
    ),
  ),
  cancelled: subjects.find(({ account }) => account === PENALTIES)!.cancelClass!,
})

export const taxpayerOf = async (ctx: Context): Promise<Taxpayer> => (await settingsOf(ctx)).taxpayer as Taxpayer

export const accounts: HandlerOf<'bookkeeping', 'accounts'> = async (_, ctx) => {
  const [who, subjects] = await Promise.all([taxpayerOf(ctx), subjectsOf(ctx)])
  const today = localDate(ctx.now)
  return {
    taxpayer: who,
    list: subjects.map((subject) => ({
      ...subject,
      rateBp: subject.taxClass === null ? 0 : rateOn(who, subject.taxClass, today),
    })),
  }
}

/**
 * Applies to vouchers that are made or exported from now on.
 * @throws Refusal badInput (-2) for a tax class of what is no income, stale (-5)
 */
export const saveAccount: HandlerOf<'bookkeeping', 'saveAccount'> = async (input, ctx) => {
  const before = (await subjectsOf(ctx)).find(({ account }) => account === input.account)!
  if (before.taxClass === null) {
    if (input.taxClass !== undefined) throw badInput('taxClass', '只有收入科目可设置增值税')
    if (input.classCode) throw badInput('classCode', '只有收入科目有税收分类编码')
  }
  if (input.account === COUPONS && (input.taxClass ?? before.taxClass) !== before.taxClass)
    throw badInput('taxClass', '优惠券折扣的增值税与租金收入一致，请修改租金收入')
  const cancelClass = before.cancelClass === null ? null : (input.cancelClass ?? before.cancelClass)
  if (before.cancelClass === null && input.cancelClass !== undefined)
    throw badInput('cancelClass', '只有违约金收入可设置取消订单的增值税')
  const cancelReason = before.cancelClass === null ? '' : (input.cancelReason ?? before.cancelReason)
  if (cancelClass !== before.cancelClass && !input.cancelReason?.trim())
    throw badInput('cancelReason', '请填写税务顾问的意见')
  const after = {
    ...input,
    taxClass: input.taxClass ?? before.taxClass,
    classCode: input.classCode || null,
    cancelClass,
    cancelReason,
  }
  const version = await store.saveAccount(ctx, after)
  if (version === undefined) throw new Refusal('stale')
  const fields = ['code', 'name', 'taxClass', 'classCode', 'cancelClass', 'cancelReason'] as const
  ctx.audit({
    targetType: 'merchant',
    targetId: ctx.merchantId,
    before: { account: input.account, ...pick(before, ...fields) },
    after: { account: input.account, ...pick(after, ...fields) },
  })
  return { version }
}
