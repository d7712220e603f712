export { bill as billOf } from './bill.ts'
