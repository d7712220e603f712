import type { Fen } from '../../money.ts'
import { addDays, epochDayOf, type LocalDate, startOfDate } from '../../time.ts'

/*
 * Documents without which a vehicle may not be driven: a compulsory insurance and a yearly inspection, each valid
 * through its last day.
 */

/** One policy. Without a first day it counts as valid from the beginning: imported spreadsheets only have the end. */
export interface Cover {
  readonly startOn: LocalDate | null
  readonly endOn: LocalDate
}

export interface Papers {
  readonly compulsory: readonly Cover[]
  readonly inspectionExpireOn: LocalDate | null
}

/** Days `[from, to)`; null has no end. */
export interface Days {
  readonly from: LocalDate
  readonly to: LocalDate | null
}

/** Earlier than any date in the data. */
const EVER = '1970-01-01'

const covers = (cover: Cover, day: LocalDate): boolean => (cover.startOn ?? EVER) <= day && day <= cover.endOn

export const isLawfulOn = ({ compulsory, inspectionExpireOn }: Papers, day: LocalDate): boolean =>
  inspectionExpireOn !== null && day <= inspectionExpireOn && compulsory.some((cover) => covers(cover, day))

/**
 * When the vehicle lacks one of the two documents, from `today` on: each period from the day after the last valid day
 * to the next valid one, the last one without end. A running period has its own first day; without any valid day
 * before, it begins today. The periods are known months ahead, so that bookings for those days are refused early.
 */
export function timesWithoutPapers(papers: Papers, today: LocalDate): Days[] {
  // The result can only change on these days: a policy begins, or the day after a policy or the inspection ends.
  const turns = new Set<LocalDate>([EVER])
  for (const { startOn, endOn } of papers.compulsory) {
    if (startOn !== null) turns.add(startOn)
    turns.add(addDays(endOn, 1))
  }
  if (papers.inspectionExpireOn !== null) turns.add(addDays(papers.inspectionExpireOn, 1))
  const times: { from: LocalDate; to: LocalDate | null }[] = []
  let lawful = true
  for (const day of [...turns].sort()) {
    const now = isLawfulOn(papers, day)
    if (lawful && !now) times.push({ from: day === EVER ? today : day, to: null })
    else if (!lawful && now) times.at(-1)!.to = day
    lawful = now
  }
  return times.filter(({ from, to }) => to === null || (to > today && to > from))
}

/** The same periods as instants, for the stock. */
export const unlawfulPeriods = (papers: Papers, today: LocalDate): { from: number; to: number | null }[] =>
  timesWithoutPapers(papers, today).map(({ from, to }) => ({
    from: startOfDate(from),
    to: to === null ? null : startOfDate(to),
  }))

/** The last day of the last policy; null without any. */
export const lastCovered = (covers: readonly Cover[]): LocalDate | null =>
  covers.reduce<LocalDate | null>((last, { endOn }) => (last === null || endOn > last ? endOn : last), null)

/** Documents that can expire, the most important first. */
export const expiryKinds = ['insurance', 'inspection', 'commercial', 'plate'] as const
export type ExpiryKind = (typeof expiryKinds)[number]

export const expiryNames: Readonly<Record<ExpiryKind, string>> = {
  insurance: '交强险',
  inspection: '年检',
  commercial: '商业险',
  plate: '临牌',
}

/** Last valid days of a vehicle's documents; null: not known. */
export type ExpiryDays = Readonly<Record<ExpiryKind, LocalDate | null>>

/** From how many days before its end a document is shown as expiring. */
export const EXPIRY_WARN_DAYS = 30

export interface Expiry {
  readonly kind: ExpiryKind
  readonly on: LocalDate
  /** 0 on the last valid day, negative after it. */
  readonly daysLeft: number
}

/** Documents that are expired or will be soon, the most urgent first. */
export function expiriesOf(days: ExpiryDays, today: LocalDate): Expiry[] {
  return expiryKinds
    .flatMap((kind): Expiry[] => {
      const on = days[kind]
      if (on === null) return []
      const daysLeft = epochDayOf(on) - epochDayOf(today)
      return daysLeft <= EXPIRY_WARN_DAYS ? [{ kind, on, daysLeft }] : []
    })
    .sort((a, b) => a.daysLeft - b.daysLeft)
}

/** 今天到期, 3天后到期, 已过期5天. */
export const expiryText = (daysLeft: number): string =>
  daysLeft < 0 ? `已过期${-daysLeft}天` : daysLeft === 0 ? '今天到期' : `${daysLeft}天后到期`

/** 保额200万: a sum insured, in units of ten thousand yuan. */
export const sumInsuredText = (fen: Fen): string => `保额${Math.round(fen / 10_000) / 100}万`
