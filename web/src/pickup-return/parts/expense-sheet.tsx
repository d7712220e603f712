import { expenseCodes } from '@cheyi/domain/expense/codes'
import { manualExpenseCodes } from '@cheyi/domain/expense/lower'
import { formatMoney } from '@cheyi/domain/money'
import { useState } from 'react'
import { useUploads } from '../../kernel/uploads.ts'
import { Button } from '../../ui/button.tsx'
import { ChipRadios } from '../../ui/chips.tsx'
import { Field, useFirstError } from '../../ui/field.tsx'
import { AmountInput, TextArea } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { UploadGrid } from '../../ui/upload-grid.tsx'
import { chargeProblems, type TypedCharge } from './expense-input.ts'
import type { Expense } from './handover.ts'
import { tileOf } from './media.ts'
import type { Expenses } from './use-expenses.ts'

const options = manualExpenseCodes.map((value) => ({ value, label: expenseCodes.text(value) }))

/** At most so many pictures of one charge. */
const MAX_PHOTOS = 9

/** A charge to begin with: one that is there, or what is known of a new one. */
export type BegunCharge = Expense | Partial<Pick<Expense, 'code' | 'remark'>>

interface ExpenseSheetProps {
  readonly orderId: string
  readonly charge: BegunCharge
  readonly expenses: Expenses
  readonly open: boolean
  readonly onClose: () => void
}

/** A charge that is added by hand, with its receipt or picture. */
export function ExpenseSheet({ orderId, charge, expenses, open, onClose }: ExpenseSheetProps) {
  const known = 'id' in charge ? charge : undefined
  const [typed, setTyped] = useState<TypedCharge>({
    id: known?.id,
    code: charge.code,
    amount: known?.amount ?? null,
    remark: charge.remark ?? '',
    photoIds: known?.photos.map(({ mediaId }) => mediaId) ?? [],
  })
  const [shown, setShown] = useState<ReturnType<typeof chargeProblems> & { photos?: string }>({})
  const { frame, showFirst } = useFirstError()
  const uploads = useUploads('expense', orderId)
  const slot = known?.id ?? 'new'
  const fresh = uploads.tiles.filter((tile) => tile.slot === slot)
  const stored = known?.photos.filter(({ mediaId }) => typed.photoIds.includes(mediaId)) ?? []

  function change(part: Partial<TypedCharge>) {
    const next = { ...typed, ...part }
    setTyped(next)
    const left = chargeProblems(next)
    setShown((old) => Object.fromEntries(Object.entries(old).filter(([name]) => name in left)))
  }
  async function submit() {
    const waiting = fresh.some(({ status }) => status !== 'done') && { photos: '照片还在上传，请稍候' }
    const wrong = { ...chargeProblems(typed), ...waiting }
    setShown(wrong)
    if (Object.keys(wrong).length > 0) return showFirst()
    if (!(await expenses.put({ ...typed, photoIds: [...typed.photoIds, ...uploads.mediaIds(slot)] }))) return
    for (const { id } of fresh) uploads.remove(id)
    onClose()
  }
  async function remove() {
    if (known && (await expenses.remove(known.id))) onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={known ? known.name : '添加费用'}
      footer={
        <>
          {known && (
            <Button variant="danger" size="l" disabled={expenses.saving} onClick={remove}>
              删除
            </Button>
          )}
          <Button variant="primary" size="l" block loading={expenses.saving} onClick={submit}>
            保存费用{typed.amount ? ` ${formatMoney(typed.amount)}` : ''}
          </Button>
        </>
      }
    >
      <div ref={frame} className="handover-sheet">
        {!known && (
          <Field label="费用项" layout="stack" group error={shown.code}>
            <ChipRadios
              look="tile"
              label="费用项"
              options={options}
              value={typed.code}
              onChange={(code) => change({ code })}
            />
          </Field>
        )}
        <Field label="费用金额" layout="stack" error={shown.amount}>
          <AmountInput look="box" value={typed.amount} onChange={(amount) => change({ amount })} />
        </Field>
        <Field label="费用说明" layout="stack" optional error={shown.remark}>
          <TextArea
            value={typed.remark}
            maxLength={200}
            placeholder="客户在账单上会看到"
            onChange={(event) => change({ remark: event.target.value })}
          />
        </Field>
        <Field label="票据或照片" layout="stack" group optional error={shown.photos}>
          <UploadGrid
            items={[...stored.map((media) => tileOf(media)), ...fresh]}
            max={MAX_PHOTOS}
            onAdd={() => void uploads.pick({ slot, source: 'both', max: MAX_PHOTOS - stored.length - fresh.length })}
            onRetry={uploads.retry}
            onRemove={(id) => {
              if (typed.photoIds.includes(id)) change({ photoIds: typed.photoIds.filter((one) => one !== id) })
              else uploads.remove(id)
            }}
          />
        </Field>
      </div>
    </Sheet>
  )
}
