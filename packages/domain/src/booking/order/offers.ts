/** Actions that a card or the detail screen can offer for an order. */
export type OfferAction =
  | 'pay'
  | 'collectInstalment'
  | 'accept'
  | 'refuse'
  | 'arrange'
  | 'checkPickup'
  | 'checkReturn'
  | 'pickUp'
  | 'return'
  | 'renew'
  | 'terminate'
  | 'swap'
  | 'chargeLate'
  | 'mend'
  | 'deduct'
  | 'supplement'
  | 'reimburse'
  | 'writeOff'
  | 'release'
  | 'retryRefund'
  | 'checkPay'
  | 'collectDeposit'
  | 'closeLost'
  | 'undoPickup'
  | 'undoReturn'
  | 'cancel'

/** How a client performs an action: the page under the kind's base path, or a call when there is none. */
export interface OfferTarget {
  readonly screen: string | null
  /** Shown in red, last, and confirmed first. */
  readonly danger: boolean
}

const page = (screen: string, danger = false): OfferTarget => ({ screen, danger })
const act: OfferTarget = { screen: null, danger: false }
const dangerous: OfferTarget = { screen: null, danger: true }

const targets: Readonly<Record<OfferAction, OfferTarget>> = {
  pay: act,
  collectInstalment: page('instalment-list'),
  accept: act,
  arrange: page('arrange-vehicles'),
  checkPickup: act,
  checkReturn: act,
  pickUp: page('pickup'),
  return: page('return'),
  renew: act,
  terminate: page('instalment-list'),
  swap: page('swap'),
  chargeLate: act,
  mend: act,
  retryRefund: act,
  checkPay: act,
  collectDeposit: act,
  release: act,
  deduct: page('payment'),
  supplement: page('supplement'),
  reimburse: page('initiate-reimbursement'),
  writeOff: dangerous,
  closeLost: dangerous,
  undoPickup: dangerous,
  undoReturn: dangerous,
  refuse: dangerous,
  cancel: page('cancel', true),
}

const isOffer = (code: string): code is OfferAction => Object.hasOwn(targets, code)

/** null for an action that this version does not know; it is not shown. */
export const offerTarget = (code: string): OfferTarget | null => (isOffer(code) ? targets[code] : null)
