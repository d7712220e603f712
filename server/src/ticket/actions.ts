export { ticketsOfCases } from './damage.ts'
