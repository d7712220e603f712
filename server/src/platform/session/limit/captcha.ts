import { randomInt } from 'node:crypto'
import { Refusal } from '@cheyi/domain/refusal'
import { MINUTE } from '@cheyi/domain/time'
import { type Context, newId } from '../../../kernel/context.ts'
import { tellSecurity } from '../../../kernel/security-log.ts'
import * as store from './store-code.ts'

const PLACE = 'captcha.code'
/** Without signs that look alike: 0 O o, 1 I l, and so on. */
export const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const LENGTH = 4
/** A captcha with four signs, valid for two minutes and one try. The drawing library is loaded with the first one. */
export async function drawCaptcha(ctx: Context): Promise<{ captchaId: string; image: string }> {
  const { pictureOf } = await import('./captcha-picture.ts')
  const text = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  const image = await pictureOf(text)
  const captchaId = await newId(ctx)
  await store.insertCaptcha(ctx.db, captchaId, hashOf(ctx, captchaId, text), ctx.now + 2 * MINUTE)
  return { captchaId, image: `data:image/png;base64,${image.toString('base64')}` }
}

interface Answer {
  readonly captchaId?: string | undefined
  readonly captchaCode?: string | undefined
}

/** Checks the answer to a captcha. A wrong answer uses it up too, although the call is refused. @throws Refusal captchaNeeded (1003) */
export async function passCaptcha(ctx: Context, { captchaId, captchaCode }: Answer): Promise<void> {
  if (captchaId === undefined || captchaCode === undefined) {
    tellSecurity(ctx, 'limit', 'captcha')
    throw new Refusal('captchaNeeded', { captcha: true })
  }
  const kept = await ctx.apart(({ db }) => store.spendCaptcha(db, captchaId, ctx.now))
  if (kept?.equals(hashOf(ctx, captchaId, captchaCode))) return
  tellSecurity(ctx, 'captcha', 'wrong')
  throw new Refusal('captchaNeeded', { captcha: true, wrong: true })
}

const hashOf = (ctx: Context, id: string, text: string): Buffer =>
  ctx.vaults.platform.index(PLACE, `${id}/${text.trim().toUpperCase()}`)
