import type { ReactNode, RefCallback } from 'react'
import { Page } from '../../../page/page.tsx'
import { type Handed, HandedNotice } from '../../../platform/referral/parts/handed.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { MainButton, Stack } from '../../../ui/layout.tsx'
import type { Effect } from './ticket-words.ts'

interface PlanPageProps {
  readonly title?: string
  readonly entry: {
    readonly form: {
      readonly send: () => unknown
      readonly pending: boolean
      readonly frame: RefCallback<HTMLElement>
    }
    readonly against: Effect | undefined
    readonly forces: boolean
    readonly closed: string | undefined
  }
  readonly action: string
  /** What follows the consent in the button: 并保存. */
  readonly verb?: string
  /** Why it cannot be sent now. */
  readonly reason?: string | undefined
  readonly handed?: Handed | undefined
  readonly children: ReactNode
}

/** The page of a form that gives a car to a ticket; its button names the consent that it needs. */
export function PlanPage({ title, entry, action, verb = '', reason, handed, children }: PlanPageProps) {
  const { form, closed } = entry
  return (
    <Page
      title={title}
      footer={
        <ActionBar>
          <MainButton reason={reason ?? closed} loading={form.pending} onClick={() => void form.send()}>
            {planAction(entry, action, verb)}
          </MainButton>
        </ActionBar>
      }
    >
      <Stack gap={12} ref={form.frame}>
        {handed && <HandedNotice of={handed} />}
        {children}
      </Stack>
    </Page>
  )
}

/** The text of the button that sends it. */
export const planAction = (
  { forces, against }: Pick<PlanPageProps['entry'], 'forces' | 'against'>,
  action: string,
  verb = '',
): string => (forces ? `强制占用${verb}` : against ? `确认改派${verb}` : action)
