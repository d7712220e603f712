import type { ReactNode } from 'react'
import { FormCards, SaveButton, type SavedForm } from '../../../form/form-page.tsx'
import { feedback } from '../../../kernel/call/feedback.ts'
import { confirm } from '../../../page/confirm.ts'
import { OpenedSheet } from '../../../page/opened-sheet.tsx'

interface TermsSheetProps {
  /** 服务项, 取消规则. */
  readonly noun: string
  readonly of: SavedForm
  readonly isNew: boolean
  /** What looks like a slip: asked about before it is saved. */
  readonly doubt?: string | undefined
  readonly children: ReactNode
}

/** The sheet in which one row of the terms is edited. */
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
