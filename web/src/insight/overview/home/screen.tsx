import { formatMoney } from '@cheyi/domain/money'
import { formatNear, weekdayWord } from '@cheyi/domain/near'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, linkToAddress, useMayWhole, useReach, useUser } from '../../../kernel/user.ts'
import { cashShiftScreens } from '../../../money/cash-shift/screens.ts'
import { HelpButton } from '../../../page/help-button.tsx'
import { open } from '../../../page/open.ts'
import { Button, Card, Disc, IconButton, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Avatar, Tag } from '../../../ui/show/tag.tsx'
import './home.css'
import { formatLocal } from '@cheyi/domain/time'
import { type CSSProperties, lazy, type ReactNode, useEffect, useState } from 'react'
import { useDesktop, useWide } from '../../../kernel/device/media-query.ts'
import { prefetch } from '../../../kernel/page/prefetch.ts'
import { go } from '../../../kernel/page/router.ts'
import { useShortcut } from '../../../kernel/page/shortcuts.ts'
import { useUnread } from '../../../platform/notify/parts/use-unread.ts'
import { notifyScreens } from '../../../platform/notify/screens.ts'
import { useCurrentStore, useStoreFilter } from '../../../platform/store/parts/current-store.ts'
import { Later } from '../../../ui/frame/later.tsx'
import { PageFrame } from '../../../ui/frame/page-frame.tsx'
import { LazyArea, Skeleton } from '../../../ui/frame/skeleton.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Pull, RefreshButton } from '../../../ui/list/pull.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { begin, beginningsOf } from '../parts/beginnings.ts'
import type { SideProps } from './home-side.tsx'
import { greeting } from './home-words.ts'
import { Setup } from './setup.tsx'
import { Todos } from './todos.tsx'
import './counters.css'
import { type Counter, isLate, shownCounters } from './todo-words.ts'
import { workOf } from './work.ts'

const finder = () => import('../parts/finder.tsx')
const nothing = { default: (_: SideProps): ReactNode => null }
const side = import('./home-side.tsx').catch(() => nothing)
/** Below the first screen, so its code is loaded while the to-dos are requested; if it fails to load, nothing is rendered. */
const HomeSide = lazy(() => side)

/** Age in ms from which data is loaded again when the user returns to the page. */
const FRESH = 3_000
const MINUTE = 60_000
/** Number of to-dos that are loaded at first, and in the complete list; further ones are in the order list. */
const FIRST = 20
const MOST = 50

/** The home page of a store: due work, counters of pending work, figures of the day. */
export default function Home() {
  const wide = useWide()
  const desktop = useDesktop()
  const now = useNow()
  const setsUp = useMayWhole('merchant.setting')
  const storeId = useStoreFilter()
  const [all, setAll] = useState(false)
  const asked = { storeId: storeId ?? undefined }
  const live = { freshFor: FRESH, every: MINUTE, keepPrevious: true }
  const home = useRead(calls.overview.home, { ...asked, limit: all ? MOST : FIRST }, live)
  const counters = useRead(calls.todo.counts, asked, live)
  const setup = useRead(calls.merchant.setup, {}, { enabled: setsUp })
  async function refresh() {
    const [first] = await Promise.all([home.refetch(), counters.refetch()])
    if (first.error) toast(first.error.message, { error: true })
  }
  // The part below is rendered once the cards above have their final height, so that they do not move it.
  const begun = !setsUp || setup.data || setup.error
  const shown = (home.data ?? home.error) && (counters.data ?? counters.error)
  const button = <RefreshButton busy={home.isRefetching} onRefresh={() => void refresh()} />
  return (
    <PageFrame fill header={wide && <WideHead desktop={desktop} now={now} refresh={button} />}>
      <Pull onRefresh={refresh}>
        {!wide && <PhoneHead now={now} />}
        {begun ? (
          <div className="home">
            {setup.data && <Setup counts={setup.data} />}
            <Counters counters={counters.data} wide={wide} />
            {home.data?.shift && <ShiftLine shift={home.data.shift} />}
            {home.data?.unshifted && <NoShiftLine cash={home.data.unshifted} />}
            {/* The new key replaces the whole placeholder when the data arrives, because the line of the shift is inserted above. */}
            <Todos
              key={home.data ? 'here' : 'coming'}
              home={home.data}
              error={home.error}
              onRetry={() => void refresh()}
              now={now}
              wide={wide}
              all={all}
              onAll={setAll}
            />
            {shown && (
              <Later>
                <LazyArea>
                  <HomeSide home={home.data} counters={counters.data ?? []} />
                </LazyArea>
              </Later>
            )}
          </div>
        ) : (
          <Skeleton shape="rows" />
        )}
      </Pull>
    </PageFrame>
  )
}

const showAll = () => void open(() => import('../parts/features-sheet.tsx'), {})
const dayWords = (now: number) => `${formatLocal(now, 'M月D日')} ${weekdayWord(now)}`

/** The store whose work is shown; a tap selects another. */
function StoreSwitch({ now }: { now: number }) {
  const { name, stores } = useCurrentStore()
  const user = useUser()
  return (
    <div className="home-store">
      <h1 className="size-xl">
        {stores.length > 1 ? (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => void open(() => import('../../../platform/store/parts/store-sheet.tsx'), {})}
          >
            {name}
            <Icon name="chevron-down" size={16} />
          </button>
        ) : (
          name
        )}
      </h1>
      <p className="note num">
        {user?.merchantName} · {dayWords(now)}
      </p>
    </div>
  )
}

function PhoneHead({ now }: { now: number }) {
  const user = useUser()
  return (
    <header className="home-head">
      <StoreSwitch now={now} />
      <Bell />
      <Disc
        as="button"
        across={44}
        type="button"
        aria-label="我的"
        onClick={() => void open(() => import('../../../platform/session/parts/profile-sheet.tsx'), { onAll: showAll })}
      >
        <Avatar size={36}>{user?.name.slice(0, 1)}</Avatar>
      </Disc>
      <SearchEntry tone="surface" />
      <HelpButton />
    </header>
  )
}

function WideHead({ desktop, now, refresh }: { desktop: boolean; now: number; refresh: ReactNode }) {
  const user = useUser()
  const beginnings = user === null ? [] : beginningsOf(user)
  return (
    <header className="home-head home-head-wide">
      {desktop ? (
        <div className="home-store">
          <h1 className="size-xl">
            {greeting(now)}，{user?.name}
          </h1>
          <p className="note num">{dayWords(now)}</p>
        </div>
      ) : (
        <StoreSwitch now={now} />
      )}
      <SearchEntry tone="page" />
      <HelpButton />
      <Bell />
      {refresh}
      {beginnings.length > 0 && (
        <Button variant="primary" icon="plus" onClick={() => void begin(beginnings)}>
          新建
          <kbd>N</kbd>
        </Button>
      )}
    </header>
  )
}

/** Opens the global search; its code is loaded at the user's first interaction. */
function SearchEntry({ tone }: { tone: 'page' | 'surface' }) {
  const show = () => void open(finder, {})
  useShortcut('/', show)
  useEffect(() => prefetch(finder), [])
  return (
    <Row
      as="button"
      gap={8}
      pad={[0, 12]}
      shrink
      fill={tone}
      round
      ink={3}
      type="button"
      className="home-find"
      onClick={show}
    >
      <Icon name="search" />
      <span className="grow cut">车牌、手机号、姓名、订单号</span>
      <kbd>/</kbd>
    </Row>
  )
}

function Bell() {
  const unread = useUnread()
  return (
    <IconButton
      name="bell"
      label={unread === 0 ? '消息' : `消息，${unread}条未读`}
      dot={unread > 0}
      onClick={() => go(notifyScreens.notices)}
    />
  )
}

type Shift = NonNullable<OutputOf<typeof calls.overview.home>['shift']>

/** The shift that records payments now, the cash that its cash shift should have, and whether it was left open overnight. */
function ShiftLine({ shift }: { readonly shift: Shift }) {
  const now = useNow()
  const place = linkTo(useReach(), cashShiftScreens.shifts, {})
  if (place === undefined) return null
  return (
    <Row as="a" gap={8} pad={[10, 16]} justify="between" fill="surface" round className="home-shift" {...place}>
      <Text shrink num>
        应有现金 <Text as="b">{formatMoney(shift.cash)}</Text>
        <Note as="small">
          我的班次 · {shift.storeName} · {formatNear(shift.openedAt, now)} 开班
        </Note>
      </Text>
      <Tag tone={shift.overnight ? 'danger' : 'success'}>{shift.overnight ? '隔夜未交班' : '进行中'}</Tag>
    </Row>
  )
}

/** Cash was received today outside of any shift: the sum, and the button to open a shift, at which this cash is counted. */
function NoShiftLine({ cash }: { readonly cash: number }) {
  return (
    <Row gap={8} pad={[10, 16]} justify="between" fill="surface" round className="home-shift">
      <Text shrink num>
        今日收现金 <Text as="b">{formatMoney(cash)}</Text>
        <Note as="small">未开班，这些现金还没有人清点</Note>
      </Text>
      <Button size="s" onClick={() => void open(() => import('../../../money/cash-shift/parts/open-sheet.tsx'), {})}>
        开班
      </Button>
    </Row>
  )
}

/** Placeholder cells until the counters are loaded. They have no names, because each role has other counters. */
const EMPTY_CELLS = 4

/** One row on a tablet or desktop, two on a phone, so that the to-dos below stay on the first screen. */
const cellsOf = (wide: boolean): number => (wide ? 8 : 6)

/** The amount of pending work of each kind; a tap lists it. A counter whose page this build does not have is left out. */
function Counters({ counters, wide }: { counters: readonly Counter[] | undefined; wide: boolean }) {
  const reach = useReach()
  const [open, setOpen] = useState(false)
  if (!counters) {
    return (
      <Card className="home-counters" aria-hidden="true">
        {Array.from({ length: EMPTY_CELLS }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are equal and never move.
          <Stack as="span" pad={[4, 4, 4, 16]} shrink round key={n} className="home-counter">
            <Text note>{'\u00a0'}</Text>
            <Text as="b" ink={3} size="display">
              –
            </Text>
          </Stack>
        ))}
      </Card>
    )
  }
  const all = shownCounters(counters, workOf(reach.held)).flatMap((counter) => {
    const to = linkToAddress(reach, counter.link)
    return to === undefined ? [] : [{ ...counter, to }]
  })
  const cells = cellsOf(wide)
  const few = open || all.length <= cells ? all : all.slice(0, cells - 1)
  if (all.length === 0) return null
  return (
    <Card className="home-counters" style={{ '--columns': Math.min(cells, all.length) } as CSSProperties}>
      {few.map((counter) => (
        <Stack
          as="a"
          pad={[4, 4, 4, 16]}
          shrink
          round
          key={counter.link + counter.code}
          {...counter.to}
          className="home-counter"
        >
          <Text note ink={isLate(counter) ? 'danger' : 2}>
            {counter.name}
          </Text>
          <Text as="b" ink={isLate(counter) ? 'danger' : 1} size="display" num>
            {counter.count}
            {counter.fen !== null && counter.fen > 0 && <small>{formatMoney(counter.fen)}</small>}
          </Text>
        </Stack>
      ))}
      {all.length > cells && (
        <Stack
          as="button"
          type="button"
          pad={[4, 4, 4, 16]}
          shrink
          round
          className="home-counter"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Text note>{open ? '收起' : '更多'}</Text>
          <Text as="b" ink={2} size="display" num>
            {open ? '–' : all.length - few.length}
          </Text>
        </Stack>
      )}
    </Card>
  )
}
