export { balancedMonths as closedMonths } from './store.ts'
