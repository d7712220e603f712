import { ALWAYS, type Waiting, waiting } from '../../platform/pending-work/kinds.ts'
import { tollStatus } from './codes.ts'

/** Pending work of a line: to be matched, to be charged, or to be given back to the customer. */
export function tollPendingWork({ status, fen }: { readonly status: number; readonly fen: number }): Waiting[] {
  if (status === tollStatus.unmatched) return [waiting('tollMatch', { countsFrom: ALWAYS })]
  if (status === tollStatus.toCharge) return [waiting('tollCharge', { countsFrom: ALWAYS, countsFen: fen })]
  if (status === tollStatus.toReturn) return [waiting('tollReturn', { countsFrom: ALWAYS, countsFen: -fen })]
  return []
}
