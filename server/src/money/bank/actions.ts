export { registerParties } from './parties.ts'
