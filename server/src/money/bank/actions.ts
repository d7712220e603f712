export { type BankNow, bankNow, days as bankBalances } from './days.ts'
export { registerParties } from './parties.ts'
