import { type Source, sources } from '@cheyi/domain/booking/order/codes'
import { offeredSources } from '@cheyi/domain/sales/channel/source-choices'
import { useCallback } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'

const useSetting = () => useRead(calls.merchant.setting, {}, { freshFor: 600_000 }).data

/** Names of the order sources: the merchant's own names where set, ours until they are loaded. The function changes with them only. */
export function useSourceNames(): (source: Source) => string {
  const own = useSetting()?.sourceNames
  return useCallback((source) => own?.[String(source)] ?? sources.text(source), [own])
}

/** The sources that the merchant uses; `kept` are those that the current record already names. */
export function useSourceOptions(kept?: readonly number[]): { readonly value: Source; readonly label: string }[] {
  const nameOf = useSourceNames()
  return offeredSources(useSetting()?.channels ?? [], kept).map((value) => ({ value, label: nameOf(value) }))
}
