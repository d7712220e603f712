import {
  asksFactor,
  asksWholeMerchant,
  type Call,
  closedToReaders,
  isOpenToOperators,
  writesForMerchant,
} from '@cheyi/contract/kernel/call'
import { beyondReach } from '@cheyi/domain/platform/account/rights'
import { isClosedMerchant, isInReview, isSuspended } from '@cheyi/domain/platform/merchant/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { type Identities, type Identity, isGuest, isReader, NOTHING_CHOSEN, nobody } from '../identity.ts'

/* Identifies the caller and checks the permission for a call. */

/** The caller, as a copy that may be refreshed. @throws Refusal invalidToken (-9) without a valid token, unless the call is public */
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

/** Whether a constant answer may be sent at once, to a caller with a cached identity. */
export function isAdmitted(identities: Identities, call: Call, token: string | null, now: number): boolean {
  const identity = token === null ? undefined : identities.known(token, now)
  return identity !== undefined && refusalOf(call, identity, now) === null
}

/** @throws Refusal when `identity` may not make the call, after it was refreshed from the database */
export async function allow(
  identities: Identities,
  call: Call,
  { identity, token, now }: { readonly identity: Identity; readonly token: string | null; readonly now: number },
): Promise<void> {
  let refusal = refusalOf(call, identity, now)
  if (refusal === null) return
  if (token !== null) {
    // Before refusing, the cached identity is read again: the permission may have been granted since, or the session
    // may have ended.
    identities.forget(token)
    Object.assign(identity, await identify(identities, call, token, now))
    refusal = refusalOf(call, identity, now)
    if (refusal === null) return
  }
  throw refusal
}

/** Operators get their own message, because they have no role that somebody could change. */
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
  // Operators may read; the merchant may permit writes for a time.
  if (isReader(identity, now) && closedToReaders(call)) return false
  return permission === 'signedIn' || permission.some((key) => identity.keys.has(key))
}

/** A suspended merchant may read, and make the writes that finish its running orders; a closed one may make no writes. */
const isOpen = (call: Call, { merchantStatus: status }: Identity): boolean =>
  !writesForMerchant(call) || (!isClosedMerchant(status) && (!isSuspended(status) || call.whileSuspended === true))
