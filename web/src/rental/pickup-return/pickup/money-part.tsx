import { formatMoney } from '@cheyi/domain/money'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { pickupStep } from '@cheyi/domain/rental/pickup-return/steps'
import { showDepositGaps } from '../../../fleet/model/parts/deposit-gaps-notice.tsx'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { useMay, useMayWhole } from '../../../kernel/user.ts'
import { depositNotes, depositStateMark } from '../../../money/deposit/parts/deposit-words.ts'
import { open } from '../../../page/open.ts'
import { Answer } from '../../../page/page.tsx'
import { WhoMay } from '../../../platform/referral/parts/who-may.tsx'
import { Button, Card, Notice, Row, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { Place } from '../parts/card/flow-card.tsx'
import type { StepProps } from '../parts/flow.ts'
import { ManualCharges } from '../parts/money/manual-charges.tsx'
import { WayFields } from '../parts/money/pay-fields.tsx'
import type { Expenses } from '../parts/money/use-expenses.ts'
import type { Paying } from '../parts/money/use-paying.ts'
import { isRest } from './due-words.ts'
import type { Collecting } from './use-collecting.ts'

const noRule = isRefusedFor('depositRuleMissing')

interface MoneyPartProps extends StepProps {
  readonly expenses: Expenses
  readonly paying: Paying
  readonly collecting: Collecting
}

/** Rent, charges and deposits: their sum, the payment way, and one button that takes all of them. */
export function MoneyPart({ flow, expenses, paying, collecting }: MoneyPartProps) {
  const { task, now } = flow
  const { order, early } = task
  const mayCollect = useMay('deposit.collect')
  const { deposits, sum } = collecting
  const due = (deposits.data?.rows ?? []).some((row) => row.due > 0)
  return (
    <>
      {deposits.data?.warnings.map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
      <Place step={pickupStep.deposits}>
        <Card pad>
          <KeyValue
            rows={[
              {
                label: '租金与服务',
                value: <Money fen={order.total} />,
                note: order.owed > 0 ? `${isRest(order) ? '尾款' : ''}待收 ${formatMoney(order.owed)}` : '已付清',
              },
              ...(deposits.data?.rows ?? []).map((row) => {
                const mark = depositStateMark(row, order.status)
                return {
                  label: (
                    <Row as="span" gap={[4, 6]} wrap>
                      {depositKinds.text(row.kind)}
                      <Tag tone={mark.tone}>{mark.text}</Tag>
                    </Row>
                  ),
                  value: <Money fen={row.amount} />,
                  note: depositNotes(row, now).join(' · ') || undefined,
                }
              }),
              ...(early !== null && early.difference > 0
                ? [{ label: '提前取车差额', value: <Money fen={early.difference} /> }]
                : []),
            ]}
          />
          {deposits.data === undefined &&
            (deposits.error !== null && noRule(deposits.error) ? (
              <NoDeposits
                orderId={order.orderId}
                onAgreed={() => void Promise.all([deposits.refetch(), flow.reload()])}
              />
            ) : (
              <Answer of={deposits}>{() => null}</Answer>
            ))}
        </Card>
      </Place>
      <Place step={pickupStep.expenses}>
        <Card className="handover-charges">
          <ManualCharges expenses={expenses} addLabel="附加费用" />
        </Card>
      </Place>
      {(sum > 0 || paying.balance > 0) && (
        <Card pad>
          <Stack
            as="form"
            gap={12}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (sum > 0) void collecting.collect()
            }}
          >
            <WayFields paying={paying} />
            {sum > 0 && (
              <Button type="submit" variant="tint" loading={collecting.pending} reason={collecting.reason}>
                {collecting.online ? '出示收款码' : '收款'} {formatMoney(collecting.now || sum)}
                {collecting.online && collecting.codes > 1 && `，共 ${collecting.codes} 笔`}
              </Button>
            )}
            {sum > 0 && collecting.lacks && (
              <WhoMay act={collecting.lacks} orderId={order.orderId} note="请收款后取车" />
            )}
            {due && deposits.data && mayCollect && (
              <Button
                size="s"
                variant="text"
                onClick={() =>
                  void open(() => import('../../../money/deposit/parts/deposit-sheet.tsx'), {
                    orderId: order.orderId,
                    deposits: deposits.data!,
                  })
                }
              >
                预授权、免押或分开收
              </Button>
            )}
          </Stack>
        </Card>
      )}
    </>
  )
}

/** An order booked before its model had deposits: what can be done here, or who can do it. */
function NoDeposits({ orderId, onAgreed }: { readonly orderId: string; readonly onAgreed: () => void }) {
  const mayCollect = useMay('deposit.collect')
  const mayWaive = useMay('deposit.waive')
  const mayEdit = useMayWhole('model.edit')
  const rule = useRead(calls.deposit.policy, { orderId })
  const ruled = rule.data?.rows ?? []
  if (rule.isPending) return null
  const mayAgree = mayCollect && (ruled.length > 0 || mayWaive)
  async function agree() {
    if (await open(() => import('../../../money/deposit/parts/agree-sheet.tsx'), { orderId, ruled })) onAgreed()
  }
  return (
    <Stack gap={8}>
      <Notice>
        {ruled.length > 0 ? '下单时该车型未设押金，现在已有规则' : '该车型未设押金'}
        {!mayAgree && '，请店长设置或约定押金'}
      </Notice>
      <Row gap={8} wrap>
        {mayAgree && (
          <Button size="s" variant="tint" onClick={() => void agree()}>
            {ruled.length > 0 ? '按规则收押金' : '约定本单押金'}
          </Button>
        )}
        {ruled.length === 0 && mayEdit && (
          <Button size="s" onClick={() => void showDepositGaps()}>
            设置车型押金
          </Button>
        )}
      </Row>
    </Stack>
  )
}
