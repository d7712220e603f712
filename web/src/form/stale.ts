import { refusedAs } from '../kernel/call/refused.ts'

/** Whether somebody else saved first: what was sent was meant for a record that is no longer so. */
export const isStale = refusedAs('stale')
