import type { Editor } from '@cheyi/domain/account/rights'
import type { PermissionKey } from '@cheyi/domain/permission'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../kernel/context.ts'
import { type Identity, identityOfAccount } from '../kernel/identity.ts'

/** Who reads: as the session knows them. */
export const readerOf = ({ identity }: Pick<Context, 'identity'>): Editor => editorFrom(identity)

const editorFrom = ({ accountId, keys, scope, storeIds }: Identity): Editor => ({
  accountId,
  keys,
  storeIds: scope === 'all' ? null : storeIds,
})

/**
 * Who changes somebody's rights, as they stand once it is their turn: such changes happen one after the other in a
 * merchant, since a rule like "nobody grants what they lack" is about many rows at once, and who was next in line may have
 * lost the right meanwhile.
 * @throws Refusal forbidden (-3)
 */
export async function editorOf(ctx: Context, key: PermissionKey): Promise<Editor> {
  await ctx.query(`select pg_advisory_xact_lock(hashtextextended('rights', merchant()))`)
  // An operator at work has no account of the merchant: nobody here can change what they may.
  if (ctx.accountId === '0') return readerOf(ctx)
  const now = await identityOfAccount(ctx, ctx.merchantId, ctx.accountId)
  if (now === null || !now.keys.has(key)) throw new Refusal('forbidden')
  return editorFrom(now)
}
