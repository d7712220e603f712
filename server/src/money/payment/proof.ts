import { slipNumber } from '@cheyi/domain/money/payment/slip'
import { formatNear } from '@cheyi/domain/near'
import { mediaState } from '@cheyi/domain/platform/media/codes'
import { badInput } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import { linkMedia } from '../../platform/media/actions.ts'

/** Evidence of a money movement: pictures of slips, and the number of one. */
export interface Proof {
  readonly voucherIds: readonly string[]
  readonly slipNo?: string | undefined
}

/** The record that is proven: a payment, a cash deposit to the bank, a reimbursement … */
export interface Proven {
  readonly recordId: string
  readonly orderId?: string
}

interface Used {
  readonly mark: string
  readonly ofOrder: boolean
  readonly orderNo: string | null
  readonly payer: string | null
  readonly by: string | null
  readonly at: number
}

const NUMBER = 'no:'

/**
 * Links proofs to a money record; the vouchers then belong to it. A proof of another movement is refused; of two concurrent uses the
 * second waits for the first. The same record may link its proofs again.
 * @throws Refusal badInput (-2) naming the owner of the proof; notFound (-4) as `linkMedia`
 */
export async function prove(ctx: Context, { voucherIds, slipNo }: Proof, of: Proven): Promise<void> {
  const { recordId, orderId } = of
  const number = slipNo ? `${NUMBER}${slipNumber(slipNo)}` : null
  if (voucherIds.length === 0 && number === null) return
  const linked = prefetch(
    linkMedia(ctx, voucherIds, { biz: 'voucher', bizId: recordId, ...(orderId === undefined ? {} : { orderId }) }),
  )
  const taken = await claim(ctx, voucherIds, number, of)
  const used = taken.length === 0 ? undefined : await earlierUse(ctx, taken, recordId)
  if (used !== undefined) {
    const isNumber = used.mark.startsWith(NUMBER)
    const who = `${formatNear(used.at, ctx.now)}${used.by === null ? '' : `由${used.by}`}`
    throw badInput(
      isNumber ? 'slipNo' : 'voucherIds',
      `该${isNumber ? '流水号' : '凭证'}已${who}登记在${placeOf(used)}，不能重复使用`,
    )
  }
  await linked
}

function placeOf({ orderNo, payer, ofOrder }: Used): string {
  if (orderNo !== null) return `订单${orderNo}`
  if (payer !== null) return `收款单（${payer}）`
  return ofOrder ? '其他门店的订单' : '交存银行'
}

/** The proofs of a corrected record may prove another one. */
export const releaseProofs = (ctx: Context, recordId: string): Promise<unknown> =>
  ctx.query('update money_proof set released_at = app_now() where record_id = $1', [recordId])

/** Records the provider's number of a payment. It takes precedence over a number that was typed before. */
export const noteProviderNo = (ctx: Context, providerNo: string | null, { recordId, orderId }: Proven): void => {
  if (providerNo !== null)
    ctx.queue('insert into money_proof (mark, record_id, order_id) values ($1, $2, $3) on conflict do nothing', [
      `${NUMBER}${slipNumber(providerNo)}`,
      recordId,
      orderId ?? null,
    ])
}

/**
 * Claims the unused proofs. They are inserted in a fixed order, so that two transactions with the same files cannot deadlock. @returns
 * the claimed ones
 */
async function claim(
  ctx: Context,
  voucherIds: readonly string[],
  number: string | null,
  { recordId, orderId }: Proven,
): Promise<string[]> {
  const rows = await ctx.query<{ mark: string }>(
    `with mark as (
       select 'file:' || encode(sha256, 'hex') as mark from media
        where id = any ($1::bigint[]) and biz = 'voucher' and state = ${mediaState.ready}
       union select $2::text where $2::text is not null),
     claimed as (
       insert into money_proof (mark, record_id, order_id) select mark, $3, $4 from mark order by mark
       on conflict (merchant_id, mark) do update set record_id = excluded.record_id, order_id = excluded.order_id, released_at = null,
           created_at = excluded.created_at, created_by = excluded.created_by
         where money_proof.released_at is not null returning mark)
     select mark from mark where mark not in (select mark from claimed)`,
    [voucherIds, number, recordId, orderId ?? null],
  )
  return rows.map(({ mark }) => mark)
}

const earlierUse = (ctx: Context, marks: readonly string[], recordId: string): Promise<Used | undefined> =>
  ctx.query.first<Used>(
    `select p.mark, p.order_id is not null as of_order, o.order_no, r.payer, a.name as by, p.created_at as at
       from money_proof p left join "order" o on o.id = p.order_id left join receipt r on r.id = p.record_id
         left join account a on a.id = p.created_by
      where p.mark = any ($1::text[]) and p.record_id <> $2 order by p.mark limit 1`,
    [marks, recordId],
  )
