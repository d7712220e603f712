import { Refusal } from '@cheyi/domain/refusal'
import { HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { counting } from '../session/actions.ts'

/*
 * Text messages that a merchant triggers to people who did not request them. They carry its name to any mobile number it enters, so each
 * number gets few of each kind over all merchants, and each merchant sends few.
 */

interface Limits {
  readonly dayOfMobile: number
  readonly hourOfMerchant: number
}

const limits = {
  invitation: { dayOfMobile: 2, hourOfMerchant: 20 },
  passwordReset: { dayOfMobile: 2, hourOfMerchant: 20 },
  /** Links to sign or to pay: enough for a customer with two documents, two deposits and a rent to pay, each sent twice. */
  customerLink: { dayOfMobile: 10, hourOfMerchant: 200 },
} satisfies Record<string, Limits>

export type UnaskedText = keyof typeof limits

/**
 * Counts a message before it is sent, in its own transaction that commits first: concurrent calls pass the limit no more often than
 * sequential ones.
 * @throws Refusal textsExhausted (1039); a refused message does not count
 */
export const countUnasked = (ctx: Context, kind: UnaskedText, mobileHash: Buffer): Promise<void> =>
  counting(
    ctx,
    [`unasked/merchant/${ctx.merchantId}`, `unasked/mobile/${mobileHash.toString('hex')}`],
    async ({ query }) => {
      const { merchantId, now } = ctx
      const { dayOfMobile, hourOfMerchant } = limits[kind]
      await query('insert into unasked_text (mobile_hash, kind, merchant_id) values ($1, $2, $3)', [
        mobileHash,
        kind,
        merchantId,
      ])
      const today = startOfDate(localDate(now))
      const [sent] = await query<{ toMobile: number; byMerchant: number }>(
        `select count(*) filter (where mobile_hash = $1 and created_at >= $4)::int as to_mobile,
              count(*) filter (where merchant_id = $3 and created_at > $5)::int as by_merchant
         from unasked_text where kind = $2 and (mobile_hash = $1 and created_at >= $4 or merchant_id = $3 and created_at > $5)`,
        [mobileHash, kind, merchantId, at(today), at(now - HOUR)],
      )
      if (sent!.toMobile > dayOfMobile) throw new Refusal('textsExhausted', { n: '该手机号今天不能再发，请明天再试' })
      if (sent!.byMerchant > hourOfMerchant)
        throw new Refusal('textsExhausted', { n: `每小时最多${hourOfMerchant}条，请稍后再试` })
      await query('delete from unasked_text where created_at < $1', [at(Math.min(today, now - HOUR))])
    },
  )
