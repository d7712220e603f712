import { type CodeOf, enumeration } from '../../enumeration.ts'

/** A car of the merchant as a fixed asset, as of a month. */
export const assetStates = enumeration({
  inUse: [1, '在用'],
  disposed: [2, '已处置'],
  /** It left the fleet, and nobody has said for how much. */
  toDispose: [3, '待登记处置'],
  /** It has no price or no plan of depreciation. */
  lacking: [4, '缺购置价或折旧'],
})
export const assetState = assetStates.code
export type AssetState = CodeOf<typeof assetStates>

/** It is no longer among the assets of the month. */
export const isGone = (state: AssetState): boolean => state === assetState.disposed
/** It left the fleet, and its price is to be entered. */
export const waitsForDisposal = (state: AssetState): boolean => state === assetState.toDispose
/** Its price or depreciation is to be entered. */
export const lacksFacts = (state: AssetState): boolean => state === assetState.lacking

/** How the sale of a used car is taxed; the tax adviser says which. */
export const disposalTaxes = enumeration({
  none: [0, '不计增值税'],
  /** 3 % reduced to 2 % (财税〔2014〕57号, 财税〔2009〕9号). */
  reduced: [1, '简易计税3%减按2%'],
  /** Of a small-scale taxpayer that chose 1 %. */
  small: [2, '小规模1%'],
  general: [3, '一般计税13%'],
})
export const disposalTax = disposalTaxes.code
export type DisposalTax = CodeOf<typeof disposalTaxes>
