import type { OutputOf } from '@cheyi/contract/call'
import type { deposit } from '@cheyi/contract/deposit'
import { depositKinds, depositMode, waiveType } from '@cheyi/domain/deposit/codes'
import { formatMoney } from '@cheyi/domain/money'
import { offlinePayWays, type PayWay, payWays } from '@cheyi/domain/payment/codes'
import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { useUploads } from '../../kernel/uploads.ts'
import { useMay } from '../../kernel/user.ts'
import { Button } from '../../ui/button.tsx'
import { ChipRadios } from '../../ui/chips.tsx'
import { RadioList } from '../../ui/choice.tsx'
import { Field, useFirstError } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { KeyValue } from '../../ui/rows.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { UploadGrid } from '../../ui/upload-grid.tsx'
import type { StepProps } from '../parts/flow.ts'

/** Both deposits together, as the call takes them. */
const BOTH = 3
const SLOT = 'deposit'

type PickupDeposit = OutputOf<typeof deposit.forPickup>
type Row = PickupDeposit['rows'][number]
type Kind = Row['kind'] | typeof BOTH

interface DepositSheetProps extends StepProps {
  readonly deposits: PickupDeposit
  readonly open: boolean
  readonly onClose: () => void
}

/** Takes a deposit at the counter, with its voucher, or lets the customer off. */
export function DepositSheet({ flow, deposits, open, onClose }: DepositSheetProps) {
  const { orderId } = flow.task.order
  const mayWaive = useMay('deposit.waive')
  const due = deposits.rows.filter((row) => row.due > 0)
  const [kind, setKind] = useState<Kind>(due.length > 1 ? BOTH : (due[0]?.kind ?? BOTH))
  const byHand = deposits.modes.includes(depositMode.offline)
  const waivable =
    mayWaive && deposits.modes.includes(depositMode.waived) && deposits.waiveTypes.includes(waiveType.merchant)
  const [waived, setWaived] = useState(!byHand)
  const ways = offlinePayWays.filter((way) => deposits.payWays.includes(way))
  const [way, setWay] = useState<PayWay | undefined>(ways.length === 1 ? ways[0] : undefined)
  const [wrong, setWrong] = useState<{ way?: string; vouchers?: string }>({})
  const { frame, showFirst } = useFirstError()
  const uploads = useUploads('voucher', orderId)
  const vouchers = uploads.tiles.filter((tile) => tile.slot === SLOT)
  const pay = useWrite(calls.deposit.pay)
  const meant = due.filter((row) => kind === BOTH || row.kind === kind)
  const amount = meant.reduce((sum, row) => sum + row.due, 0)

  async function submit() {
    const problems = waived
      ? {}
      : {
          ...(way === undefined && { way: '请选择收款方式' }),
          ...(vouchers.some(({ status }) => status !== 'done') && { vouchers: '凭证还在上传，请稍候' }),
        }
    setWrong(problems)
    if (Object.keys(problems).length > 0) return showFirst()
    const how = waived
      ? { mode: depositMode.waived, waiveType: waiveType.merchant }
      : { mode: depositMode.offline, payWay: way, voucherIds: [...uploads.mediaIds(SLOT)] }
    if (!(await pay.run({ orderId, kind, amount, ...how }))) return
    for (const { id } of vouchers) uploads.remove(id)
    feedback.toast(waived ? '已免押' : `已收押金 ${formatMoney(amount)}`)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="收取押金"
      footer={
        <Button variant="primary" size="l" block loading={pay.pending} onClick={submit}>
          {waived ? '免押' : '收押金'} {formatMoney(amount)}
        </Button>
      }
    >
      <div ref={frame} className="handover-sheet">
        {due.length > 1 && (
          <ChipRadios
            look="wrap"
            label="押金类型"
            options={[
              { value: BOTH as Kind, label: '两项一起' },
              ...due.map((row) => ({ value: row.kind as Kind, label: depositKinds.text(row.kind) })),
            ]}
            value={kind}
            onChange={setKind}
          />
        )}
        <KeyValue rows={meant.map((row) => ({ label: depositKinds.text(row.kind), value: formatMoney(row.due) }))} />
        {waivable && (
          <RadioList
            label="收取方式"
            options={[
              { value: 'collect', label: '线下收取', note: '现金、转账、刷卡', disabled: !byHand },
              { value: 'waive', label: '商家免押', note: '不收押金，由商家承担风险' },
            ]}
            value={waived ? 'waive' : 'collect'}
            onChange={(value) => setWaived(value === 'waive')}
          />
        )}
        {!byHand && !waivable && <Notice>没有可用的收取方式</Notice>}
        {!waived && (
          <>
            <Field label="收款方式" layout="stack" group error={way === undefined ? wrong.way : undefined}>
              <ChipRadios
                look="tile"
                label="收款方式"
                options={ways.map((value) => ({ value, label: payWays.text(value) }))}
                value={way}
                onChange={setWay}
              />
            </Field>
            <Field label="收款凭证" layout="stack" group optional error={wrong.vouchers}>
              <UploadGrid
                items={vouchers}
                addLabel="添加凭证"
                onAdd={() => void uploads.pick({ slot: SLOT, source: 'both' })}
                onRetry={uploads.retry}
                onRemove={uploads.remove}
              />
            </Field>
          </>
        )}
      </div>
    </Sheet>
  )
}
