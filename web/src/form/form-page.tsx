import type { ReactNode } from 'react'
import { Page } from '../page/page.tsx'
import { ActionBar } from '../ui/frame/page-frame.tsx'
import { MainButton, Notice, Stack } from '../ui/layout.tsx'
import type { RecordForm } from './use-form.ts'

/** The form, independent of its fields. */
export type SavedForm = Pick<RecordForm<object>, 'conflicts' | 'overtaken' | 'dirty' | 'save' | 'saving' | 'frame'>

export interface SaveBarProps {
  readonly of: SavedForm
  /** There are changes outside the fields, or the record is new. */
  readonly touched?: boolean
  /** Why it cannot be saved yet. */
  readonly reason?: string
  readonly action?: string
}

/** The save button of a form; when it is not available, it shows the reason. */
export function SaveButton({ of, touched, reason, action = '保存' }: SaveBarProps) {
  return (
    <MainButton
      loading={of.saving}
      reason={
        of.conflicts > 0
          ? '请先选择保留哪一方的修改'
          : (reason ?? (of.dirty > 0 || touched ? undefined : '内容没有改动'))
      }
      onClick={() => void of.save()}
    >
      {action}
    </MainButton>
  )
}

/** The save button at the bottom of a page. */
export const SaveBar = (props: SaveBarProps) => (
  <ActionBar>
    <SaveButton {...props} />
  </ActionBar>
)

interface FormCardsProps {
  readonly of: SavedForm
  /** Id of the panel that a tab shows. */
  readonly id?: string
  readonly children: ReactNode
}

/** The cards of a form, below the notice about changes of others. */
export function FormCards({ of, id, children }: FormCardsProps) {
  return (
    <Stack gap={12} ref={of.frame} id={id} role={id && 'tabpanel'}>
      {of.conflicts > 0 ? (
        <Notice tone="warning">他人也修改了{of.conflicts}项内容，请在各项下选择保留哪一个</Notice>
      ) : (
        of.overtaken && (
          <div role="status" ref={bringIntoView}>
            <Notice>他人刚刚修改并保存了资料，已为你合并最新内容，请核对后再次保存</Notice>
          </div>
        )
      )}
      {children}
    </Stack>
  )
}

/** The button that was tapped is far below the notice. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

interface FormPageProps extends SaveBarProps {
  readonly title: string
  /** At the right of the title: the status of the record. */
  readonly extra?: ReactNode
  readonly onBack: () => void
  readonly children: ReactNode
}

/** The page of a record that is edited: notice about changes of others, its cards, and one save button. */
export function FormPage({ title, extra, onBack, children, ...bar }: FormPageProps) {
  return (
    <Page title={title} onBack={onBack} right={extra} footer={<SaveBar {...bar} />}>
      <FormCards of={bar.of}>{children}</FormCards>
    </Page>
  )
}
