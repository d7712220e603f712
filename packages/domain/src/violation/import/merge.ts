import type { OfficialState } from '../codes.ts'
import { isFresh, isSame } from '../illegal.ts'
import type { IllegalReport } from './row.ts'

/*
 * One violation that two reports tell of: what is known stays, what was empty is filled in, and the office's state only goes forward.
 */

/** A violation that is there, as far as another report may add to it. */
export interface KnownIllegal extends Omit<IllegalReport, 'remark'> {
  readonly id: string
  readonly no: string
  readonly status: number
  readonly orderId: string | null
  /** It is of a store of whoever brings the report. */
  readonly visible: boolean
}

export interface IllegalAddition {
  readonly place?: string
  readonly act?: string
  readonly actCode?: string
  readonly points?: number
  readonly fine?: number
  readonly docNo?: string
  readonly authority?: string
  readonly officialState?: OfficialState
}

/**
 * What a report adds; null: nothing. Points and the fine are filled in while nothing was done with it: a merchant who pays for the customer does so
 * because there are no points, and a claim stands on its fine. A fine that the office had not decided is filled in at any time: nobody has paid it.
 */
export function additionTo(known: KnownIllegal, report: IllegalReport): IllegalAddition | null {
  const fresh = isFresh(known.status)
  const text = <K extends 'place' | 'act' | 'actCode' | 'authority'>(key: K) =>
    known[key] === '' && report[key] !== '' ? { [key]: report[key] } : {}
  const added: IllegalAddition = {
    ...text('place'),
    ...text('act'),
    ...text('actCode'),
    ...text('authority'),
    ...(fresh && known.points === 0 && report.points > 0 && { points: report.points }),
    ...((known.fine === null || (fresh && known.fine === 0)) &&
      report.fine !== null &&
      report.fine !== known.fine && { fine: report.fine }),
    ...(known.docNo === null && report.docNo !== null && { docNo: report.docNo }),
    ...(report.officialState > known.officialState && { officialState: report.officialState }),
  }
  return Object.keys(added).length === 0 ? null : added
}

/** The one of those that are there that a report is about: by number, else by act, else by what both leave open. */
export function sameAs<T extends IllegalReport | KnownIllegal>(
  known: readonly T[],
  report: IllegalReport,
): T | undefined {
  const same = known.filter((one) => isSame(one, report))
  return (
    same.find((one) => one.docNo !== null && one.docNo === report.docNo) ??
    same.find((one) => one.actCode !== '' && one.actCode === report.actCode) ??
    same[0]
  )
}
