export { historyOf } from './log.ts'
