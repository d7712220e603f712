import { normalisePlate, plateKindOf } from './plate.ts'
import { isVin, normaliseVin } from './vin.ts'

/** What of a car is read from a picture: a proposal, to be compared with the car. */
export const carSigns = ['plate', 'vin'] as const
export type CarSign = (typeof carSigns)[number]

/** A plate as a vendor says it; null when it has no form of one. */
export function platePrinted(text: string | undefined): string | null {
  const plate = normalisePlate(text ?? '')
  return plateKindOf(plate) === null ? null : plate
}

/** A frame number as a vendor says it; null when it is none. The bars of imported cars begin with an I (AIAG B-10). */
export function vinPrinted(text: string | undefined): string | null {
  const vin = normaliseVin(text ?? '').replace(/^I(?=.{17}$)/, '')
  return isVin(vin) ? vin : null
}
