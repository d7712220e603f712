import { Refusal, type RefusalKey } from '@cheyi/domain/refusal'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { addressKey, wideAddressKey } from '../../kernel/address-key.ts'
import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/enter.ts'
import { tellSecurity } from '../../kernel/security-log.ts'
import * as store from './store-limit.ts'

/*
 * Limits that protect people count in the database, so that any number of servers agree, and count first: what is
 * counted is written in a short transaction of its own, under a lock of the thing that it is counted by, before anything
 * is judged. Forty side by side pass no more than forty in turn.
 */

const LOGINS_PER_MINUTE = 10
/** Guesses of an address within 15 minutes after which it waits, and within a day after which it reads pictures. */
const GUESSES_PER_IP = 50
const CAPTCHA_PER_IP = 20

/**
 * Runs work in a transaction of its own, kept though the call is refused, while nobody else counts the same things.
 * `things`: what is counted by, such as `sms/ip/10.0.0.7`.
 */
export const counting = <T>(
  ctx: Context,
  things: readonly string[],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  ctx.apart(async (tx) => {
    // Sorted, so that two who count the same two things never wait for each other.
    for (const thing of things.toSorted()) await store.lockThing(tx.query, thing)
    return work(tx)
  })

/** What makes an attempt a guess: the address that makes many of them is slowed down. */
const guesses: ReadonlySet<RefusalKey> = new Set(['wrongPassword', 'wrongCode', 'partnerCodeExpired'])

/**
 * One attempt to sign in, to register or to set a password anew, from this address. It counts as a guess until it turns
 * out to be none.
 * @throws Refusal tooFrequent (-7): ten attempts a minute, or fifty guesses in 15 minutes, from one address
 */
export async function attempt<T>(ctx: Context, mobileHash: Buffer | null, work: () => Promise<T>): Promise<T> {
  const from = addressKey(ctx.ip)
  const id = await counting(ctx, [`login/ip/${from}`], async ({ db }) => {
    const { ofMinute, guessed } = await store.attemptsOf(db, from, ctx.now - MINUTE, ctx.now - 15 * MINUTE)
    const full = ofMinute >= LOGINS_PER_MINUTE || guessed >= GUESSES_PER_IP
    return full && ctx.config.rateLimit
      ? null
      : store.insertAttempt(db, { ip: from, net: wideAddressKey(ctx.ip), mobileHash })
  })
  if (id === null) {
    tellSecurity(ctx, 'limit', 'login.ip')
    throw new Refusal('tooFrequent')
  }
  const noGuess = () => ctx.apart(({ db }) => store.setNoGuess(db, id))
  try {
    const done = await work()
    await noGuess()
    return done
  } catch (error) {
    if (!(error instanceof Refusal && guesses.has(error.key))) await noGuess()
    throw error
  }
}

/** Whether so many guesses came from this address within a day, the one under way included, that it reads pictures. */
export const guessesMuch = async (ctx: Context): Promise<boolean> =>
  ctx.config.rateLimit && (await store.guessesOf(ctx.db, wideAddressKey(ctx.ip), ctx.now - DAY)) > CAPTCHA_PER_IP
