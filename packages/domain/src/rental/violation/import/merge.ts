import type { OfficialState } from '../codes.ts'
import { isFresh, isSame } from '../violation.ts'
import type { ViolationReport } from './row.ts'

/*
 * Merges two reports of one violation: known values are not changed, empty ones are filled in, and the official
 * state only moves forward.
 */

/** An existing violation, as far as another report may add to it. */
export interface KnownViolation extends Omit<ViolationReport, 'remark'> {
  readonly id: string
  readonly no: string
  readonly status: number
  readonly orderId: string | null
  /** It is void because an appeal was upheld. */
  readonly upheld: boolean
  /** It belongs to a store that the user may access. */
  readonly visible: boolean
}

export interface ViolationAddition {
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
 * What a report adds; null: nothing. Points and the fine are only filled in while nothing was done with the
 * violation: an agency payment requires that there are no points, and a claim depends on its fine. An undecided
 * fine may be filled in at any time, since it cannot have been paid.
 */
export function additionTo(known: KnownViolation, report: ViolationReport): ViolationAddition | null {
  const fresh = isFresh(known.status)
  const text = <K extends 'place' | 'act' | 'actCode' | 'authority'>(key: K) =>
    known[key] === '' && report[key] !== '' ? { [key]: report[key] } : {}
  const added: ViolationAddition = {
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

/** The existing violation of a report: by number, else by act, else by plate and minute where the act is missing. */
export function sameAs<T extends ViolationReport | KnownViolation>(
  known: readonly T[],
  report: ViolationReport,
): T | undefined {
  const same = known.filter((one) => isSame(one, report))
  return (
    same.find((one) => one.docNo !== null && one.docNo === report.docNo) ??
    same.find((one) => one.actCode !== '' && one.actCode === report.actCode) ??
    same[0]
  )
}
