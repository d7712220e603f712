export { bookValueOf } from './book-value.ts'
