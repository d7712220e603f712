import { type Source, sources } from '@cheyi/domain/booking/order/codes'
import { useSourceNames, useSourceOptions } from '../../../booking/order/parts/sources.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

/** A place of the price list: a model at a store, as one layer sells it. */
export type PriceRow = OutputOf<typeof calls.price.rules>[number]
export type Rule = NonNullable<PriceRow['rule']>

/** 0 is the base layer, which serves every channel without a price of its own. */
export type Layer = 0 | Source

export const BASE_NAME = '基础价'

const isSource = (value: number): value is Source => sources.values.some((one) => one === value)

/** The layer an address names; the base layer for any other text. */
export const layerOf = (value: number): Layer => (isSource(value) ? value : 0)

/**
 * What a layer is called, by the merchant's own names of its channels, and the layers of those that it has; `shown` is one
 * that stays whether or not.
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

/** The rule a layer sells by: its own while that is enabled, else the base layer's. */
export const sellingRule = ({ source, rule, base }: Pick<PriceRow, 'source' | 'rule' | 'base'>): Rule | null =>
  source === 0 || rule?.enabled ? rule : base

/** A channel without an enabled rule of its own follows the base layer. */
export const follows = ({ source, rule }: Pick<PriceRow, 'source' | 'rule'>): boolean => source !== 0 && !rule?.enabled
