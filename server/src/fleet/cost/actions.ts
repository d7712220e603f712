export { bookValueOf } from './book-value.ts'
export { holdOpenFrom, insert as insertCosts } from './store.ts'
