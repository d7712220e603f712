import { calls, type OutputOf, useRead } from '../kernel/call/calls.ts'

/** Every page of a link has its token under this name (`t` of its screen). */
const tokenOfPage = (): string => new URLSearchParams(location.search).get('t') ?? ''

/** The merchant's booking page, and the rental of this link on it; undefined: not known yet, or the link is about no order. */
export function useSiteOfLink(): OutputOf<typeof calls.site.ofLink> | undefined {
  const t = tokenOfPage()
  return useRead(calls.site.ofLink, { t }, { enabled: t !== '', freshFor: 600_000 }).data
}
