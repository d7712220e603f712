import { Refusal, type RefusalKey } from '@cheyi/domain/refusal'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { addressKey, wideAddressKey } from '../../../kernel/address-key.ts'
import type { Context } from '../../../kernel/context.ts'
import type { Transaction } from '../../../kernel/enter.ts'
import { tellSecurity } from '../../../kernel/security-log.ts'
import * as store from './store-limit.ts'

/*
 * Limits that protect users are counted in the database, so that they hold across all servers. The count is written
 * first, in a short transaction of its own and under a lock of the counted thing, before anything is checked. So forty
 * parallel attempts pass no more often than forty sequential ones.
 */

const LOGINS_PER_MINUTE = 10
/** Guesses from an address: within 15 minutes before it must wait, and within a day before it must solve captchas. */
const GUESSES_PER_IP = 50
const CAPTCHA_PER_IP = 20

/**
 * Runs work in a transaction of its own, which is committed although the call is refused, while no other call counts
 * the same things. `things`: the keys of the counters, such as `sms/ip/10.0.0.7`.
 */
export const counting = <T>(
  ctx: Context,
  things: readonly string[],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  ctx.apart(async (tx) => {
    // Sorted, so that two calls that count the same two things cannot deadlock.
    for (const thing of things.toSorted()) await store.lockThing(tx.query, thing)
    return work(tx)
  })

/** Refusals that make an attempt a guess: an address with many of them is slowed down. */
const guesses: ReadonlySet<RefusalKey> = new Set(['wrongPassword', 'wrongCode', 'partnerCodeExpired'])

/**
 * One attempt to sign in, to register or to reset a password, from this address. It counts as a guess until the result
 * shows that it is none.
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

/** Whether this address made so many guesses within a day, including the current one, that it must solve captchas. */
export const guessesMuch = async (ctx: Context): Promise<boolean> =>
  ctx.config.rateLimit && (await store.guessesOf(ctx.db, wideAddressKey(ctx.ip), ctx.now - DAY)) > CAPTCHA_PER_IP
