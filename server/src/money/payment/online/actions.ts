/* The provider operations that other features may use in their handlers. */

export { askAfterCommit, clientOf, openLink } from './link.ts'
export { addressOf, askLink, dueAtPickup, linkToPay, paysOnline } from './pay-page.ts'
export { openDepositLink } from './store.ts'
