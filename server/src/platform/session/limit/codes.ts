import { randomBytes, randomInt } from 'node:crypto'
import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { formatNear } from '@cheyi/domain/near'
import { type CodeScene, isOfCustomers, ownScenes, RESEND_AFTER, sceneText } from '@cheyi/domain/platform/session/codes'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { addDays, HOUR, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import { addressKey } from '../../../kernel/address-key.ts'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import type { Transaction } from '../../../kernel/enter.ts'
import { mobileHashOf } from '../../../kernel/mobile.ts'
import { readerLanguage } from '../../../kernel/reader-language.ts'
import { tellSecurity } from '../../../kernel/security-log.ts'
import { logApart } from '../platform-log.ts'
import * as store from '../store.ts'
import { passCaptcha } from './captcha.ts'
import { counting } from './limits.ts'
import * as codes from './store-code.ts'

/*
 * Codes by SMS. The answers must not reveal whether a mobile is registered: for an unregistered mobile a row with an
 * unknown code is written too, so that limits, answers and later refusals are the same.
 */

const PER_DAY = 10
const PER_HOUR_OF_IP = 30
const LIFE = 5 * MINUTE

type Call = typeof contract.session.sendCode

/** Sends a code if the limits of its mobile and its address allow it. The message is sent after the answer. */
export const sendCode: HandlerOf<'session', 'sendCode'> = async (input, ctx) => {
  const { scene } = input
  const { mobile, own } = await addressee(ctx, input.mobile, scene)
  const mobileHash = mobileHashOf(ctx, mobile)
  const known = (await store.userByMobile(ctx.db, mobileHash)) !== undefined
  const deliver = known || own || scene === 'register'
  return sendCounted(ctx, { mobile, mobileHash, scene, own, deliver }, input)
}

interface Asked {
  readonly mobile: string
  readonly mobileHash: Buffer
  readonly scene: CodeScene
  /** The caller's own mobile: no captcha. */
  readonly own: boolean
  /** false: the code is counted, but not sent. */
  readonly deliver: boolean
}

/** Sends a code after its limits, and the captcha that they may require, were passed. */
async function sendCounted(
  ctx: Context,
  { mobile, mobileHash, scene, own, deliver }: Asked,
  captcha: Parameters<typeof passCaptcha>[1],
): Promise<OutputOf<Call>> {
  const code = drawCode()
  // If no code is sent, the hash must match no code that can be typed.
  const row = codeRow(ctx, mobileHash, scene, deliver ? code : randomBytes(16).toString('hex'))
  if ((await countCode(ctx, row, { own, pictureRead: false })) === 'picture') {
    await passCaptcha(ctx, captcha)
    await countCode(ctx, row, { own, pictureRead: true })
  }
  ctx.afterCommit(async () => {
    if (deliver) await textCode(ctx, mobile, scene, code)
  })
  return { resendAfter: RESEND_AFTER }
}

/**
 * Sends a code to a mobile that a stranger typed on a page for customers; many requests need a captcha.
 * @throws Refusal captchaNeeded (1003), smsTooFrequent (1005)
 */
export const sendTypedCode = (
  ctx: Context,
  mobile: string,
  scene: CodeScene,
  captcha: Parameters<typeof passCaptcha>[1],
): Promise<OutputOf<Call>> =>
  sendCounted(ctx, { mobile, mobileHash: mobileHashOf(ctx, mobile), scene, own: false, deliver: true }, captcha)

/**
 * Sends a code to a mobile that is known to be correct: that of the customer who opened the link.
 * @throws Refusal smsTooFrequent (1005)
 */
export async function sendKnownCode(ctx: Context, mobile: string, scene: CodeScene): Promise<OutputOf<Call>> {
  const code = drawCode()
  const row = codeRow(ctx, mobileHashOf(ctx, mobile), scene, code)
  await countCode(ctx, row, { own: true, pictureRead: false })
  ctx.afterCommit(() => textCode(ctx, mobile, scene, code))
  return { resendAfter: RESEND_AFTER }
}

/** Customers get their codes in the language of their page. */
function textCode(ctx: Context, mobile: string, scene: CodeScene, code: string): Promise<void> {
  const language = isOfCustomers(scene) ? readerLanguage(ctx) : 'zh-CN'
  const params = { code, purpose: sceneText(scene, language) }
  return ctx.outside().sms.send({ mobile, language, template: 'code', params })
}

const drawCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

const codeRow = (ctx: Context, mobileHash: Buffer, scene: CodeScene, code: string) => ({
  mobileHash,
  scene,
  codeHash: hashOf(ctx, mobileHash, scene, code),
  deviceHash: deviceHashOf(ctx),
  ip: addressKey(ctx.ip),
  expireAt: ctx.now + LIFE,
})

/**
 * Counts a code by inserting its row. Nothing is inserted when a captcha is required first.
 * @throws Refusal smsTooFrequent (1005), which says when the next one can be asked for
 */
async function countCode(
  ctx: Context,
  row: Parameters<typeof codes.insertCode>[1],
  { own, pictureRead }: { own: boolean; pictureRead: boolean },
): Promise<'counted' | 'picture'> {
  const { mobileHash, scene } = row
  const things = [`sms/mobile/${mobileHash.toString('hex')}`, `sms/ip/${row.ip}`]
  const today = localDate(ctx.now)
  const verdict = await counting(ctx, things, async ({ db }) => {
    const sent = await codes.sentTo(db, mobileHash, scene, startOfDate(today), ctx.now - HOUR)
    if (sent.today >= PER_DAY) return startOfDate(addDays(today, 1))
    const next = (sent.last ?? Number.NEGATIVE_INFINITY) + RESEND_AFTER * 1000
    if (next > ctx.now) return next
    if (ctx.config.rateLimit) {
      const ofIp = await codes.sentFrom(db, row.ip, ctx.now - HOUR)
      if (ofIp >= PER_HOUR_OF_IP) return (await codes.firstFrom(db, row.ip, ctx.now - HOUR)) + HOUR
      if (!own && !pictureRead && (ofIp >= 2 || sent.lastHour >= 1)) return 'picture'
    }
    await codes.insertCode(db, row)
    return 'counted'
  })
  if (typeof verdict !== 'number') return verdict
  tellSecurity(ctx, 'limit', `sms.${scene}`)
  throw new Refusal('smsTooFrequent', { when: `，请在${formatNear(verdict, ctx.now)} 后再试`, retryAt: verdict })
}

/** Header that identifies a browser: a random secret that is stored as long as its tab is open. */
export const DEVICE_HEADER = 'x-device'

/**
 * A code is bound to the device that requested it: the secret of its header or, if the client sends none, user agent
 * and address (ASVS 6.6.2).
 */
const deviceHashOf = (ctx: Context): Buffer => {
  const secret = ctx.header(DEVICE_HEADER)
  return ctx.vaults.platform.index('sms_code.device', secret ?? `${ctx.ip}\n${ctx.userAgent}`)
}

/** The recipient: the typed mobile, or the signed-in user's own. */
async function addressee(ctx: Context, mobile: string | undefined, scene: CodeScene) {
  const signedIn = ctx.identity.sessionId !== '0'
  if (ownScenes.includes(scene) && !signedIn) throw new Refusal('invalidToken')
  if (ownScenes.includes(scene)) return { mobile: await ownMobile(ctx), own: true }
  if (mobile === undefined) throw badInput('mobile', '请输入手机号')
  return { mobile, own: false }
}

export async function ownMobile(ctx: Context): Promise<string> {
  const { userId } = ctx.identity
  return ctx.vaults.platform.open('app_user.mobile', userId, await store.mobileOf(ctx.db, userId))
}

/**
 * Checks a code: the newest that this device requested for the mobile and purpose, within five minutes and five tries,
 * once. A wrong try is counted although the call is refused; a correct code is used up only if the call succeeds.
 * @throws Refusal wrongCode (1006)
 */
export async function useCode(ctx: Context, mobile: string, scene: CodeScene, code: string): Promise<void> {
  const mobileHash = mobileHashOf(ctx, mobile)
  const id = await tryCode(ctx, mobileHash, scene, code, async (_, id) => id)
  if (id === undefined) {
    const user = await store.userByMobile(ctx.db, mobileHash)
    await logApart(ctx, user?.id ?? null, ctx.call.name, 'wrongCode')
    throw new Refusal('wrongCode')
  }
  if (!(await codes.spendCode(ctx.db, id, ctx.now))) throw new Refusal('wrongCode')
}

/**
 * Checks a code and uses it up in a transaction of its own, for a caller whose role may not read codes: a correct code is used up even if
 * the call is refused later for another reason.
 * @returns whether it was correct
 */
export async function spendCodeApart(ctx: Context, mobile: string, scene: CodeScene, code: string): Promise<boolean> {
  const spent = await tryCode(ctx, mobileHashOf(ctx, mobile), scene, code, ({ db }, id) =>
    codes.spendCode(db, id, ctx.now),
  )
  return spent === true
}

/** Counts a try of a code, and processes the row of a correct one, in a transaction of its own. @returns undefined for a wrong code */
export const tryCode = <T>(
  ctx: Context,
  mobileHash: Buffer,
  scene: CodeScene,
  code: string,
  right: (tx: Transaction, id: string) => Promise<T>,
): Promise<T | undefined> =>
  counting(ctx, [`code/${scene}/${mobileHash.toString('hex')}`], async (tx) => {
    const tried = await codes.tryNewest(tx.query, { mobileHash, scene, deviceHash: deviceHashOf(ctx) }, ctx.now)
    if (!tried?.codeHash.equals(hashOf(ctx, mobileHash, scene, code))) return
    return right(tx, tried.id)
  })

const hashOf = (ctx: Context, mobileHash: Buffer, scene: CodeScene, code: string): Buffer =>
  ctx.vaults.platform.index('sms_code.code', `${mobileHash.toString('base64')}/${scene}/${code}`)
