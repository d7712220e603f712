import { calls, useRead } from '../../../kernel/call/calls.ts'

const MINUTE = 60_000

/** The number of unread notices: updated by live events, and each minute in case the event stream is lost. */
export const useUnread = (enabled = true): number =>
  useRead(calls.notify.unread, {}, { enabled, freshFor: MINUTE, every: MINUTE }).data?.count ?? 0
