import { refusedAs } from '../../kernel/refused.ts'

/** Somebody else was faster: the refusal that pages and sheets answer themselves. */
export const isStale = refusedAs('stale')
