import type { DamagedPart } from '@cheyi/domain/rental/damage/claim'
import { partName } from '@cheyi/domain/rental/pickup-return/parts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { useTyped } from '../../../form/use-problems.ts'
import type { Asks } from '../../../page/opened.tsx'
import { AmountInput } from '../../../ui/field/amount-input.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Button } from '../../../ui/layout.tsx'
import { KindField, useListPrice } from '../../pickup-return/parts/photo/mark-charge.tsx'

interface PartSheetProps extends Asks<DamagedPart | 'removed'> {
  readonly part: string
  /** The stored part; undefined for a new one. */
  readonly known?: DamagedPart
}

interface Typed {
  readonly kind: DamagedPart['kind'] | undefined
  /** undefined: not typed, the price of the list applies. */
  readonly typed: number | null | undefined
}

/** One damaged part: its kind of damage, and the repair price, from the merchant's list unless typed. */
export default function PartSheet({ part, known, answer }: PartSheetProps) {
  const { value, problems, write, isWhole, frame } = useTyped<Typed>(
    { kind: known?.kind, typed: known?.amount },
    ({ kind }) => ({
      kind: kind === undefined && '请选择损伤类型',
    }),
  )
  const { kind, typed } = value
  const listed = useListPrice({ part, kind }, true)
  const amount = typed === undefined ? (listed?.amount ?? null) : typed
  function send() {
    if (isWhole({ amount: amount === null && '请输入维修费用' }) && kind !== undefined && amount !== null)
      answer({ part, kind, amount })
  }
  return (
    <EntrySheet
      title={partName(part)}
      of={{ send, pending: false, frame }}
      action={known ? '保存' : '添加'}
      second={
        known && (
          <Button variant="danger" size="l" onClick={() => answer('removed')}>
            删除
          </Button>
        )
      }
    >
      <KindField kind={kind} error={problems.kind} onChange={(next) => write({ kind: next })} />
      <Field
        label="维修费用"
        error={problems.amount}
        hint={listed?.words ?? (kind === undefined ? '选择类型后带出价目' : '价目中没有此项，请按实际估价')}
      >
        <AmountInput value={amount} onChange={(next) => write({ typed: next })} />
      </Field>
    </EntrySheet>
  )
}
