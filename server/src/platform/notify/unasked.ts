import { Refusal } from '@cheyi/domain/refusal'
import { HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { counting } from '../session/actions.ts'

/*
 * Text messages that a merchant has sent to people who did not ask for them. They carry its name to any mobile it types,
 * so a mobile gets few of each kind, whoever sends them, and a merchant sends few.
 */

interface Limits {
  readonly dayOfMobile: number
  readonly hourOfMerchant: number
}

const limits = {
  invitation: { dayOfMobile: 2, hourOfMerchant: 20 },
  passwordReset: { dayOfMobile: 2, hourOfMerchant: 20 },
  /** To sign or to pay: a customer with two papers, two deposits and a rent to pay, each sent twice. */
  customerLink: { dayOfMobile: 10, hourOfMerchant: 200 },
} satisfies Record<string, Limits>

export type UnaskedText = keyof typeof limits

/**
 * Counts a message that is about to be sent, in a transaction of its own that is over before anything is sent: twenty at
 * once pass no more than twenty in turn.
 * @throws Refusal textsExhausted (1039); that one does not count
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
