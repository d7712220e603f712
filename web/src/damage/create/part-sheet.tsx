import type { DamagedPart } from '@cheyi/domain/damage/claim'
import { partName } from '@cheyi/domain/pickup-return/parts'
import { useState } from 'react'
import { EntrySheet } from '../../form/entry-sheet.tsx'
import { useProblems } from '../../form/use-problems.ts'
import type { Asks } from '../../page/opened-sheet.tsx'
import { KindField, useListPrice } from '../../pickup-return/parts/photo/mark-charge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field/field.tsx'
import { AmountInput } from '../../ui/field/input.tsx'

interface PartSheetProps extends Asks<DamagedPart | 'removed'> {
  readonly part: string
  /** As it stands; none for one that is added. */
  readonly known?: DamagedPart
}

/** One damaged part: what it is, and what its repair costs, as the merchant's list has it unless typed. */
export default function PartSheet({ part, known, answer }: PartSheetProps) {
  const [kind, setKind] = useState(known?.kind)
  const [typed, setTyped] = useState<number | null | undefined>(known?.amount)
  const { problems, show, settle, frame } = useProblems()
  const listed = useListPrice({ part, kind }, true)
  const amount = typed === undefined ? (listed?.amount ?? null) : typed
  function send() {
    const wrong = { kind: kind === undefined && '请选择损伤类型', amount: amount === null && '请输入维修费用' }
    if (!show(wrong) || kind === undefined || amount === null) return
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
      <KindField
        kind={kind}
        error={problems.kind}
        onChange={(next) => {
          setKind(next)
          settle({})
        }}
      />
      <Field
        label="维修费用"
        layout="stack"
        error={problems.amount}
        hint={listed?.words ?? '价目中没有此项，请按实际估价'}
      >
        <AmountInput look="box" value={amount} onChange={setTyped} />
      </Field>
    </EntrySheet>
  )
}
