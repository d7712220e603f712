import type { DamagedPart } from '@cheyi/domain/damage/claim'
import { damageKinds } from '@cheyi/domain/damage/codes'
import { partName } from '@cheyi/domain/pickup-return/parts'
import { useState } from 'react'
import { useProblems } from '../../form/use-problems.ts'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { useListPrice } from '../../pickup-return/parts/photo/mark-charge.tsx'
import { Button, MainButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field/field.tsx'
import { AmountInput } from '../../ui/field/input.tsx'
import { ChipRadios } from '../../ui/frame/chips.tsx'
import { Stack } from '../../ui/layout.tsx'

const kinds = damageKinds.items.map(({ name, value }) => ({ label: name, value: value as DamagedPart['kind'] }))

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
  function save() {
    const wrong = { kind: kind === undefined && '请选择损伤类型', amount: amount === null && '请输入维修费用' }
    if (!show(wrong) || kind === undefined || amount === null) return
    answer({ part, kind, amount })
  }
  return (
    <OpenedSheet
      title={partName(part)}
      footer={
        <>
          {known && (
            <Button variant="danger" size="l" onClick={() => answer('removed')}>
              删除
            </Button>
          )}
          <MainButton onClick={save}>{known ? '保存' : '添加'}</MainButton>
        </>
      }
    >
      <Stack ref={frame} gap={12}>
        <Field label="损伤类型" layout="stack" group error={problems.kind}>
          <ChipRadios
            look="tile"
            label="损伤类型"
            options={kinds}
            value={kind}
            onChange={(next) => {
              setKind(next)
              settle({})
            }}
          />
        </Field>
        <Field
          label="维修费用"
          layout="stack"
          error={problems.amount}
          hint={listed?.words ?? '价目中没有此项，请按实际估价'}
        >
          <AmountInput look="box" value={amount} onChange={setTyped} />
        </Field>
      </Stack>
    </OpenedSheet>
  )
}
