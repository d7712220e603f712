import { calls, useRead } from '../../../../kernel/call/calls.ts'
import type { Merchant } from './merchant-filter.ts'

/** Every merchant of the person comes at once; nobody scrolls through pages to find their own. */
const ALL = { pageSize: 10_000 }

const none: readonly Merchant[] = []

export const useMerchantQuery = (enabled = true) => useRead(calls.merchant.list, ALL, { enabled, freshFor: 60_000 })

/** The merchants the person may enter, once loaded. */
export const useMerchants = (enabled = true): readonly Merchant[] => useMerchantQuery(enabled).data?.list ?? none
