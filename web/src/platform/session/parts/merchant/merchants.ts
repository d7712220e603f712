import { calls, useRead } from '../../../../kernel/call/calls.ts'
import type { Merchant } from './merchant-filter.ts'

/** All merchants of the user are loaded in one page, so that the filter covers all of them. */
const ALL = { pageSize: 10_000 }

const none: readonly Merchant[] = []

export const useMerchantQuery = (enabled = true) => useRead(calls.merchant.list, ALL, { enabled, freshFor: 60_000 })

/** The merchants that the user may enter; empty until they are loaded. */
export const useMerchants = (enabled = true): readonly Merchant[] => useMerchantQuery(enabled).data?.list ?? none
