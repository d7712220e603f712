import { requiredSlots } from '@cheyi/domain/rental/pickup-return/record'

/** Five pictures of each of two cars, and one of a mark: `swap.return.front`, `swap.pickup.front`, `swap.return.mark`. */
export async function makeSwapPhotos(
  media: (biz: 'return' | 'pickup') => Promise<string>,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const biz of ['return', 'pickup'] as const)
    for (const slot of [...requiredSlots, 'mark']) ids[`swap.${biz}.${slot}`] = await media(biz)
  return ids
}
