export { carTimeFollowed } from './car-time.ts'
export { ticketsOfCases } from './damage.ts'
