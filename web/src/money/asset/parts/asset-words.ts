import { type AssetState, assetState } from '@cheyi/domain/money/asset/codes'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Tone } from '../../../ui/show/tag.tsx'

export type Asset = OutputOf<typeof calls.asset.page>['list'][number]
export type AssetDetail = OutputOf<typeof calls.asset.detail>
export type Disposal = NonNullable<AssetDetail['disposal']>
export type Loan = AssetDetail['loans'][number]

export const assetTones: Readonly<Record<AssetState, Tone>> = {
  [assetState.inUse]: 'success',
  [assetState.disposed]: 'neutral',
  [assetState.toDispose]: 'warning',
  [assetState.lacking]: 'warning',
}
