export { bookValueOf } from './book-value.ts'
export { followPolicy, type Premium } from './policy.ts'
