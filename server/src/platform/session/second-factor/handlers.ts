import { randomInt } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { maskPhone } from '@cheyi/domain/mask'
import { mayEnter } from '@cheyi/domain/platform/session/cancellation'
import { PROOF_LIFE, RECOVERY_CODES } from '@cheyi/domain/platform/session/second-factor/rules'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Context, implement } from '../../../kernel/context.ts'
import { hashToken } from '../../../kernel/identity.ts'
import { joinBy, waitingOf } from '../invitation/actions.ts'
import { ownMobile, useCode } from '../limit/codes.ts'
import { attempt } from '../limit/limits.ts'
import { passOwnPassword, requireProof, setProved } from '../password/proof.ts'
import { logOf } from '../platform-log.ts'
import { admit } from '../sign-in.ts'
import { checkGuess, hasFactor, passFactor, recoveryHash, SECRET_PLACE } from './actions.ts'
import * as store from './store.ts'
import { freshSecret, stepOf, uriOf } from './totp.ts'

export const secondFactor = implement(contract.secondFactor, {
  async state(_, ctx) {
    const { userId, secondFactor } = ctx.identity
    const row = await store.byUser(ctx.db, userId)
    return {
      on: row?.confirmedAt != null,
      required: secondFactor.required,
      since: row?.confirmedAt ?? null,
      recoveryLeft: await store.recoveryLeft(ctx.db, userId),
    }
  },

  async begin(_, ctx) {
    await requireProof(ctx)
    const { userId } = ctx.identity
    const secret = freshSecret()
    await store.keepPending(ctx.db, userId, ctx.vaults.platform.seal(SECRET_PLACE, userId, secret))
    return { secret, uri: uriOf(secret, maskPhone(await ownMobile(ctx))) }
  },

  async confirm({ code }, ctx) {
    await requireProof(ctx)
    const { userId } = ctx.identity
    const row = await store.byUser(ctx.db, userId)
    const sealed = row?.pendingEnc ?? null
    if (sealed === null) throw new Refusal('wrongCode', { field: 'code' })
    const secret = ctx.vaults.platform.open(SECRET_PLACE, userId, sealed)
    const step = await checkGuess(ctx, userId, async () => stepOf(secret, code, ctx.now) ?? false)
    const recoveryCodes = await freshRecovery(ctx, userId)
    await store.putInForce(ctx.db, userId, sealed, step, ctx.now)
    // This session has just shown the factor; the user must sign in again on the others.
    await setProved(ctx, true)
    await logOf(ctx, userId, 'session.secondFactorOn', 'ok')
    return { recoveryCodes }
  },

  async disable(_, ctx) {
    await requireProof(ctx)
    const { userId } = ctx.identity
    await store.remove(ctx.db, userId)
    await logOf(ctx, userId, 'session.secondFactorOff', 'ok')
    return {}
  },

  async renewRecovery(_, ctx) {
    await requireProof(ctx)
    const { userId } = ctx.identity
    if (!(await hasFactor(ctx, userId))) throw new Refusal('notFound')
    await logOf(ctx, userId, 'session.recoveryCodes', 'ok')
    return { recoveryCodes: await freshRecovery(ctx, userId) }
  },

  enter: ({ ticket, code }, ctx) =>
    attempt(ctx, null, async () => {
      const tokenHash = hashToken(ticket)
      const held = await store.ticketOf(ctx.db, tokenHash, ctx.now)
      if (held === undefined || !mayEnter(held.status)) throw new Refusal('ticketUsed')
      await passFactor(ctx, held.userId, code)
      if (!(await store.spendTicket(ctx.db, tokenHash, ctx.now))) throw new Refusal('ticketUsed')
      if (held.merchantId !== null && held.invitationId !== null)
        return joinBy(ctx, held.userId, await waitingOf(ctx, held.merchantId, held.invitationId), held.source, ctx.now)
      return admit(ctx, held.userId, held.operator, held.source, ctx.now)
    }),

  async prove({ password, smsCode, totp }, ctx) {
    const { userId } = ctx.identity
    // For a user with a second factor, the first one is no proof: a phone or a password may be stolen.
    if (totp === undefined && ctx.identity.secondFactor.on) throw badInput('totp', '请输入两步验证码或恢复码')
    if (totp !== undefined) await passFactor(ctx, userId, totp)
    else if (smsCode !== undefined) await useCode(ctx, await ownMobile(ctx), 'stepup', smsCode)
    else if (password !== undefined) await passOwnPassword(ctx, password)
    else throw badInput('password', '请输入密码或验证码')
    await setProved(ctx, totp !== undefined)
    await logOf(ctx, userId, 'session.prove', 'ok')
    return { until: ctx.now + PROOF_LIFE }
  },
})

/** Letters and digits that are not confused with each other, 50 bits: `kx7mq-2fa9d`. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const sign = () => SIGNS[randomInt(SIGNS.length)]!
const half = () => Array.from({ length: 5 }, sign).join('')

async function freshRecovery(ctx: Context, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`)
  await store.replaceRecovery(
    ctx.db,
    userId,
    codes.map((code) => recoveryHash(ctx, userId, code)),
  )
  return codes
}
