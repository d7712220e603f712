import { plateKind } from '../inventory/codes.ts'
import { normalisePlate, plateKindOf } from './plate.ts'
import { isVin, isVinChecked, normaliseVin } from './vin.ts'

/*
 * What a machine saw of a car's plate or frame number, as a proposal to be compared with the car. A machine takes signs for others
 * that look alike; where the rule of the place knows only one of them, it is that one.
 */

/** What of a car is read from a picture. */
export const carSigns = ['plate', 'vin'] as const
export type CarSign = (typeof carSigns)[number]

/** One sign as it was seen, in a line from left to right. */
export interface SeenSign {
  /** A capital letter or a digit. */
  readonly sign: string
  /** How sure, 0 to 1. */
  readonly score: number
  /** How far it is to the next one, in heights of a sign. */
  readonly gap: number
  /** The province that stands left of it, if it is the first after one; null: not made out. */
  readonly province: string | null
}
export type SeenLine = readonly SeenSign[]

/** Signs that are taken for each other. */
const PAIRS = ['0D', '0Q', '0U', '8B', '5S', '2Z', '6G', '1T', '1L', '4A', '7T'] as const
const swapped = (sign: string): readonly string[] =>
  PAIRS.flatMap(([one, other]) => (sign === one ? [other!] : sign === other ? [one!] : []))

/** What stands for a province that was not made out, where the form of the rest is looked at. */
const SOME_PROVINCE = '京'
/** A correction, and a gap that is not where the dot is, make a reading less likely by this. */
const DOUBT = 0.1

interface Found {
  readonly plate: string
  readonly score: number
}

/**
 * The plate that lines of a picture show. Without its province where that was not made out (`AD6J19`, which finds the car all the
 * same); null when no line has the form of a plate.
 */
export function plateOf(lines: readonly SeenLine[]): string | null {
  const found = lines.flatMap((line) =>
    line.flatMap((_, at) => [6, 7].flatMap((length) => cut(line.slice(at), length))),
  )
  return found.toSorted((a, b) => b.score - a.score)[0]?.plate ?? null
}

/** The beginning of a piece of a line as city letter and serial, by the fewest corrections. */
function cut(from: SeenLine, length: number): readonly Found[] {
  const piece = from.slice(0, length)
  const [city] = piece
  if (city === undefined || piece.length < length) return []
  const sure = piece.reduce((sum, { score }) => sum + score, 0) / length
  const widest = Math.max(...piece.slice(0, -1).map(({ gap }) => gap))
  const fit = fitting(piece.map(({ sign }) => sign).join(''))
  if (fit === null) return []
  // The dot of the metal plate stands between city and serial.
  const elsewhere = city.gap < widest * 0.9
  // What stands before it are strokes of the province; what stands after it is at most the edge of the plate.
  const after = from.slice(length).reduce((sum, { sign }) => sum + (sign === '1' ? 1 : 2), 0)
  const doubts = fit.corrected + Number(elsewhere) + after - Number(city.province !== null)
  const score = sure - DOUBT * doubts
  return [{ plate: `${city.province ?? ''}${fit.text}`, score }]
}

const kindOf = (text: string) => plateKindOf(SOME_PROVINCE + text)
const fits = (text: string) => kindOf(text) !== null
const isSmall = (text: string) => kindOf(text) === plateKind.smallNewEnergy

/** The text itself or, with one or two signs taken for their likes, the only one that fits. */
function fitting(text: string): { readonly text: string; readonly corrected: number } | null {
  if (fits(text)) return { text, corrected: 0 }
  const once = changed(text)
  for (const [corrected, texts] of [
    [1, once],
    [2, [...new Set(once.flatMap(changed))]],
  ] as const) {
    const some = texts.filter(fits)
    // Of both kinds of new energy the small one is what is rented.
    const [only, ...others] = some.length > 1 ? some.filter(isSmall) : some
    if (only !== undefined) return others.length === 0 ? { text: only, corrected } : null
  }
  return null
}

const changed = (text: string): readonly string[] =>
  [...text].flatMap((sign, at) => swapped(sign).map((other) => text.slice(0, at) + other + text.slice(at + 1)))

/** A plate as a vendor says it; null when it has no form of one. */
export function platePrinted(text: string | undefined): string | null {
  const plate = normalisePlate(text ?? '')
  return plateKindOf(plate) === null ? null : plate
}

/** A frame number as bars or a vendor say it; null when it is none. Bars of imported cars begin with an I (AIAG B-10). */
export function vinPrinted(text: string | undefined): string | null {
  const vin = normaliseVin(text ?? '').replace(/^I(?=.{17}$)/, '')
  return isVin(vin) ? vin : null
}

/**
 * The frame number that lines show: only one whose check digit is right. Nothing is corrected: of ten likes one would
 * make a wrong number right. An imported car without a check digit is typed.
 */
export function vinOf(lines: readonly SeenLine[]): string | null {
  for (const line of lines) {
    // No frame number has these three.
    const text = line.map(({ sign }) => ({ I: '1', O: '0', Q: '0' })[sign] ?? sign).join('')
    for (let at = 0; at + 17 <= text.length; at++) {
      const vin = text.slice(at, at + 17)
      if (isVinChecked(vin)) return vin
    }
  }
  return null
}
