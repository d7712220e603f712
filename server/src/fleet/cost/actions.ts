export { bookValueOf } from './book-value.ts'
export { insuranceCost } from './insurance.ts'
export { followPolicy, type Premium } from './policy.ts'
export { holdOpenFrom, insert as insertCosts } from './store.ts'
