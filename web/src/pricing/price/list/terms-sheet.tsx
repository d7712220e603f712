import type { ReactNode } from 'react'
import { FormCards, SaveButton, type SavedForm } from '../../../form/form-page.tsx'
import { feedback } from '../../../kernel/call/calls.ts'
import { confirm } from '../../../page/open.ts'
import { OpenedSheet } from '../../../page/opened.tsx'

interface TermsSheetProps {
  /** The noun of the row: 服务项, 取消规则. */
  readonly noun: string
  readonly of: SavedForm
  readonly isNew: boolean
  /** A warning about a probable typing error; it must be confirmed before saving. */
  readonly doubt?: string | undefined
  readonly children: ReactNode
}

/** The sheet that edits one row of the terms. */
export function TermsSheet({ noun, of, isNew, doubt, children }: TermsSheetProps) {
  async function save() {
    const asked = { title: '确认这样设置？', body: `${doubt}。`, confirm: '确认保存', cancel: '再改改' }
    if (doubt === undefined || (await confirm(asked))) await of.save()
  }
  return (
    <OpenedSheet
      title={isNew ? `添加${noun}` : noun}
      flush
      footer={<SaveButton of={{ ...of, save }} touched={isNew} />}
    >
      <FormCards of={of}>
        <div>{children}</div>
      </FormCards>
    </OpenedSheet>
  )
}

interface Edited {
  /** null: a new row. */
  readonly id: string | null
  readonly read: { readonly refetch: () => unknown }
  readonly answer: (saved: true) => void
}

/** Form options that all rows of the terms share. */
export const savingOf = ({ id, read, answer }: Edited) => ({
  id: id ?? 'new',
  refetch: () => void read.refetch(),
  onSaved() {
    feedback.toast('已保存，只影响新报价和新订单')
    answer(true)
  },
})
