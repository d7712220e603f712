import { normalisePlate, plateKindOf } from './plate.ts'
import { isVin, normaliseVin } from './vin.ts'

/** What OCR reads from a picture of a car: a proposal that staff compare with the car. */
export const carSigns = ['plate', 'vin'] as const
export type CarSign = (typeof carSigns)[number]

/** A plate from an OCR answer; null when it does not have the form of one. */
export function platePrinted(text: string | undefined): string | null {
  const plate = normalisePlate(text ?? '')
  return plateKindOf(plate) === null ? null : plate
}

/**
 * A frame number from an OCR answer; null when it is invalid. The label of imported cars begins with an I (AIAG
 * B-10), which is removed.
 */
export function vinPrinted(text: string | undefined): string | null {
  const vin = normaliseVin(text ?? '').replace(/^I(?=.{17}$)/, '')
  return isVin(vin) ? vin : null
}
