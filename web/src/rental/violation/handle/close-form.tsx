import { formatMoney } from '@cheyi/domain/money'
import { type PayMode, payKind } from '@cheyi/domain/money/payment/codes'
import { type ViolationLines, violationTotal } from '@cheyi/domain/rental/violation/claim'
import { isCustomers } from '@cheyi/domain/rental/violation/violation'
import { violationDeduct } from '../../../form/calls/violation-deduct.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FenField, SwitchField } from '../../../form/fields.tsx'
import { asking, type Beside } from '../../../form/form-call.ts'
import { part } from '../../../form/form-field.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'
import { isDeductMode, modeText } from '../../../money/deposit/parts/deduct-mode.ts'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { ActionBar, ActionSummary } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, MainButton, Notice, Row, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { FeeTotal } from '../../../ui/show/rows.tsx'
import { overCreditWords } from '../../company/parts/company-words.ts'
import { ClaimCard } from '../parts/claim-card.tsx'
import { ViolationLine } from '../parts/violation-line.tsx'
import { claimLines } from '../parts/violation-words.ts'
import { FinePaid } from './fine-paid.tsx'
import type { HandlePlace } from './way-form.tsx'

const noLines = { fine: 0, agency: 0, penalty: 0 }

const askDeduct = asking(violationDeduct, {
  takes: { label: '从违章押金扣款' } as Beside<boolean>,
  mode: { label: '扣款方式' } as Beside<PayMode>,
})

/** Closes a violation settled at the office: the customer's costs, and how they are paid. */
export function CloseForm({ violation, right }: HandlePlace) {
  const { violationId, version, matchType, orderId, payable, claim } = violation
  const [mayHandle, mayDeduct, mayCollect] = [
    useMay('violation.handle'),
    useMay('violation.deduct'),
    useMay('order.payment'),
  ]
  const close = useWrite(calls.violation.handle)
  const charges = claim !== null && isCustomers(matchType) && mayDeduct && payable === null
  const modes = (claim?.modes ?? []).filter(isDeductMode)
  const most = claim?.most ?? noLines
  const available = claim?.available ?? 0
  /** The amount that would be collected. */
  const owedOf = (lines: ViolationLines | null): number =>
    charges ? violationTotal(lines ?? noLines) : (claim?.due ?? 0)
  const form = useEntry(askDeduct, {
    start: { violationId, version, lines: most, takes: modes.length > 0, mode: modes[0] ?? null },
    toInput: (value) => ({
      ...value,
      lines: charges ? value.lines : null,
      take: takeOf(value.takes === true, value.mode, owedOf(value.lines)),
    }),
    onSent: ({ due, overCredit, version: now }) => {
      feedback.toast((due > 0 ? `待收 ${formatMoney(due)}` : '费用已收取') + overCreditWords(overCredit))
      if (due === 0 && mayHandle) void end(now)
    },
  })
  const { fields, value } = form
  const owed = owedOf(value.lines)
  const taken = value.takes === true ? Math.min(owed, available) : 0
  const takes = claim !== null && mayDeduct && (charges ? owed > 0 : claim.due > 0 && taken > 0)
  const closes = mayHandle && !takes && (payable === null || claim?.due === 0)

  function takeOf(wanted: boolean, mode: PayMode | null, sum: number) {
    const amount = Math.min(sum, available)
    if (!wanted || amount === 0 || mode === null || !isDeductMode(mode)) return null
    return { payMode: mode, amount, slipNo: null as never }
  }
  async function end(now: number) {
    if (await close.run({ violationId, version: now, action: 'close' })) feedback.toast('违章已结案')
  }
  return (
    <Page
      right={right}
      footer={
        (takes || closes) && (
          <ActionBar>
            {takes && (
              <ActionSummary note={`违章押金余 ${formatMoney(available - taken)}`}>
                <Money fen={owed} size="xl" />
              </ActionSummary>
            )}
            {takes && (
              <MainButton loading={form.pending || close.pending} onClick={() => void form.send()}>
                {taken === 0 ? '确定费用' : taken < owed || !mayHandle ? '确定并扣款' : '扣款并结案'}
              </MainButton>
            )}
            {closes && (
              <MainButton loading={close.pending} onClick={() => void end(version)}>
                核销结案
              </MainButton>
            )}
          </ActionBar>
        )
      }
    >
      <Stack gap={12} ref={form.frame}>
        <ViolationLine violation={violation} />
        {payable === null && <FinePaid violation={violation} />}
        {charges && (
          <Card pad title="客户费用">
            <Stack gap={12}>
              {claimLines.map(
                ({ key, label }) =>
                  most[key] > 0 && (
                    <FenField
                      key={key}
                      of={part(fields.lines, key)}
                      label={label}
                      hint={`最多 ${formatMoney(most[key])}`}
                    />
                  ),
              )}
              <FeeTotal label="客户承担" fen={owed} />
              {violationTotal(most) === 0 && <Notice>没有可向客户收取的费用，可直接核销结案</Notice>}
            </Stack>
          </Card>
        )}
        {!charges && <ClaimCard violation={violation} />}
        {claim !== null && mayDeduct && (charges || claim.due > 0) && modes.length > 0 && (
          <Card>
            <SwitchField of={fields.takes} />
            {value.takes && modes.length > 1 && (
              <CodeField of={fields.mode} codes={{ values: modes, text: modeText }} />
            )}
          </Card>
        )}
        {claim !== null && mayDeduct && modes.length === 0 && (charges || claim.due > 0) && (
          <Notice>没有可扣的违章押金，确定费用后由客户付款</Notice>
        )}
        {orderId !== null && claim !== null && claim.due > 0 && (
          <Row gap={8} justify="end" wrap>
            {mayDeduct && (
              <Button size="s" onClick={() => void open(() => import('./sheets.tsx'), 'WaiveSheet', { violation })}>
                免除
              </Button>
            )}
            {mayCollect && (
              <Button
                size="s"
                onClick={() =>
                  void open(() => import('../../../money/payment/parts/pay-link-sheet.tsx'), {
                    orderId,
                    payKind: payKind.violation,
                    refId: violationId,
                    amount: claim.due,
                  })
                }
              >
                付款链接
              </Button>
            )}
            {mayCollect && (
              <Button
                size="s"
                onClick={() =>
                  void open(() => import('../../../money/payment/parts/collect-sheet.tsx'), {
                    orderId,
                    item: { payKind: payKind.violation, id: violationId, name: violation.act, due: claim.due },
                  })
                }
              >
                收款
              </Button>
            )}
          </Row>
        )}
      </Stack>
    </Page>
  )
}
