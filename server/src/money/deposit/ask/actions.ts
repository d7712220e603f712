/*
 * Asking a provider's customer for a deposit, apart from the room's other actions: providers tell those what came of it.
 */

export { payDeposit } from './pay-online.ts'
