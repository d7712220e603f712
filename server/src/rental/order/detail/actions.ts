export { detail } from './detail.ts'
