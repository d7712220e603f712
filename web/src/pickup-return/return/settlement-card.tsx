import { depositKind } from '@cheyi/domain/deposit/codes'
import { expenseSettle } from '@cheyi/domain/expense/codes'
import { formatMoney } from '@cheyi/domain/money'
import { formatDay, formatMoment } from '@cheyi/domain/near'
import { Card, Well } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FeeTotal, KeyValue, type KeyValueRow } from '../../ui/rows.tsx'
import type { StepProps } from '../parts/flow.ts'
import type { Settlement } from '../parts/handover.ts'
import { PayFields } from '../parts/pay-fields.tsx'
import { balanceLabel, settlementLines } from '../parts/settlement-words.ts'
import type { Paying } from '../parts/use-paying.ts'

interface SettlementCardProps extends StepProps {
  readonly settlement: Settlement
  readonly paying: Paying
}

/** The sum of the return in its parts, the choice how to pay it, and the deposits after it. */
export function SettlementCard({ flow, settlement, paying }: SettlementCardProps) {
  const { balance } = settlement
  return (
    <Card pad title="结算">
      <KeyValue
        rows={settlementLines(settlement).map(({ label, fen }) => ({
          label,
          value: <span className={fen < 0 ? 'handover-success' : undefined}>{formatMoney(fen)}</span>,
        }))}
      />
      <FeeTotal label={balanceLabel(balance)} fen={Math.abs(balance)} />
      <div className="handover-after">
        <PayFields paying={paying}>
          {balance < 0 && <Notice tone="primary">确认后按原支付渠道退款，线下收取的由财务线下退还</Notice>}
          <Deposits settlement={settlement} deducts={paying.method === expenseSettle.deposit} now={flow.now} />
        </PayFields>
      </div>
    </Card>
  )
}

interface DepositsProps {
  readonly settlement: Settlement
  /** The balance is taken out of the rental deposit. */
  readonly deducts: boolean
  readonly now: number
}

function Deposits({ settlement, deducts, now }: DepositsProps) {
  const rows = settlement.deposits.flatMap((deposit): KeyValueRow[] => {
    const { kind, name, state, available, deduct, releaseAt } = deposit
    if (available === 0) return [{ label: name, value: state }]
    if (kind === depositKind.violation)
      return [
        {
          label: name,
          value: formatMoney(available),
          note: releaseAt === null ? undefined : `${formatDay(releaseAt, now)} 退`,
        },
      ]
    const taken = deducts ? deduct : 0
    return [
      { label: `${name} · ${state}`, value: formatMoney(available) },
      ...(taken > 0 ? [{ label: '本次抵扣', value: formatMoney(-taken) }] : []),
      {
        label: '退还',
        value: <b className="handover-success">{formatMoney(available - taken)}</b>,
        note: releaseAt === null ? undefined : `${formatMoment(releaseAt, now)} 起`,
      },
    ]
  })
  if (rows.length === 0) return null
  return (
    <Well>
      <KeyValue rows={rows} />
    </Well>
  )
}
