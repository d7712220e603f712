import { refusedAs } from '../kernel/call/refused.ts'

/** Whether the write was refused because the record had been changed meanwhile. */
export const isStale = refusedAs('stale')
