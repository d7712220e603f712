import type { PermissionKey } from '@cheyi/domain/permission'
import { type Editor, requireEditable } from '@cheyi/domain/platform/account/rights'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { type Identity, identityOfAccount } from '../../kernel/identity.ts'
import { readSubject } from './people.ts'
import { confirm } from './store.ts'

export {
  anonymiseAccount,
  CANCELLED_NAME,
  clearStaff,
  insertAccount,
  type NewAccount,
  noteLogin,
  worksNoMore,
} from './own.ts'
export { readSubject } from './people.ts'
export { mobileOf } from './view.ts'

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
  const now = await identityOfAccount(ctx, ctx.merchantId, ctx.accountId)
  if (now === null || !now.keys.has(key)) throw new Refusal('forbidden')
  return editorFrom(now)
}

/**
 * An account that the caller may edit, and so whose sessions they may see and end; runs as its merchant.
 * @throws Refusal forbidden (-3), notFound (-4), grantBeyondOwn (1031)
 */
export async function requireMayEdit(ctx: Context, accountId: string): Promise<void> {
  ctx.require('account.edit')
  const { subject } = await readSubject(ctx, accountId)
  requireEditable(readerOf(ctx), subject)
}

/**
 * The invitation is accepted: from now on the account is this person's. Runs as its merchant.
 * @returns the employee's name
 * @throws Refusal wrongCode (1006) when it was withdrawn meanwhile
 */
export async function confirmAccount(ctx: Context, accountId: string, userId: string): Promise<string> {
  const confirmed = await confirm(ctx.db, accountId, userId, ctx.now)
  if (confirmed === undefined) throw new Refusal('wrongCode')
  return confirmed.name
}
