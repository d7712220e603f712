import './detail.css'
import { createContext, type ReactNode, use, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTableWide } from '../kernel/device/media-query.ts'
import { useBack, useHasList, useRow } from '../kernel/page/pages.tsx'
import { PageFrame } from '../ui/frame/page-frame.tsx'
import { Card, IconButton, Row, Stack, Text } from '../ui/layout.tsx'
import { Pull, RefreshButton } from '../ui/list/pull.tsx'
import { type Due, dueInk } from '../ui/show/record-card.tsx'
import { StatusDot, type StatusMark, Tags, type Tone } from '../ui/show/tag.tsx'
import { HelpButton } from './help-button.tsx'
import { Page } from './page.tsx'

export interface DetailPageProps {
  /** Where the record stands: 待报案. Undefined for records without a state: a person, a company. */
  readonly state?: { readonly text: string | undefined; readonly mark: StatusMark | 'outline' }
  /** What it is about: a plate, a name. */
  readonly subject?: ReactNode
  readonly tags?: readonly { readonly text: string; readonly tone: Tone }[]
  /** The next step in one sentence: red when it is late, amber when it is near. */
  readonly next?: Due | null | undefined
  /** Number of the record, and where it belongs. */
  readonly note?: ReactNode
  /** Its way through its states: on a phone in the head, on wide windows below it. */
  readonly steps?: ReactNode
  /** A page that a record leads to: beside the list of records it has its title and a way back. */
  readonly isBelow?: boolean
  readonly onRefresh?: () => Promise<unknown>
  readonly isBusy?: boolean
  /** Text without a control: it can be focused, so that the keyboard scrolls it. */
  readonly reading?: boolean
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

/** The line of a page that names what its record has none of. */
const NoneLine = createContext<HTMLElement | null>(null)

/** Stands for a card without content: two words in one line of the page, 无车损 · 无违章, and the act that adds the first one. */
export function None({ of, add }: { readonly of: string; readonly add?: ReactNode }) {
  const line = use(NoneLine)
  return (
    line &&
    createPortal(
      <li>
        无{of}
        {add}
      </li>,
      line,
    )
  )
}

/** The page of one record. From 1,024 px its parts stand in two columns beside the list, and its acts in the head. */
export function DetailPage({ state, subject, tags = [], next, note, isBelow = false, ...page }: DetailPageProps) {
  const { onRefresh, right, acts, notices, steps, thing, side, log } = page
  const wide = useTableWide()
  const hasBack = !useHasList() || isBelow
  const row = useRow()
  const back = useBack()
  const [line, setLine] = useState<HTMLElement | null>(null)
  const refresh = onRefresh && <RefreshButton busy={page.isBusy} onRefresh={() => void onRefresh()} />
  const title = (
    <>
      {state && (
        <StatusDot status={state.mark === 'outline' ? 'neutral' : state.mark} large>
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
        <Text as="div" num note>
          {note}
        </Text>
      )}
    </>
  )
  const parts = (
    <NoneLine value={line}>
      <div className="detail-part">
        {notices}
        {wide && steps && <Card>{steps}</Card>}
      </div>
      <div className="detail-columns">
        <div className="detail-part detail-thing">{thing}</div>
        <div className="detail-part detail-side">
          {side}
          <ul ref={setLine} className="detail-none note" />
        </div>
        <div className="detail-part detail-log">{log}</div>
      </div>
    </NoneLine>
  )
  if (wide)
    return (
      <PageFrame
        fill
        header={
          <header className="detail-head">
            {hasBack && <IconButton name="chevron-left" label="返回" onClick={back} />}
            <Stack gap={2}>
              <Row as="h1" gap={[4, 12]} wrap size="xl" weight="b">
                {isBelow && row.title}
                {title}
              </Row>
              {below}
            </Stack>
            <HelpButton />
            {refresh}
            {right}
            {acts}
          </header>
        }
      >
        <Pull onRefresh={onRefresh} still={page.reading}>
          <div className="detail-main">{parts}</div>
        </Pull>
      </PageFrame>
    )
  return (
    <Page
      fill
      onBack={hasBack ? undefined : null}
      right={
        <>
          {refresh}
          {right}
        </>
      }
      footer={acts}
    >
      <Pull onRefresh={onRefresh} still={page.reading}>
        <div className="detail-main">
          <Card pad>
            <Row as="h2" gap={[4, 8]} wrap>
              {title}
            </Row>
            {below}
            {steps}
          </Card>
          {parts}
        </div>
      </Pull>
    </Page>
  )
}
