import { photoSlots, requiredSlots } from '@cheyi/domain/pickup-return/record'
import type { UploadSlot } from '../../../ui/media/upload-grid.tsx'

const { extra: _, ...named } = photoSlots

/** The guided places, in the order they are taken. */
export const guidedSlots: readonly UploadSlot[] = Object.entries(named).map(([key, label]) => ({
  key,
  label,
  required: requiredSlots.some((slot) => slot === key),
}))

/** The place after this one that has no picture yet, past the end from the first; '' when all have one: further pictures. */
export function nextPlace(place: string, taken: readonly { readonly slot?: string }[]): string {
  const at = guidedSlots.findIndex(({ key }) => key === place)
  const inTurn = [...guidedSlots.slice(at + 1), ...guidedSlots.slice(0, at + 1)]
  return inTurn.find(({ key }) => !taken.some(({ slot }) => slot === key))?.key ?? ''
}
