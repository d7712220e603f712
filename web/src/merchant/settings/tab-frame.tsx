import '../parts/form.css'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ActionBar, PageFrame } from '../../ui/page-frame.tsx'
import type { Form } from '../parts/use-form.ts'

export interface TabProps<T> {
  /** The bars of the page. */
  readonly head: ReactNode
  readonly stored: T
  readonly refetch: () => void
}

interface TabFrameProps<T> {
  readonly head: ReactNode
  readonly form: Form<T>
  readonly saving: boolean
  /** Something besides the form's fields is to be saved, or still on its way. */
  readonly more?: boolean
  readonly waiting?: string
  readonly onSave: () => void
  readonly children: ReactNode
}

/** One tab of the settings: its cards, and the button that saves what was changed. */
export function TabFrame<T>({ head, form, saving, more, waiting, onSave, children }: TabFrameProps<T>) {
  const count = form.changed.length
  const reason =
    form.conflicts.length > 0
      ? '请先选择保留哪一方的修改'
      : (waiting ?? (count === 0 && !more ? '内容没有改动' : undefined))
  return (
    <PageFrame
      narrow
      header={head}
      footer={
        <ActionBar>
          <Button variant="primary" size="l" block loading={saving} reason={reason} onClick={onSave}>
            {count > 0 ? `保存 ${count} 项修改` : '保存'}
          </Button>
        </ActionBar>
      }
    >
      <div ref={form.frame} className="form-stack" id="settings" role="tabpanel">
        {children}
      </div>
    </PageFrame>
  )
}
