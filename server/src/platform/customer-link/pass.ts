import { randomBytes } from 'node:crypto'
import { Refusal } from '@cheyi/domain/refusal'
import { HOUR } from '@cheyi/domain/time'
import type { Context, UploadGuard } from '../../kernel/context.ts'
import { hashToken } from '../../kernel/identity.ts'
import { sendKnownCode, useCode } from '../session/actions.ts'
import {
  type CustomerPurpose,
  fileAccountOf,
  linkOf,
  type OpenedLink,
  type OpenedOwnerLink,
  openCustomerLink,
  openLink,
  scopeOf,
} from './link.ts'
import * as store from './store.ts'

/*
 * For what a link alone may not show or change: a customer who enters the code sent to their phone gets a pass, which is sent in a header.
 * A link has one pass at a time: a second phone ends the first one's pass.
 */

const LIFE = 2 * HOUR
const PASS = 'x-link-pass'
const TOKEN = 'x-link-token'
/**
 * Limits of uploaded files, and of parts of photos (128 MB), for one link: its holder must not load the server with files that are refused.
 */
const MOST_FILES = 180
const MOST_PARTS = 4_000

/** Sends the code to the customer's own phone. @throws Refusal linkExpired (5301), smsTooFrequent (1005) */
export async function sendPassCode(ctx: Context, token: string, purpose: CustomerPurpose) {
  const link = await openLink(ctx, token, purpose)
  return sendKnownCode(ctx, link.mobile, 'link')
}

/**
 * Checks the code and issues a pass. `entered` runs inside the order of the link. @returns the pass, and whether another phone had a valid one until now. @throws Refusal linkExpired,
 * wrongCode (1006)
 */
export async function takePass(
  ctx: Context,
  token: string,
  purpose: CustomerPurpose,
  code: string,
  entered?: (inside: Context, orderId: string) => Promise<unknown>,
) {
  const link = await openLink(ctx, token, purpose)
  await useCode(ctx, link.mobile, 'link', code)
  const pass = randomBytes(24).toString('base64url')
  const expireAt = Math.min(ctx.now + LIFE, link.expireAt)
  // The scope of a link is its order, and that of an owner has none.
  await link.within(async (inside) => {
    await inside.elevated(async () => store.setPass(inside.db, link.id, hashToken(pass), expireAt))
    if (link.orderId !== null) await entered?.(inside, link.orderId)
  })
  return { pass, expireAt, replaced: isAlive(link, ctx.now) }
}

/** Lets a link be opened without its code, by whoever has proved its phone just now elsewhere. @returns the pass */
export async function givePass(
  ctx: Context,
  link: { readonly id: string; readonly expireAt: number },
): Promise<string> {
  const pass = randomBytes(24).toString('base64url')
  await store.setPass(ctx.db, link.id, hashToken(pass), Math.min(ctx.now + LIFE, link.expireAt))
  return pass
}

const isAlive = ({ passHash, passUntil }: Pick<store.LinkRow, 'passHash' | 'passUntil'>, now: number): boolean =>
  passHash !== null && passUntil !== null && passUntil > now

/** @throws Refusal passEnded (5305) without a pass or after its expiry, passElsewhere (5306) when another phone has the pass now */
function requirePass(link: Pick<store.LinkRow, 'passHash' | 'passUntil'>, pass: string | null, now: number): void {
  if (pass === null || !isAlive(link, now)) throw new Refusal('passEnded')
  if (!link.passHash!.equals(hashToken(pass))) throw new Refusal('passElsewhere')
}

/** Opens a link with its pass. @throws Refusal as {@link openCustomerLink} and {@link requirePass} */
export async function openWithPass(
  ctx: Context,
  token: string,
  purpose: Parameters<typeof openCustomerLink>[2],
): Promise<OpenedLink> {
  const link = await openCustomerLink(ctx, token, purpose)
  requirePass(link, ctx.header(PASS), ctx.now)
  return link
}

/** Opens the link of an owner of cars with its pass. @throws Refusal as {@link openLink} and {@link requirePass} */
export async function openOwnerWithPass(ctx: Context, token: string): Promise<OpenedOwnerLink> {
  const link = await openLink(ctx, token, 'owner')
  requirePass(link, ctx.header(PASS), ctx.now)
  return { ...link, ownerId: link.ownerId! }
}

/**
 * Checks link and pass of an upload before its body is read.
 * @throws Refusal linkExpired (5301), passEnded, passElsewhere, tooFrequent (-7)
 */
const uploadGuard =
  (most: number): UploadGuard =>
  async (tx, { now, header }) => {
    const link = await linkOf(tx.db, header(TOKEN) ?? '', now)
    requirePass(link, header(PASS), now)
    const counted = await tx.inMerchant(scopeOf(link), () => store.countTry(tx.db, link.id, most))
    if (!counted) throw new Refusal('tooFrequent')
    return fileAccountOf(link)
  }
/** For whole files. */
export const passUploadGuard = uploadGuard(MOST_FILES)
/** For files in parts. */
export const partUploadGuard = uploadGuard(MOST_PARTS)

/** Token of an upload of a file or a part. It is sent in a header, since the check before the body reads headers only. */
export const tokenOfFile = (ctx: Context): string => ctx.header(TOKEN) ?? ''
