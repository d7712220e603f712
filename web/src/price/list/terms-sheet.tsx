import type { ReactNode } from 'react'
import { FormCards, SaveButton, type SavedForm } from '../../form/form-page.tsx'
import { feedback } from '../../kernel/call/feedback.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'

interface TermsSheetProps {
  /** 服务项, 取消规则. */
  readonly noun: string
  readonly of: SavedForm
  readonly isNew: boolean
  readonly children: ReactNode
}

/** The sheet in which one row of the terms is edited. */
export function TermsSheet({ noun, of, isNew, children }: TermsSheetProps) {
  return (
    <OpenedSheet title={isNew ? `添加${noun}` : noun} flush footer={<SaveButton of={of} touched={isNew} />}>
      <FormCards of={of}>
        <div>{children}</div>
      </FormCards>
    </OpenedSheet>
  )
}

interface Edited {
  /** null: one that is added. */
  readonly id: string | null
  readonly read: { readonly refetch: () => unknown }
  readonly answer: (saved: true) => void
}

/** What the form of any row of the terms does. */
export const savingOf = ({ id, read, answer }: Edited) => ({
  id: id ?? 'new',
  refetch: () => void read.refetch(),
  onSaved() {
    feedback.toast('已保存，只影响新报价和新订单')
    answer(true)
  },
})
