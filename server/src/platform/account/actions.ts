import type { PermissionKey } from '@cheyi/domain/permission'
import { type Editor, requireEditable } from '@cheyi/domain/platform/account/rights'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { type Identity, identityOfAccount } from '../../kernel/identity.ts'
import { recordsAreNamed } from '../audit/actions.ts'
import { readSubject } from './people.ts'
import { confirm } from './store.ts'

export {
  anonymiseAccount,
  CANCELLED_NAME,
  clearStaff,
  insertAccount,
  type NewAccount,
  noteLogin,
  whenWorkEnds,
  worksNoMore,
} from './own.ts'
export { readSubject } from './people.ts'
export { mobileOf } from './view.ts'

/** The caller as the rules of rights see them, with the rights cached by the session. */
export const readerOf = ({ identity }: Pick<Context, 'identity'>): Editor => editorFrom(identity)

const editorFrom = ({ accountId, keys, scope, storeIds }: Identity): Editor => ({
  accountId,
  keys,
  storeIds: scope === 'all' ? null : storeIds,
})

/**
 * The caller as an editor of rights, read after the lock. Changes of rights in a merchant run one after the other, because a rule like "an
 * account grants only what it holds" concerns many rows at once, and the caller may lose the right while waiting for the lock.
 * @throws Refusal forbidden (-3)
 */
export async function editorOf(ctx: Context, key: PermissionKey): Promise<Editor> {
  await ctx.query(`select pg_advisory_xact_lock(hashtextextended('rights', merchant()))`)
  const now = await identityOfAccount(ctx, ctx.merchantId, ctx.accountId)
  if (now === null || !now.keys.has(key)) throw new Refusal('forbidden')
  return editorFrom(now)
}

/**
 * Checks that the caller may edit the account; this includes viewing and ending its sessions. Runs as its merchant.
 * @throws Refusal forbidden (-3), notFound (-4), grantBeyondOwn (1031)
 */
export async function requireMayEdit(ctx: Context, accountId: string): Promise<void> {
  ctx.require('account.edit')
  const { subject } = await readSubject(ctx, accountId)
  requireEditable(readerOf(ctx), subject)
}

/**
 * Completes an accepted invitation: the account now belongs to this user. Runs as its merchant.
 * @returns the employee's name
 * @throws Refusal wrongCode (1006) when the invitation was withdrawn meanwhile
 */
export async function confirmAccount(ctx: Context, accountId: string, userId: string): Promise<string> {
  const confirmed = await confirm(ctx.db, accountId, userId, ctx.now)
  if (confirmed === undefined) throw new Refusal('wrongCode')
  return confirmed.name
}

recordsAreNamed<string>('account', {
  sql: (id) => `(select to_json(n.name) from account n where n.merchant_id = merchant() and n.id = ${id})`,
  text: (name) => name,
})
