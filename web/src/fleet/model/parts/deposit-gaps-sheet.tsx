import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { DepositGaps } from './deposit-gaps.tsx'

export default function DepositGapsSheet({ answer }: Asks<true>) {
  return (
    <OpenedSheet title="车型押金">
      <DepositGaps onDone={() => answer(true)} />
    </OpenedSheet>
  )
}
