import type { Source } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { statementResult, statementResults, statementStates } from '@cheyi/domain/sales/channel/codes'
import { isOpenLine } from '@cheyi/domain/sales/channel/statement/columns'
import { addMonths, localDate } from '@cheyi/domain/time'
import { ask, calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { open } from '../../../page/open.ts'
import { useAnswers } from '../../../page/page.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Button, Card, Cell, Note, Row, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { channelScreens } from '../screens.ts'

export type StatementLine = OutputOf<typeof calls.channel.statement>['lines'][number]

interface StatementTabProps {
  readonly source: Source
  /** `YYYY-MM`; '' for the last month. */
  readonly month: string
  readonly onMonth: (month: string) => void
}

/** Months whose statements may be compared. */
const MONTHS = 12

/** The statement of the platform for a month, order by order against the books. */
export function StatementTab({ source, month: asked, onMonth }: StatementTabProps) {
  const today = localDate(useNow())
  const months = Array.from({ length: MONTHS }, (_, n) => addMonths(`${today.slice(0, 7)}-01`, -n).slice(0, 7))
  const month = asked || months[1]!
  const [told] = useAnswers(ask(calls.channel.statement, { source, month }))
  const { lines, imported, net, commission, more } = told
  return (
    <Stack gap={12} id="channel" role="tabpanel">
      <Card pad>
        <Row gap={8} justify="between">
          <Select
            title="月份"
            value={month}
            options={months.map((value) => ({ value, label: value }))}
            onChange={onMonth}
          />
          <Button size="s" variant="tint" onClick={() => go(channelScreens.statement, { id: String(source), month })}>
            导入对账单
          </Button>
        </Row>
        {imported > 0 && (
          <KeyValue
            rows={[
              { label: '对账单', value: `${imported} 笔` },
              { label: '结算金额', value: formatMoney(net) },
              { label: '佣金', value: formatMoney(commission) },
              { label: '待处理差异', value: `${told.open} 笔` },
            ]}
          />
        )}
      </Card>
      {imported === 0 ? (
        <Empty title={`${month} 还没有对账单`} note="从平台后台导出结算明细，直接上传" />
      ) : (
        <Card title="逐笔对账">
          {lines.map((line) => (
            <Line key={line.id ?? line.orderId} of={line} source={source} month={month} />
          ))}
        </Card>
      )}
      {more && <Note pad={[0, 4]}>仅显示前 500 笔，差异在最前</Note>}
    </Stack>
  )
}

/** `¥270.00，佣金 ¥30.00` */
const remitted = (net: number, commission: number | null): string =>
  commission === null ? formatMoney(net) : `${formatMoney(net)}，佣金 ${formatMoney(commission)}`

function Line({ of, source, month }: { readonly of: StatementLine; readonly source: Source; readonly month: string }) {
  const again = useWrite(calls.channel.statementHandle)
  const { channelOrderNo, orderNo, net, commission, ours, oursCommission, result, state, note, overbilled } = of
  const key = of.id === null ? { orderId: of.orderId! } : { lineId: of.id }
  async function recheck() {
    const told = await again.run({ source, month, ...key, action: 'recheck', note: '' })
    if (told) feedback.toast(isOpenLine(told.state) ? '仍有差异' : '已相符并入账')
  }
  const amounts = [
    result !== statementResult.missingThere && `渠道 ${remitted(net, commission)}`,
    ours !== null && `系统 ${remitted(ours, commission === null ? null : oursCommission)}`,
    orderNo,
    note,
  ]
  return (
    <Cell
      label={channelOrderNo}
      note={amounts.filter(Boolean).join(' · ')}
      extra={
        <Row as="span" gap={8}>
          <Tag tone={result === statementResult.same ? 'success' : 'warning'}>{statementResults.text(result)}</Tag>
          {isOpenLine(state) ? (
            <>
              <Button size="s" variant="text" loading={again.pending} onClick={() => void recheck()}>
                重新核对
              </Button>
              <Button
                size="s"
                variant="text"
                onClick={() =>
                  void (of.orderId === null
                    ? open(() => import('./find-sheet.tsx'), { source, month, line: of })
                    : open(() => import('./sheets.tsx'), 'HandleSheet', { source, month, line: of }))
                }
              >
                处理
              </Button>
            </>
          ) : (
            result !== statementResult.same && <Tag>{overbilled ? '平台多计' : statementStates.text(state)}</Tag>
          )}
        </Row>
      }
    />
  )
}
