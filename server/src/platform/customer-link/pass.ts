import { randomBytes } from 'node:crypto'
import { Refusal } from '@cheyi/domain/refusal'
import { HOUR } from '@cheyi/domain/time'
import type { Context, Doorman } from '../../kernel/context.ts'
import { hashToken } from '../../kernel/identity.ts'
import { sendKnownCode, useCode } from '../session/actions.ts'
import { type CustomerPurpose, linkOf, type OpenedLink, openCustomerLink, scopeOf, sentBy } from './link.ts'
import * as store from './store.ts'

/*
 * What shows or changes more than a link alone may: whoever proves by a code to have the customer's phone gets a pass, which
 * travels in a header. One pass at a time: the second phone ends the first.
 */

const LIFE = 2 * HOUR
const PASS = 'x-link-pass'
const TOKEN = 'x-link-token'
/** Files that may be begun by one link, and parts of photos (128 MB of them): whoever holds it cannot keep us busy with what is refused. */
const MOST_FILES = 180
const MOST_PARTS = 4_000

/** Sends the code to the customer's own phone. @throws Refusal linkExpired (5301), smsTooFrequent (1005) */
export async function sendPassCode(ctx: Context, token: string, purpose: CustomerPurpose) {
  const link = await openCustomerLink(ctx, token, purpose)
  return sendKnownCode(ctx, link.mobile, 'link')
}

/** Takes the code. @returns the pass, and whether another phone had one until now. @throws Refusal linkExpired, wrongCode (1006) */
export async function takePass(ctx: Context, token: string, purpose: CustomerPurpose, code: string) {
  const link = await openCustomerLink(ctx, token, purpose)
  await useCode(ctx, link.mobile, 'link', code)
  const pass = randomBytes(24).toString('base64url')
  const expireAt = Math.min(ctx.now + LIFE, link.expireAt)
  await link.within(({ db }) => store.setPass(db, link.id, hashToken(pass), expireAt))
  return { pass, expireAt, replaced: isAlive(link, ctx.now) }
}

const isAlive = ({ passHash, passUntil }: store.LinkRow, now: number): boolean =>
  passHash !== null && passUntil !== null && passUntil > now

/** @throws Refusal passEnded (5305) without a pass or after its time, passElsewhere (5306) once another phone has one */
function requirePass(link: store.LinkRow, pass: string | null, now: number): void {
  if (pass === null || !isAlive(link, now)) throw new Refusal('passEnded')
  if (!link.passHash!.equals(hashToken(pass))) throw new Refusal('passElsewhere')
}

/** Opens a link for whoever has its pass. @throws Refusal as {@link openCustomerLink} and {@link requirePass} */
export async function openWithPass(ctx: Context, token: string, purpose: CustomerPurpose): Promise<OpenedLink> {
  const link = await openCustomerLink(ctx, token, purpose)
  requirePass(link, ctx.header(PASS), ctx.now)
  return link
}

/**
 * Lets in what whoever has a pass sends, before a byte of the body is read.
 * @throws Refusal linkExpired (5301), passEnded, passElsewhere, tooFrequent (-7)
 */
const doorman =
  (most: number): Doorman =>
  async (tx, { now, header }) => {
    const link = await linkOf(tx.db, header(TOKEN) ?? '', now)
    requirePass(link, header(PASS), now)
    const counted = await tx.inMerchant(scopeOf(link), () => store.countTry(tx.db, link.id, most))
    if (!counted) throw new Refusal('tooFrequent')
    return sentBy(link)
  }
/** Of whole files. */
export const passDoorman = doorman(MOST_FILES)
/** Of files that come in parts. */
export const partDoorman = doorman(MOST_PARTS)

/** Of a file or a part of one, whose token travels in a header: the doorman reads nothing else. */
export const tokenOfFile = (ctx: Context): string => ctx.header(TOKEN) ?? ''
