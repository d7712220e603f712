import { formatMoney } from '@cheyi/domain/money'
import { expenseCode, expenseCodes } from '@cheyi/domain/money/expense/codes'
import { manualExpenseCodes } from '@cheyi/domain/money/expense/lower'
import { ChoiceField } from '../../../../form/code-field.tsx'
import { EntrySheet } from '../../../../form/entry-sheet.tsx'
import { FenField, TextAreaField } from '../../../../form/fields.tsx'
import { fieldsOf } from '../../../../form/form-field.ts'
import { slotOf } from '../../../../form/uploads-field.tsx'
import { useTyped } from '../../../../form/use-problems.ts'
import { filesOfRecordOr } from '../../../../kernel/media/files-of.ts'
import { useOnceSent } from '../../../../kernel/media/once-sent.ts'
import { useSheetFiles, useUploads } from '../../../../kernel/media/uploads.ts'
import { useMay } from '../../../../kernel/user.ts'
import type { Asks } from '../../../../page/opened.tsx'
import { Button } from '../../../../ui/layout.tsx'
import { PhotosField } from '../photo/photos-field.tsx'
import type { Expense } from '../types.ts'
import { chargeProblems, chargeRules, type TypedCharge } from './expense-input.ts'
import { type Charged, useExpenses } from './use-expenses.ts'

const options = manualExpenseCodes.map((value) => ({ value, label: expenseCodes.text(value) }))
const withoutDamage = options.filter(({ value }) => value !== expenseCode.damage)

/** Maximum number of pictures of one charge. */
const MAX_PHOTOS = 9

/** Initial values: an existing charge, or the known fields of a new one. */
export type BegunCharge = Expense | Partial<Pick<Expense, 'code' | 'remark'>>

interface ExpenseSheetProps extends Asks<true> {
  readonly charged: Charged
  readonly charge: BegunCharge
}

/** A manual charge with its receipt or picture. */
export default function ExpenseSheet({ charged, charge, answer }: ExpenseSheetProps) {
  const expenses = useExpenses(charged)
  const mayDamage = useMay('damage.create')
  const known = 'id' in charge ? charge : undefined
  const start: TypedCharge = {
    id: known?.id,
    code: charge.code,
    amount: known?.amount ?? null,
    remark: charge.remark ?? '',
    photoIds: known?.photos.map(({ mediaId }) => mediaId) ?? [],
  }
  const { value: typed, problems, write, isWhole, frame } = useTyped(start, chargeProblems)
  // The pictures of a new charge are of this sheet: its other values end with it, too.
  const uploads = useUploads('expense', filesOfRecordOr(known?.id, useSheetFiles()))
  const slot = known?.id ?? 'new'
  const fresh = slotOf(uploads, slot, '照片')
  const stored = known?.photos.filter(({ mediaId }) => typed.photoIds.includes(mediaId)) ?? []

  const once = useOnceSent(fresh.sending, JSON.stringify(typed), () => send())
  async function send() {
    if (!isWhole({ photos: fresh.failed })) return
    if (fresh.sending) return once.wait(fresh.waiting)
    if (!(await expenses.put({ ...typed, photoIds: [...typed.photoIds, ...fresh.ids()] }))) return
    fresh.forget()
    answer(true)
  }
  async function remove() {
    if (known && (await expenses.remove(known.id))) answer(true)
  }
  const fields = fieldsOf(typed, write, problems)
  return (
    <EntrySheet
      title={known ? known.name : '添加费用'}
      of={{ send, pending: expenses.saving || once.waits, frame }}
      action={`保存费用${typed.amount ? ` ${formatMoney(typed.amount)}` : ''}`}
      second={
        known && (
          <Button variant="danger" size="l" disabled={expenses.saving} onClick={remove}>
            删除
          </Button>
        )
      }
    >
      {!known && (
        <ChoiceField of={fields.code} label="费用项" look="tile" options={mayDamage ? options : withoutDamage} />
      )}
      <FenField of={fields.amount} label="费用金额" />
      <TextAreaField
        of={fields.remark}
        label="费用说明"
        optional
        maxLength={chargeRules.remark.max?.[0]}
        placeholder="客户在账单上会看到"
      />
      <PhotosField
        label="票据或照片"
        error={problems.photos}
        stored={stored}
        fresh={fresh}
        add={(max) => uploads.pick({ slot, source: 'both', max })}
        max={MAX_PHOTOS}
        drop={(id) => write({ photoIds: typed.photoIds.filter((one) => one !== id) })}
      />
    </EntrySheet>
  )
}
