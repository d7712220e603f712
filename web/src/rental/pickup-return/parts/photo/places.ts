import { photoSlots, requiredSlots } from '@cheyi/domain/rental/pickup-return/record'
import type { UploadSlot } from '../../../../ui/media/upload-grid.tsx'

const { extra: _, video, parking, ...pictures } = photoSlots

/** The places to be photographed, in the order of the camera. */
export const photoPlaces: readonly UploadSlot[] = Object.entries(pictures).map(([key, label]) => ({
  key,
  label,
  required: requiredSlots.some((slot) => slot === key),
}))

/** The place for a video. */
export const filmPlace: UploadSlot = { key: 'video', label: video }

/** Where the car was left at a return, beside its description. */
export const parkingPlace: UploadSlot = { key: 'parking', label: parking }

/** All named places of a record. */
export const guidedSlots: readonly UploadSlot[] = [...photoPlaces, filmPlace]

/** The next place without a picture, continuing from the first after the last; '' for further pictures when every place has one. */
export function nextPlace(place: string, taken: readonly { readonly slot?: string }[]): string {
  const at = photoPlaces.findIndex(({ key }) => key === place)
  const inTurn = [...photoPlaces.slice(at + 1), ...photoPlaces.slice(0, at + 1)]
  return inTurn.find(({ key }) => !taken.some(({ slot }) => slot === key))?.key ?? ''
}
