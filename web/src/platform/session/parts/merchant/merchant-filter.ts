import type { calls, OutputOf } from '../../../../kernel/call/calls.ts'

export type Merchant = OutputOf<typeof calls.merchant.list>['list'][number]

/** Merchants whose name contains the typed text; everything for an empty one. */
export function filterMerchants(all: readonly Merchant[], keyword: string): readonly Merchant[] {
  const wanted = keyword.trim().toLowerCase()
  return wanted === '' ? all : all.filter(({ name }) => name.toLowerCase().includes(wanted))
}

/** The one entered last, if the person has been in any and there is a choice. */
export function recentMerchant(all: readonly Merchant[]): Merchant | undefined {
  if (all.length < 2) return undefined
  return all
    .filter(({ lastLoginAt }) => lastLoginAt !== null)
    .toSorted((a, b) => (b.lastLoginAt ?? 0) - (a.lastLoginAt ?? 0))[0]
}
