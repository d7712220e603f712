import { orderSteps, WRONG_STATUS } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { isByMachine } from '@cheyi/domain/money/deposit/hold'
import { payMode } from '@cheyi/domain/money/payment/codes'
import {
  type DamageCosts,
  type DamagedPart,
  damagePayable,
  damageTotal,
  isAssessing,
} from '@cheyi/domain/rental/damage/claim'
import { damageKinds, liabilities } from '@cheyi/domain/rental/damage/codes'
import { carDrawing } from '@cheyi/domain/rental/pickup-return/outline'
import { carParts, partName } from '@cheyi/domain/rental/pickup-return/parts'
import { can } from '@cheyi/domain/step'
import { useState } from 'react'
import { MoneyEntry, type MoneyEntryPlace } from '../../../booking/order/parts/money-entry.tsx'
import { damageSave } from '../../../form/calls/damage-save.gen.ts'
import { depositDeduct } from '../../../form/calls/deposit-deduct.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FenField, NumberField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { asking, type Beside } from '../../../form/form-call.ts'
import { UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, feedback, useRead } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Photos } from '../../../page/photos.tsx'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { Box, Card, Cell, Note, Row, Text } from '../../../ui/layout.tsx'
import { CarOutline } from '../../../ui/media/later.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { FeeLine } from '../../../ui/show/rows.tsx'
import { overCreditWords } from '../../company/parts/company-words.ts'
import type { Damage } from '../parts/damage-words.ts'
import { damageScreens } from '../screens.ts'

/** Handling of the case: it stays open for assessment, is billed, or is deducted from the rental deposit at once. */
const ways = { register: 1, bill: 2, deduct: 3 } as const
const wayCodes = {
  values: [ways.register, ways.bill, ways.deduct],
  text: (value: number) =>
    value === ways.register ? '先登记，待定损' : value === ways.bill ? '定损，稍后收款' : '定损并扣租车押金',
} as const

/** A deposit held by the merchant is deducted by hand, one held by a provider through its API. */
const deductModes = [payMode.offlineDeduct, payMode.onlineIn] as const

const askCase = asking(damageSave, {
  way: { label: '处理' } as Beside<number>,
  slipNo: { ...depositDeduct.fields.slipNo } as Beside<string>,
})

interface CaseFormProps extends MoneyEntryPlace {
  /** The stored case; undefined for a new one. */
  readonly known: Damage | undefined
}

export function CaseForm({ known, ...place }: CaseFormProps) {
  const { order } = place
  const { orderId, status } = order
  const mayDeduct = useMay('deposit.deduct')
  const deposit = useRead(calls.deposit.detail, { orderId }, { enabled: mayDeduct }).data
  const rental = deposit?.rows.find(({ kind }) => kind === depositKind.rental)
  const available = rental?.available ?? 0
  const mode = deductModes.find((one) => deposit?.modes.includes(one))
  const byMachine = isByMachine(rental?.holds ?? [], mode)
  const photos = useOrderSlot('voucher', orderId, 'damage', '照片')
  const stored = known?.photos ?? []
  const closed = can(orderSteps, 'damage', status).ok
    ? known && !isAssessing(known.status)
      ? '已定损，不能修改'
      : undefined
    : WRONG_STATUS
  const form = useEntry(askCase, {
    start: {
      orderId,
      ...(known && { ...known, damageId: known.id }),
      parts: known?.parts ?? [],
      liability: known?.liability ?? liabilities.code.customer,
      way: ways.register,
    },
    toInput: (value) => {
      const { payable } = sums(value)
      const out = value.way === ways.deduct && mode !== undefined ? Math.min(payable, available) : 0
      return {
        ...value,
        photoIds: [...stored.map(({ mediaId }) => mediaId), ...photos.ids()],
        assess: value.way !== ways.register,
        deduct: out > 0 ? { payMode: mode!, amount: out, slipNo: (byMachine && value.slipNo?.trim()) || '' } : null,
      }
    },
    files: () => ({ photoIds: photos }),
    also: (input, value) => ({
      parts: !input.parts?.length && !input.worth && '请选择损伤部位',
      photoIds: !input.photoIds?.length && '请上传损伤照片',
      slipNo: byMachine && input.deduct && !input.deduct.slipNo && '请填写流水号',
      insuranceCovered: (input.insuranceCovered ?? 0) > sums(value).total && '保险及第三方承担不能超过损失合计',
    }),
    onSent({ due, overCredit }) {
      const done = now === ways.register ? '车损已登记' : due > 0 ? `已定损，待收 ${formatMoney(due)}` : '已定损'
      feedback.toast(done + overCreditWords(overCredit))
      go(damageScreens.record, { orderId }, { replace: true })
    },
  })
  const { fields, value } = form
  const now = value.way
  const { total, payable } = sums(value)
  const taken = now === ways.deduct ? Math.min(payable, available) : 0
  const offered = mode === undefined || available === 0 ? wayCodes.values.slice(0, 2) : wayCodes.values
  return (
    <MoneyEntry
      {...place}
      form={form}
      closed={closed}
      fen={payable}
      note={`客户承担 · 损失合计 ${formatMoney(total)}`}
      verb={now === ways.register ? '登记车损' : '提交定损'}
    >
      <PartsCard
        parts={value.parts ?? []}
        error={form.problems.parts}
        onChange={(parts) => form.set({ parts: [...parts] })}
      />
      <Card pad>
        {(known?.worth ?? 0) > 0 && <FenField of={fields.worth} />}
        <NumberField of={fields.downtimeDays} unit="天" />
        <FenField of={fields.downtimeFee} suffix="/天" />
        <FenField of={fields.depreciationFee} />
        <FenField of={fields.otherFee} />
        <FenField of={fields.insuranceCovered} />
        <CodeField of={fields.liability} optional={false} codes={liabilities} />
        <TextAreaField of={fields.remark} rows={2} placeholder="客户账单会显示这段说明" />
        <Photos photos={stored} noun="损伤照片" />
        <UploadsField of={fields.photoIds} from={photos} optional={false} addLabel="添加照片" />
      </Card>
      <Card pad>
        <CodeField of={fields.way} optional={false} codes={{ values: offered, text: wayCodes.text }} />
        {now === ways.deduct && byMachine && (
          <TextField of={fields.slipNo} optional={false} placeholder="预授权完成小票上的流水号" />
        )}
        {now === ways.deduct && (
          <div>
            <FeeLine label="租车押金可用" fen={available} />
            <FeeLine label="本次扣款" fen={-taken} />
            <FeeLine
              label={taken < payable ? '不足部分待客户付款' : '扣款后可用'}
              fen={taken < payable ? payable - taken : available - taken}
            />
          </div>
        )}
      </Card>
    </MoneyEntry>
  )
}

type Typed = { readonly [K in Exclude<keyof DamageCosts, 'parts'>]?: number | null } & {
  readonly parts?: DamageCosts['parts'] | null
  readonly insuranceCovered?: number | null
  readonly liability?: 1 | 2 | 3 | null
}

/** The total of a case as typed, and the customer's share of it. Fen. */
function sums(value: Typed): { total: number; payable: number } {
  const costs = {
    parts: value.parts ?? [],
    worth: value.worth ?? 0,
    downtimeDays: value.downtimeDays ?? 0,
    downtimeFee: value.downtimeFee ?? 0,
    depreciationFee: value.depreciationFee ?? 0,
    otherFee: value.otherFee ?? 0,
  }
  const covered = value.insuranceCovered ?? 0
  const liability = value.liability ?? liabilities.code.customer
  return { total: damageTotal(costs), payable: damagePayable({ ...costs, covered, liability }) }
}

interface PartsCardProps {
  readonly parts: readonly DamagedPart[]
  readonly error: string | undefined
  readonly onChange: (parts: readonly DamagedPart[]) => void
}

/** The damaged parts, on the outline of the car and by name; a tap adds a part, a row changes one. */
function PartsCard({ parts, error, onChange }: PartsCardProps) {
  const [edited, setEdited] = useState<string>()
  async function ask(part: string, index: number) {
    setEdited(part)
    const known = parts[index]
    const answer = await open(() => import('./part-sheet.tsx'), { part, ...(known && { known }) })
    setEdited(undefined)
    if (answer === undefined) return
    const others = parts.filter((_, i) => i !== index)
    onChange(answer === 'removed' ? others : known ? parts.with(index, answer) : [...others, answer])
  }
  return (
    <Card pad title="损伤部位" extra="点车身添加" data-field-error={error ? true : undefined}>
      <CarOutline
        drawing={carDrawing}
        parts={carParts}
        marks={parts.map(({ part }) => ({ part, ...middleOf(part), isNew: true }))}
        selected={edited}
        onPart={(part) => void ask(part, parts.length)}
      />
      <Box divided>
        {parts.map((one, index) => (
          <Cell
            key={`${one.part}/${one.kind}/${one.amount}`}
            label={
              <Row gap={8}>
                <Text num>{index + 1}</Text>
                <span>
                  {partName(one.part)} · {damageKinds.text(one.kind)}
                </span>
              </Row>
            }
            align="right"
            onClick={() => void ask(one.part, index)}
          >
            <Money fen={one.amount} />
          </Cell>
        ))}
      </Box>
      {error && (
        <Text as="p" ink="danger" size="s" top={4} role="alert">
          {error}
        </Text>
      )}
      {parts.length === 0 && <Note top={8}>点车身图上的部位，选择损伤类型和维修费用</Note>}
    </Card>
  )
}

function middleOf(code: string): { x: number; y: number } {
  const [x, y, width, height] = carParts.find((one) => one.code === code)?.box ?? [0, 0, 0, 0]
  return { x: x + width / 2, y: y + height / 2 }
}
