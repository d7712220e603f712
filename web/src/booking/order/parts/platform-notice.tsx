import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { Notice } from '../../../ui/layout.tsx'
import { type PlatformOrder, platformWords } from './order-words.ts'

/** What staff have to settle with the platform first that sold an order; nothing for other orders. */
export function PlatformNotice({ order, act }: { readonly order: PlatformOrder; readonly act: 'cancel' | 'arrange' }) {
  const words = platformWords(order, useSourceNames()(order.source), act)
  return words === null ? null : <Notice tone="warning">{words}</Notice>
}
