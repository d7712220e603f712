import { photoSlots, requiredSlots } from '@cheyi/domain/rental/pickup-return/record'
import type { UploadSlot } from '../../../../ui/media/upload-grid.tsx'

const { extra: _, video, parking, ...pictures } = photoSlots

/** The places to be photographed, in the order they are taken. */
export const photoPlaces: readonly UploadSlot[] = Object.entries(pictures).map(([key, label]) => ({
  key,
  label,
  required: requiredSlots.some((slot) => slot === key),
}))

/** The one that is a film. */
export const filmPlace: UploadSlot = { key: 'video', label: video }

/** Where the car was left at a return, beside the words of it. */
export const parkingPlace: UploadSlot = { key: 'parking', label: parking }

/** All that a record has a place for. */
export const guidedSlots: readonly UploadSlot[] = [...photoPlaces, filmPlace]

/** The place after this one that has no picture yet, past the end from the first; '' when all have one: further pictures. */
export function nextPlace(place: string, taken: readonly { readonly slot?: string }[]): string {
  const at = photoPlaces.findIndex(({ key }) => key === place)
  const inTurn = [...photoPlaces.slice(at + 1), ...photoPlaces.slice(0, at + 1)]
  return inTurn.find(({ key }) => !taken.some(({ slot }) => slot === key))?.key ?? ''
}
