import { formatMoney } from '@cheyi/domain/money'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { formatMoment } from '@cheyi/domain/near'
import { deductStates } from '@cheyi/domain/rental/violation/codes'
import { useNow } from '../../../kernel/now.ts'
import { None } from '../../../page/detail.tsx'
import { Card, Note } from '../../../ui/layout.tsx'
import { FeeLine, FeeTotal } from '../../../ui/show/rows.tsx'
import { Tag, type Tone } from '../../../ui/show/tag.tsx'
import { claimLines, type Violation } from './violation-words.ts'

const tones: Readonly<Record<number, Tone>> = { 1: 'warning', 2: 'success', 4: 'neutral' }

/** The customer's costs of a violation, line by line, and the merchant's payment of the fine. */
export function ClaimCard({ violation }: { readonly violation: Violation }) {
  const { claim, payable, deductState, finePaid } = violation
  const now = useNow()
  if (payable === null && finePaid === null) return <None of="费用" />
  return (
    <Card
      pad
      title="费用"
      extra={payable !== null && <Tag tone={tones[deductState] ?? 'neutral'}>{deductStates.text(deductState)}</Tag>}
    >
      {finePaid && (
        <Note num>
          已代缴罚款 {formatMoney(finePaid.amount)} · {payWays.text(finePaid.payWay)} · {formatMoment(finePaid.at, now)}{' '}
          · {finePaid.byName}
          {finePaid.borne > 0 && `，商家承担 ${formatMoney(finePaid.borne)}`}
        </Note>
      )}
      {claim && payable !== null && (
        <>
          {claimLines.map(({ key, label }) => claim[key] > 0 && <FeeLine key={key} label={label} fen={claim[key]} />)}
          <FeeTotal label="客户承担" fen={payable} />
          {claim.waived > 0 && <FeeLine label="已免除" fen={-claim.waived} />}
          {claim.refunded > 0 && <FeeLine label="已退" fen={-claim.refunded} />}
          {claim.due > 0 && <FeeLine label="待收" fen={claim.due} />}
        </>
      )}
    </Card>
  )
}
