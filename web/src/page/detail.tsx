import './detail.css'
import type { ReactNode } from 'react'
import { useTableWide } from '../kernel/device/media-query.ts'
import { useBack, useHasList } from '../kernel/page/pages.tsx'
import { IconButton } from '../ui/button.tsx'
import { PageFrame } from '../ui/frame/page-frame.tsx'
import { Row, Stack, Text } from '../ui/layout.tsx'
import { RefreshButton } from '../ui/list/pull.tsx'
import { Card } from '../ui/show/card.tsx'
import { type Due, dueInk } from '../ui/show/record-card.tsx'
import { StatusDot, type StatusMark, Tags, type Tone } from '../ui/show/tag.tsx'
import { Page } from './page.tsx'

export interface DetailPageProps {
  /** Where the record stands: 待报案. Undefined for records without a state: a person, a company. */
  readonly state?: { readonly text: string | undefined; readonly mark: StatusMark }
  /** What it is about: a plate, a name. */
  readonly subject?: ReactNode
  readonly tags?: readonly { readonly text: string; readonly tone: Tone }[]
  /** The next step in one sentence: red when it is late, amber when it is near. */
  readonly next?: Due | null | undefined
  /** Number of the record, and where it belongs. */
  readonly note?: string
  readonly onRefresh?: () => void
  /** Further buttons of the head, besides the refresh button. */
  readonly right?: ReactNode
  /** An `ActionBar` with the acts that are possible now: on a phone at the foot, on wide windows in the head. */
  readonly acts?: ReactNode
  readonly notices?: ReactNode
  /** What it is: facts, pictures. */
  readonly thing: ReactNode
  /** Who it concerns, money, papers. */
  readonly side: ReactNode
  /** What has happened; last on a phone. */
  readonly log?: ReactNode
}

/** The page of one record. From 1,200 px its parts stand in two columns beside the list, and its acts in the head. */
export function DetailPage({ state, subject, tags = [], next, note, ...page }: DetailPageProps) {
  const { onRefresh, right, acts, notices, thing, side, log } = page
  const wide = useTableWide()
  const hasList = useHasList()
  const back = useBack()
  const refresh = onRefresh && <RefreshButton onRefresh={onRefresh} />
  const title = (
    <>
      {state && (
        <StatusDot status={state.mark} large>
          {state.text}
        </StatusDot>
      )}
      {subject}
      <Tags of={tags} />
    </>
  )
  const below = (
    <>
      {next && (
        <Text as="p" num ink={dueInk(next)}>
          {next.text}
        </Text>
      )}
      {note && (
        <Text as="p" num note>
          {note}
        </Text>
      )}
    </>
  )
  const parts = (
    <>
      <div className="detail-part">{notices}</div>
      <div className="detail-columns">
        <div className="detail-part detail-thing">{thing}</div>
        <div className="detail-part detail-side">{side}</div>
        <div className="detail-part detail-log">{log}</div>
      </div>
    </>
  )
  if (wide)
    return (
      <PageFrame
        header={
          <header className="detail-head">
            {!hasList && <IconButton name="chevron-left" label="返回" onClick={back} />}
            <Stack gap={2}>
              <Row as="h1" gap={[4, 12]} wrap size="xl" weight="b">
                {title}
              </Row>
              {below}
            </Stack>
            {refresh}
            {right}
            {acts}
          </header>
        }
      >
        {parts}
      </PageFrame>
    )
  return (
    <Page
      right={
        <>
          {refresh}
          {right}
        </>
      }
      footer={acts}
    >
      <Card pad>
        <Row as="h2" gap={[4, 8]} wrap>
          {title}
        </Row>
        {below}
      </Card>
      {parts}
    </Page>
  )
}
