import type { Source } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { TextField } from '../../../form/fields.tsx'
import { fieldsOf } from '../../../form/form-field.ts'
import { useTyped } from '../../../form/use-problems.ts'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Button, MainButton, Notice, Row, Stack } from '../../../ui/layout.tsx'
import type { Kind, Mapping } from '../parts/mappings.ts'
import type { StatementLine } from './statement-tab.tsx'

interface CodeSheetProps extends Asks<boolean> {
  readonly source: Source
  readonly kind: Kind
  readonly row: Mapping
}

/** The channel's own code of a store, model or service. */
export function CodeSheet({ source, kind, row, answer }: CodeSheetProps) {
  const saving = useWrite(calls.channel.saveMappings)
  const { value, write, problems, isWhole, frame } = useTyped(
    { theirCode: row.theirCode ?? row.id, theirName: row.theirName },
    ({ theirCode }) => ({ theirCode: theirCode.trim() === '' && '请填写渠道编码' }),
  )
  async function save() {
    if (!isWhole()) return
    if (!(await saving.run({ source, kind, rows: [{ id: row.id, ...value }] }))) return
    feedback.toast('渠道编码已保存')
    answer(true)
  }
  const fields = fieldsOf(value, write, problems)
  return (
    <OpenedSheet
      title={row.name}
      footer={
        <MainButton loading={saving.pending} onClick={() => void save()}>
          保存
        </MainButton>
      }
    >
      <Stack gap={12} ref={frame}>
        <TextField of={fields.theirCode} label="渠道编码" hint="平台后台里的编号" maxLength={64} />
        <TextField of={fields.theirName} label="渠道名称" optional maxLength={100} />
      </Stack>
    </OpenedSheet>
  )
}

interface HandleSheetProps extends Asks<boolean> {
  readonly source: Source
  readonly month: string
  readonly line: StatementLine
}

/** Ends a difference of a statement: booked as the platform says, or only noted. */
export function HandleSheet({ source, month, line, answer }: HandleSheetProps) {
  const handling = useWrite(calls.channel.statementHandle)
  const { value, write, problems, isWhole, frame } = useTyped({ note: '' }, ({ note }) => ({
    note: note.trim() === '' && '请填写说明',
  }))
  const key = line.id === null ? { orderId: line.orderId! } : { lineId: line.id }
  const difference = line.net - (line.ours ?? 0)
  const commission = line.commission === null ? 0 : line.commission - (line.oursCommission ?? 0)
  async function send(action: 'book' | 'note') {
    if (!isWhole()) return
    if (!(await handling.run({ source, month, ...key, action, note: value.note }))) return
    feedback.toast(action === 'book' ? '已按渠道金额入账' : '已标记为核对完成')
    answer(true)
  }
  const fields = fieldsOf(value, write, problems)
  return (
    <OpenedSheet
      title={line.channelOrderNo}
      footer={
        <Row gap={8}>
          <Button size="l" loading={handling.pending} onClick={() => void send('note')}>
            只核对，不入账
          </Button>
          <MainButton loading={handling.pending} onClick={() => void send('book')}>
            按渠道金额入账
          </MainButton>
        </Row>
      }
    >
      <Stack gap={12} ref={frame}>
        <Notice tone="primary">{`入账后该订单不再有平台在途款，差额 ${formatMoney(difference)} 记入对账差异`}</Notice>
        {commission !== 0 && (
          <Notice tone="warning">{`佣金相差 ${formatMoney(commission)}，入账不改系统中的佣金，请先与平台核对佣金比例`}</Notice>
        )}
        <TextField of={fields.note} label="说明" maxLength={200} />
      </Stack>
    </OpenedSheet>
  )
}
