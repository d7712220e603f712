import { displayPlate } from '@cheyi/domain/check/plate'
import { formatMoney } from '@cheyi/domain/money'
import { calls, useRead } from '../../kernel/call/calls.ts'
import { useReach } from '../../kernel/page/reach.ts'
import { orderLink } from '../../order/parts/order-link.ts'
import { periodText } from '../../order/parts/plan-rows.tsx'
import { Answer } from '../../page/answer.tsx'
import { Box, Note, Stack } from '../../ui/layout.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Money } from '../../ui/show/money.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { rowMark } from '../parts/instalment-words.ts'

/** So many instalments of a month are shown; the table has all. */
const SHOWN = 100

/** The instalments of a month, each with its order. */
export function MonthRows({ payer, month }: { readonly payer: string; readonly month: string }) {
  const rows = useRead(calls.instalment.companyRows, { payer, month, pageSize: SHOWN })
  const reach = useReach()
  return (
    <Answer of={rows}>
      {({ list, nextCursor }) => (
        <>
          {list.map((row) => {
            const mark = rowMark(row)
            const due = row.open + row.feeOpen
            return (
              <Cell
                key={row.id}
                className="num"
                label={row.plate ? displayPlate(row.plate) : row.modelName}
                note={
                  <>
                    {row.orderNo} · 第{row.seq}期
                    <br />
                    {periodText(row)}
                    <br />
                    {row.dueDate} 到期
                    {(row.lateFee > 0 || (due > 0 && due !== row.amount)) && <br />}
                    {due > 0 && due !== row.amount && `待收 ${formatMoney(due)}`}
                    {due > 0 && row.lateFee > 0 && '，'}
                    {row.lateFee > 0 && `滞纳金 ${formatMoney(row.lateFee)}`}
                  </>
                }
                extra={
                  <Stack gap={4} align="end">
                    <Money fen={row.amount} />
                    <Tag tone={mark.tone}>{mark.text}</Tag>
                  </Stack>
                }
                {...orderLink(reach, row)}
              />
            )
          })}
          {nextCursor !== null && (
            <Box pad={[8, 16, 12]}>
              <Note>本月还有更多分期，请导出查看</Note>
            </Box>
          )}
        </>
      )}
    </Answer>
  )
}
