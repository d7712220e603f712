import { calls, type OutputOf, useRead } from '../../../../kernel/call/calls.ts'

/** All merchants of the user are loaded in one page, so that the filter covers all of them. */
const ALL = { pageSize: 10_000 }

const none: readonly Merchant[] = []

export const useMerchantQuery = (enabled = true) => useRead(calls.merchant.list, ALL, { enabled, freshFor: 60_000 })

/** The merchants that the user may enter; empty until they are loaded. */
export const useMerchants = (enabled = true): readonly Merchant[] => useMerchantQuery(enabled).data?.list ?? none

export type Merchant = OutputOf<typeof calls.merchant.list>['list'][number]

/** Merchants whose name contains the typed text; all of them if it is empty. */
export function filterMerchants(all: readonly Merchant[], keyword: string): readonly Merchant[] {
  const wanted = keyword.trim().toLowerCase()
  return wanted === '' ? all : all.filter(({ name }) => name.toLowerCase().includes(wanted))
}

/** The merchant entered last; undefined if the user has entered none or has only one. */
export function recentMerchant(all: readonly Merchant[]): Merchant | undefined {
  if (all.length < 2) return undefined
  return all
    .filter(({ lastLoginAt }) => lastLoginAt !== null)
    .toSorted((a, b) => (b.lastLoginAt ?? 0) - (a.lastLoginAt ?? 0))[0]
}
