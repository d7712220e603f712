import { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { isInvited } from '@cheyi/domain/platform/account/codes'
import { requireEditable } from '@cheyi/domain/platform/account/rights'
import { goesOn } from '@cheyi/domain/platform/merchant/goes-on'
import { mayEnter } from '@cheyi/domain/platform/session/cancellation'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Context, implement } from '../../../kernel/context.ts'
import { mobileHashOf } from '../../../kernel/mobile.ts'
import { editorOf, mobileOf, readSubject } from '../../account/actions.ts'
import { countUnasked } from '../../notify/actions.ts'
import { ownMobile } from '../limit/codes.ts'
import { attempt } from '../limit/limits.ts'
import { insertUser } from '../person.ts'
import { askFactor } from '../second-factor/actions.ts'
import { sessionByToken } from '../store.ts'
import { hashOf, invite, joinBy } from './actions.ts'
import * as store from './store.ts'

type Accept = typeof contract.invitation.accept

export const invitation = implement(contract.invitation, {
  async send({ id }, ctx) {
    const editor = await editorOf(ctx, 'account.edit')
    const { row, subject } = await readSubject(ctx, id)
    requireEditable(editor, subject)
    if (!isInvited(row.status)) throw badInput('id', '该员工已加入，无需再邀请')
    const mobile = mobileOf(ctx, row)
    ctx.audit({ targetType: 'account', targetId: id })
    await countUnasked(ctx, 'invitation', mobileHashOf(ctx, mobile))
    return invite(ctx, id, mobile)
  },

  async mine(_, ctx) {
    const rows = await store.waiting(ctx.query, mobileHashOf(ctx, await ownMobile(ctx)), ctx.now)
    return { list: rows.map((row) => ({ id: row.id, merchantName: row.merchant, expireAt: row.expireAt })) }
  },

  async accept(input, ctx) {
    const mobile = input.mobile ?? (ctx.identity.sessionId === '0' ? undefined : await ownMobile(ctx))
    if (mobile === undefined) throw badInput('mobile', '请输入手机号')
    return attempt(ctx, mobileHashOf(ctx, mobile), () => join(ctx, { ...input, mobile }))
  },
})

/**
 * Signs the holder of the mobile in, with the second factor if they have one. A mobile without an invitation gets the
 * answer for a wrong code.
 */
async function join(ctx: Context, { mobile, code, native }: ParsedOf<Accept> & { mobile: string }) {
  const mobileHash = mobileHashOf(ctx, mobile)
  const invited = await useCode(ctx, mobileHash, code)
  const { merchantId, id: invitationId } = invited
  if (!goesOn('signIn', await store.merchantStatus(ctx.db, merchantId))) throw new Refusal('merchantSuspended')
  const userId = await userOf(ctx, mobile, mobileHash)
  const source = native ? 'native' : 'sms'
  const { identity } = ctx
  const factorAt =
    identity.userId === userId ? (await sessionByToken(ctx.db, identity.session.tokenHash))?.factorAt : undefined
  if (factorAt == null) await askFactor(ctx, { userId, source, merchantId, invitationId })
  return joinBy(ctx, userId, invited, source, factorAt ?? null)
}

/** The invitation that belongs to this code. A wrong try is counted although the call is refused. @throws Refusal wrongCode (1006) */
async function useCode(ctx: Context, mobileHash: Buffer, code: string): Promise<store.Tried> {
  const waiting = await ctx.apart(({ query }) => store.tryAll(query, mobileHash, ctx.now))
  const tried = waiting.find((one) => one.codeHash.equals(hashOf(ctx, one.id, code)))
  if (tried === undefined) throw new Refusal('wrongCode')
  return tried
}

/** The user with this mobile, or a new one. @throws Refusal wrongCode (1006) for a user who may not sign in anywhere */
async function userOf(ctx: Context, mobile: string, mobileHash: Buffer): Promise<string> {
  const made =
    (await store.userByMobile(ctx.db, mobileHash)) ??
    (await insertUser(ctx, ctx.vaults.platform, { mobile, passwordHash: null })) ??
    (await store.userByMobile(ctx.db, mobileHash))
  if (typeof made === 'string') return made
  if (made === undefined || made.operator || !mayEnter(made.status)) throw new Refusal('wrongCode')
  return made.id
}
