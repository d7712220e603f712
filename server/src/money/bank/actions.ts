export { days as bankBalances } from './days.ts'
export { registerParties } from './parties.ts'
