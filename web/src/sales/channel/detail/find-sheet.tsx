import { orderStatuses, type Source } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { formatDay } from '@cheyi/domain/near'
import { isOpenLine } from '@cheyi/domain/sales/channel/statement/columns'
import { useState } from 'react'
import { TextField } from '../../../form/fields.tsx'
import { fieldsOf } from '../../../form/form-field.ts'
import { useTyped } from '../../../form/use-problems.ts'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { Button, Cell, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import type { StatementLine } from './statement-tab.tsx'

interface FindSheetProps extends Asks<boolean> {
  readonly source: Source
  readonly month: string
  readonly line: StatementLine
}

/** Orders that are listed of a search. */
const MOST = 10

/** Finds the order of a statement line that names none of ours, or says that there is none. */
export default function FindSheet({ source, month, line, answer }: FindSheetProps) {
  const now = useNow()
  const [keyword, setKeyword] = useState('')
  const search = { source: [source], keyword: keyword.trim(), page: 1, pageSize: MOST }
  const found = useRead(calls.order.list, search, { enabled: search.keyword !== '' })
  const handling = useWrite(calls.channel.statementHandle)
  const { value, write, problems, isWhole, frame } = useTyped({ note: '' }, ({ note }) => ({
    note: note.trim() === '' && '请填写说明',
  }))
  const of = { source, month, lineId: line.id! }
  async function link(toOrderId: string) {
    const done = await handling.run({ ...of, action: 'link', toOrderId, note: value.note })
    if (!done) return
    feedback.toast(isOpenLine(done.state) ? '已关联，金额不符请继续处理' : '已关联，金额相符并入账')
    answer(true)
  }
  async function end(action: 'overbilled' | 'note') {
    if (!isWhole()) return
    if (!(await handling.run({ ...of, action, note: value.note }))) return
    feedback.toast(action === 'overbilled' ? '已标记为平台多计' : '已标记为核对完成')
    answer(true)
  }
  const fields = fieldsOf(value, write, problems)
  return (
    <OpenedSheet title={line.channelOrderNo}>
      <Stack gap={12} ref={frame}>
        <Notice tone="primary">{`系统没有这个渠道订单号，平台结算 ${formatMoney(line.net)}`}</Notice>
        <Field label="查找订单" hint="订单号、车牌、客户姓名或手机号；没有渠道订单号的订单会补上">
          <TextInput value={keyword} onChange={({ target }) => setKeyword(target.value)} />
        </Field>
        {search.keyword !== '' && (
          <Answer of={found}>
            {({ list }) =>
              list.length === 0 ? (
                <Text ink={3}>没有找到该渠道的订单</Text>
              ) : (
                <div className="divided">
                  {list.map(({ orderId, orderNo, contactName, plate, pickupAt, status, total }) => (
                    <Cell
                      key={orderId}
                      label={orderNo}
                      note={[
                        contactName,
                        plate,
                        `${formatDay(pickupAt, now)} 取车`,
                        orderStatuses.text(status),
                        formatMoney(total),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                      extra={
                        <Button size="s" variant="tint" loading={handling.pending} onClick={() => void link(orderId)}>
                          关联
                        </Button>
                      }
                    />
                  ))}
                </div>
              )
            }
          </Answer>
        )}
        <TextField of={fields.note} label="说明" hint="没有这笔订单时填写，如平台重复计费" maxLength={200} />
        <Row gap={8}>
          <Button size="l" loading={handling.pending} onClick={() => void end('note')}>
            只核对，不入账
          </Button>
          <Button size="l" variant="tint" loading={handling.pending} onClick={() => void end('overbilled')}>
            平台多计
          </Button>
        </Row>
      </Stack>
    </OpenedSheet>
  )
}
