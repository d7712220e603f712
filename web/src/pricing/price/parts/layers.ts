import { type Source, sources } from '@cheyi/domain/booking/order/codes'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useSourceNames, useSourceOptions } from '../../../platform/merchant/parts/sources.ts'

/** A row of the price list: a model at a store on one layer. */
export type PriceRow = OutputOf<typeof calls.price.rules>[number]
export type Rule = NonNullable<PriceRow['rule']>

/** 0 is the base layer, which applies to every channel without its own price. */
export type Layer = 0 | Source

export const BASE_NAME = '基础价'

const isSource = (value: number): value is Source => sources.values.some((one) => one === value)

/** The layer of a value in the address; the base layer for any value that is not valid. */
export const layerOf = (value: number): Layer => (isSource(value) ? value : 0)

/**
 * Names of the layers, as the merchant calls its channels, and the tabs of the channels that the merchant uses. The tab of `shown`
 * is always included.
 */
export function useLayers(shown: Layer = 0): {
  nameOf: (layer: number) => string
  tabs: { key: string; label: string }[]
} {
  const sourceName = useSourceNames()
  const nameOf = (layer: number) => (isSource(layer) ? sourceName(layer) : BASE_NAME)
  const channels = useSourceOptions([shown]).map(({ value, label }) => ({ key: String(value), label }))
  const tabs = [{ key: '0', label: BASE_NAME }, ...channels]
  return { nameOf, tabs }
}

/** The rule that applies to a layer: its own rule while that is enabled, else the rule of the base layer. */
export const sellingRule = ({ source, rule, base }: Pick<PriceRow, 'source' | 'rule' | 'base'>): Rule | null =>
  source === 0 || rule?.enabled ? rule : base

/** A channel without its own enabled rule follows the base layer. */
export const follows = ({ source, rule }: Pick<PriceRow, 'source' | 'rule'>): boolean => source !== 0 && !rule?.enabled
