import { randomBytes, randomInt } from 'node:crypto'
import type { OutputOf, ParsedOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type CodeScene, codeScenes, ownScenes, RESEND_AFTER } from '@cheyi/domain/session/codes'
import { HOUR, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import { ms } from '../kernel/instant.ts'
import { passCaptcha } from './captcha.ts'
import { mobileHashOf } from './lock.ts'
import { entryOf } from './platform-log.ts'
import * as store from './store.ts'
import * as codes from './store-code.ts'

/*
 * Codes by SMS. Nothing here tells whether a mobile belongs to anybody: of one that belongs to nobody a row is written
 * all the same, whose code nobody knows, so limits, answers and later refusals are those of any other.
 */

const PER_DAY = 10
const PER_HOUR_OF_IP = 30
const LIFE = 5 * MINUTE

type Call = typeof contract.session.sendCode

/** Sends a code, once the limits of its mobile and its address allow another. */
export async function sendCode(input: ParsedOf<Call>, ctx: Context): Promise<OutputOf<Call>> {
  const { scene } = input
  const { mobile, own } = await addressee(ctx, input.mobile, scene)
  const mobileHash = mobileHashOf(ctx, mobile)
  await codes.lockMobile(ctx.query, mobileHash)
  const sent = await codes.sentTo(ctx.db, mobileHash, scene, startOfDate(localDate(ctx.now)), ctx.now - HOUR)
  if (sent.last !== null && ctx.now - ms(sent.last) < RESEND_AFTER * 1000) throw new Refusal('smsTooFrequent')
  if (sent.today >= PER_DAY) throw new Refusal('smsTooFrequent')
  if (ctx.config.rateLimit) {
    const ofIp = await codes.sentFrom(ctx.db, ctx.ip, ctx.now - HOUR)
    if (ofIp >= PER_HOUR_OF_IP) throw new Refusal('smsTooFrequent')
    if (!own && (ofIp >= 2 || sent.lastHour >= 1)) await passCaptcha(ctx, input)
  }

  const deliver = own || scene === 'register' || (await store.userByMobile(ctx.db, mobileHash)) !== undefined
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await codes.insertCode(ctx.db, {
    mobileHash,
    scene,
    codeHash: deliver ? hashOf(ctx, mobileHash, scene, code) : randomBytes(32),
    ip: ctx.ip,
    expireAt: ctx.now + LIFE,
  })
  if (deliver)
    ctx.afterCommit(() =>
      ctx.outside.sms.send({ mobile, template: 'code', params: { code, purpose: codeScenes[scene] } }),
    )
  return { resendAfter: RESEND_AFTER }
}

/** Who gets it: the mobile that was typed, or the signed-in user's own. */
async function addressee(
  ctx: Context,
  mobile: string | undefined,
  scene: CodeScene,
): Promise<{ mobile: string; own: boolean }> {
  const signedIn = ctx.identity.sessionId !== '0'
  if (ownScenes.includes(scene) && !signedIn) throw new Refusal('invalidToken')
  if (ownScenes.includes(scene) || (scene === 'bind' && mobile === undefined && signedIn))
    return { mobile: await ownMobile(ctx), own: true }
  if (mobile === undefined) throw badInput('mobile', '请输入手机号')
  return { mobile, own: false }
}

/** The signed-in user's mobile in clear. */
export async function ownMobile(ctx: Context): Promise<string> {
  const { userId } = ctx.identity
  return ctx.vaults.platform.open('app_user.mobile', userId, await store.mobileOf(ctx.db, userId))
}

/**
 * Takes a code: the newest of its mobile and scene, within five minutes and five tries, once. A wrong try counts though
 * the call is refused; a right one is spent only if the call succeeds.
 * @throws Refusal wrongCode (1006)
 */
export async function useCode(ctx: Context, mobile: string, scene: CodeScene, code: string): Promise<void> {
  const mobileHash = mobileHashOf(ctx, mobile)
  const tried = await ctx.apart(({ query }) => codes.tryNewest(query, mobileHash, scene, ctx.now))
  if (!tried?.code_hash.equals(hashOf(ctx, mobileHash, scene, code))) {
    const user = await store.userByMobile(ctx.db, mobileHash)
    await ctx.apart(({ db }) => store.insertPlatformLog(db, entryOf(ctx, user?.id ?? null, ctx.call.name, 'wrongCode')))
    throw new Refusal('wrongCode')
  }
  if (!(await codes.spendCode(ctx.db, tried.id, ctx.now))) throw new Refusal('wrongCode')
}

export const hashOf = (ctx: Context, mobileHash: Buffer, scene: CodeScene, code: string): Buffer =>
  ctx.vaults.platform.index('sms_code.code', `${mobileHash.toString('base64')}/${scene}/${code}`)
