import { calls, useRead } from '../../../kernel/call/calls.ts'

const MINUTE = 60_000

/** How many notices wait; live events bring it up to date, the minute covers a lost stream. */
export const useUnread = (enabled = true): number =>
  useRead(calls.notify.unread, {}, { enabled, freshFor: MINUTE, every: MINUTE }).data?.count ?? 0
