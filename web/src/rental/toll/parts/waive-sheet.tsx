import { formatMoney } from '@cheyi/domain/money'
import { tollWaive } from '../../../form/calls/toll-waive.gen.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import type { TollLine } from './toll-card.tsx'
import { usualWaivers } from './usual.ts'

/** The merchant bears a line that a customer could be charged for. */
export default function WaiveSheet({ line, answer }: { readonly line: TollLine } & Asks<true>) {
  const { lineId, version, fen } = line
  const form = useEntry(tollWaive, { start: { lineId, version }, toast: '由商家承担', onSent: () => answer(true) })
  return (
    <ReasonSheet
      title={`不向客户收取 ${formatMoney(fen)}`}
      of={form}
      action="不收，由商家承担"
      field={form.fields.reason}
      usual={usualWaivers}
    >
      {null}
    </ReasonSheet>
  )
}
