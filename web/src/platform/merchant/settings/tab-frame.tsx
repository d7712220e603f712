import type { ReactNode } from 'react'
import { FormCards, SaveBar, type SaveBarProps } from '../../../form/form-page.tsx'
import { Page } from '../../../page/page.tsx'

export interface TabProps<T> {
  readonly head: ReactNode
  readonly stored: T
  readonly refetch: () => void
}

interface TabFrameProps extends SaveBarProps {
  readonly head: ReactNode
  readonly children: ReactNode
}

/** One tab of the settings: its cards, and the button that saves the changes. */
export function TabFrame({ head, children, ...bar }: TabFrameProps) {
  const count = bar.of.dirty
  return (
    <Page head={head} footer={<SaveBar {...bar} action={count > 0 ? `保存 ${count} 项修改` : '保存'} />}>
      <FormCards of={bar.of} id="settings">
        {children}
      </FormCards>
    </Page>
  )
}
