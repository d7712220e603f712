/*
 * What other rooms may ask of providers, from where they answer calls.
 */

export { askAfterCommit, clientOf, openLink } from './link.ts'
export { askLink, dueAtPickup, linkToPay, paysOnline } from './pay-page.ts'
export { openDepositLink } from './store.ts'
