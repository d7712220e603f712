import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { clearFilesOfOrders } from '../../platform/media/actions.ts'

/** Deletes the text, handwriting and files of documents whose orders ended before a given time; the digests remain. */
export async function clearPapers(ctx: Context, before: number, most: number): Promise<number> {
  const rows = await ctx.query(
    `update agreement set fields = '{}', signature_enc = null, sign_facts = null, signer_ip = null, signer_agent = '', signer_phone_mask = '',
        cleared_at = $2 where id in (
       select a.id from agreement a join order_over v on v.order_id = a.order_id
        where v.over_at < $1 and a.created_at < $1 and a.cleared_at is null limit $3) returning 1`,
    [at(before), at(ctx.now), most],
  )
  return rows.length + (await clearFilesOfOrders(ctx, ['paper', 'agreement', 'signature'], before, most))
}
