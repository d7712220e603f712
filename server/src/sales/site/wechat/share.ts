import { MINUTE } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import type { ShareProof } from '../../../kernel/ports.ts'
import { shareSignature } from '../../../kernel/share-signature.ts'

/*
 * The jsapi_ticket, by which pages prove that they are of the account. WeChat counts how often it is asked for one, so it is kept for all
 * processes, and one of them asks for the next one shortly before it ends, while the others use it.
 */

const TICKET = 'wechat_ticket.ticket'
/** The next ticket is asked for so long before the end of this one. */
const EARLY = 10 * MINUTE
/** A process that asked and got none, or died, is followed by another one. */
const TURN = MINUTE

interface Kept {
  readonly ticketEnc: Buffer | null
  readonly until: number | null
}

/** What proves a page, by its address; null where there is no account, or no ticket now. Asks outside of any transaction. */
export async function shareProof(ctx: Context, address: string, nonceStr: string): Promise<ShareProof | null> {
  const pages = ctx.outside().follow?.pages
  if (pages === undefined) return null
  const { appId } = pages
  const ticket = await ticketOf(ctx, appId, () => pages.ticket())
  if (ticket === null) return null
  const said = { appId, nonceStr, timestamp: String(Math.floor(ctx.now / 1000)) }
  return { ...said, signature: shareSignature(ticket, address, said) }
}

type Issue = () => Promise<{ readonly ticket: string; readonly until: number } | undefined>

async function ticketOf(ctx: Context, appId: string, issue: Issue): Promise<string | null> {
  const { platform } = ctx.vaults
  const kept = await ctx.apart(({ query }) =>
    query.first<Kept>('select ticket_enc, until from wechat_ticket where app_id = $1', [appId]),
  )
  const { ticketEnc = null, until = null } = kept ?? {}
  const present = ticketEnc !== null && (until ?? 0) > ctx.now ? platform.open(TICKET, appId, ticketEnc) : null
  if (present !== null && until! > ctx.now + EARLY) return present
  if (!(await takeTurn(ctx, appId))) return present
  const next = await issue()
  if (next === undefined) return present
  await ctx.apart(({ query }) =>
    query('update wechat_ticket set ticket_enc = $2, until = $3 where app_id = $1', [
      appId,
      platform.seal(TICKET, appId, next.ticket),
      at(next.until),
    ]),
  )
  return next.ticket
}

/** One process asks at a time. */
const takeTurn = (ctx: Context, appId: string): Promise<boolean> =>
  ctx.apart(async ({ query }) => {
    const rows = await query(
      `insert into wechat_ticket (app_id, asked_at) values ($1, $2)
       on conflict (app_id) do update set asked_at = excluded.asked_at where wechat_ticket.asked_at <= $3 returning 1`,
      [appId, at(ctx.now), at(ctx.now - TURN)],
    )
    return rows.length > 0
  })
