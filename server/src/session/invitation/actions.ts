import { randomInt } from 'node:crypto'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { HOUR } from '@cheyi/domain/time'
import { type Context, newId } from '../../kernel/context.ts'
import { merchantName } from '../../merchant/actions.ts'
import { countUnasked } from '../../notify/actions.ts'
import { mobileHashOf } from '../limit/lock.ts'
import * as store from './store.ts'

const LIFE = 72 * HOUR

/**
 * A mobile that may be invited. That somebody is nobody's employee is said as little as can be, and each question counts
 * like a message.
 * @throws Refusal mobileInMerchant (1032), textsExhausted (1039), badInput (-2)
 */
export async function requireInvitable(ctx: Context, mobile: string): Promise<void> {
  const mobileHash = mobileHashOf(ctx, mobile)
  const answer = await store.invitable(ctx.query, mobileHash)
  if (answer === 'here') throw new Refusal('mobileInMerchant', { field: 'mobile' })
  await countUnasked(ctx, 'invitation', mobileHash)
  if (answer === 'never') throw badInput('mobile', '该手机号不能添加为员工，请核对')
}

/** Sends the holder of the mobile a code with which they confirm this account; any sent before no longer counts. */
export async function invite(ctx: Context, accountId: string, mobile: string): Promise<{ expireAt: number }> {
  const id = await newId(ctx)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expireAt = ctx.now + LIFE
  await store.insert(ctx.db, {
    id,
    accountId,
    mobileHash: mobileHashOf(ctx, mobile),
    codeHash: hashOf(ctx, id, code),
    expireAt,
  })
  const merchant = await merchantName(ctx.db)
  ctx.afterCommit(() => ctx.outside().sms.send({ mobile, template: 'invitation', params: { merchant, code } }))
  return { expireAt }
}

/** A code opens the one invitation that it was sent with. */
export const hashOf = ({ vaults }: Pick<Context, 'vaults'>, id: string, code: string): Buffer =>
  vaults.platform.index('invitation.code', `${id}/${code}`)
