import {
  asksFactor,
  asksWholeMerchant,
  type Call,
  closedToReaders,
  writesForMerchant,
} from '@cheyi/contract/kernel/call'
import { isOpenToOperators } from '@cheyi/contract/operator-calls'
import { beyondReach } from '@cheyi/domain/account/rights'
import { isClosedMerchant, isInReview, isSuspended } from '@cheyi/domain/merchant/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { type Identities, type Identity, isGuest, isReader, NOTHING_CHOSEN, nobody } from '../identity.ts'

/*
 * Who makes a call, and whether they may.
 */

/** Who calls, as a copy that may be brought up to date. @throws Refusal invalidToken (-9) for nobody, unless the call is public */
export async function identify(
  identities: Identities,
  call: Call,
  token: string | null,
  now: number,
): Promise<Identity> {
  const identity = token === null ? null : await identities.of(token, now)
  if (identity !== null) return { ...identity }
  if (call.permission === 'public') return { ...nobody }
  throw new Refusal('invalidToken')
}

/** Whether a call that asks nothing of anybody may be answered at once, to somebody who is known. */
export function isAdmitted(identities: Identities, call: Call, token: string | null, now: number): boolean {
  const identity = token === null ? undefined : identities.known(token, now)
  return identity !== undefined && refusalOf(call, identity, now) === null
}

/** @throws Refusal where `identity` may not make the call; it is brought up to date before */
export async function allow(
  identities: Identities,
  call: Call,
  { identity, token, now }: { readonly identity: Identity; readonly token: string | null; readonly now: number },
): Promise<void> {
  let refusal = refusalOf(call, identity, now)
  if (refusal === null) return
  if (token !== null) {
    // Nobody is turned away by what was cached: the key may have been granted since, or the session have ended.
    identities.forget(token)
    Object.assign(identity, await identify(identities, call, token, now))
    refusal = refusalOf(call, identity, now)
    if (refusal === null) return
  }
  throw refusal
}

/** What the merchant does itself is told to an operator as such: they hold no role that somebody could change. */
const forbidden = (call: Call, identity: Identity): Refusal =>
  new Refusal(
    'forbidden',
    isGuest(identity) && !isOpenToOperators(call) ? { why: '：平台协助不含此项，须由商家自己办理' } : {},
  )

function refusalOf(call: Call, identity: Identity, now: number): Refusal | null {
  if (call.permission !== 'public' && call.tenant !== 'none' && identity.merchantId === NOTHING_CHOSEN)
    return new Refusal('merchantNotChosen')
  const { on, required } = identity.secondFactor
  if (asksFactor(call) && required && !on) return new Refusal('secondFactorMissing')
  if (!isAllowed(call, identity, now)) return forbidden(call, identity)
  if (asksWholeMerchant(call) && identity.scope !== 'all') return beyondReach()
  if (call.inBusiness && isInReview(identity.merchantStatus)) return new Refusal('merchantReviewing')
  return isOpen(call, identity) ? null : new Refusal('merchantSuspended')
}

function isAllowed(call: Call, identity: Identity, now: number): boolean {
  const { permission } = call
  if (permission === 'public') return true
  if (isGuest(identity) && !isOpenToOperators(call)) return false
  // They read; the merchant may let them write for a while.
  if (isReader(identity, now) && closedToReaders(call)) return false
  return permission === 'signedIn' || permission.some((key) => identity.keys.has(key))
}

/** A suspended merchant reads, and writes what brings its running orders to their end; a closed one writes nothing. */
const isOpen = (call: Call, { merchantStatus: status }: Identity): boolean =>
  !writesForMerchant(call) || (!isClosedMerchant(status) && (!isSuspended(status) || call.whileSuspended === true))
