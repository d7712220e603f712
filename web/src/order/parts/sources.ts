import { type Source, sources } from '@cheyi/domain/order/codes'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'

/** Names of the order sources: the merchant's own where it gave one, ours until they are known. */
export function useSourceNames(): (source: Source) => string {
  const own = useRead(calls.merchant.setting, {}, { freshFor: 600_000, quiet: true }).data?.sourceNames
  return (source) => own?.[String(source)] ?? sources.text(source)
}
