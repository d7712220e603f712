import { formatCharged } from '@cheyi/domain/length'
import { formatMoney } from '@cheyi/domain/money'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useProblems } from '../../../../form/use-problems.ts'
import { Page } from '../../../../page/page.tsx'
import { NavAction } from '../../../../ui/frame/nav-bar.tsx'
import { ActionBar, ActionSummary } from '../../../../ui/frame/page-frame.tsx'
import { LazyArea } from '../../../../ui/frame/skeleton.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Button, Card, Cell, Note, Notice, Row, Stack } from '../../../../ui/layout.tsx'
import { Money } from '../../../../ui/show/money.tsx'
import type { BookingDraft } from '../form.ts'
import { type Booking, type BookingSeed, useBooking } from '../use-booking.ts'
import { type SheetState, useSheet } from '../use-sheet.ts'
import { type Submitting, useSubmit } from '../use-submit.ts'
import { CustomerCard } from './customer-card.tsx'
import { ModelCard } from './model-card.tsx'
import { TripCard } from './trip-card.tsx'

// Loaded later because these cards are below the fold.
const ServiceCard = lazy(() => import('./service-card.tsx'))
const DepositCard = lazy(() => import('./deposit-card.tsx'))
// Used by long rentals only.
const LongCard = lazy(() => import('./long-card.tsx'))
const MoreCard = lazy(() => import('./more-card.tsx'))
const BillSheet = lazy(() => import('../sheet/bill-sheet.tsx'))

/** Loads the code of the sheets after the page is shown: they open at once, also without a network. */
function warmSheets(): void {
  const sheets = [
    import('../../../../ui/date/date-range.tsx'),
    import('../../../../page/opened.tsx'),
    import('../sheet/bill-sheet.tsx'),
    import('../sheet/car-sheet.tsx'),
    import('../sheet/codriver-sheet.tsx'),
    import('../sheet/handover-sheet.tsx'),
    import('../sheet/locate-sheet.tsx'),
    import('../sheet/model-sheet.tsx'),
    import('../../../../booking/order/parts/sheet/reduce-sheet.tsx'),
    import('./address-row.tsx'),
  ]
  void Promise.allSettled(sheets)
}

/** The step whose content is the bill sheet of the footer instead of a card. */
const BILL_STEP = 6

export interface BookingFormProps extends BookingSeed {
  readonly draft: BookingDraft | null
  /** Initial step: its card is scrolled into view. */
  readonly step: number
  /** Changes in the draft by another person; null for none. */
  readonly changes: readonly string[] | null
  readonly onStale: () => void
  /** Replaces the own version with the stored one. */
  readonly onReload: () => void
  /** The request of a colleague whose form this is. */
  readonly referralId?: string | undefined
  /** Above the form. */
  readonly head?: ReactNode
}

/** The whole booking on one page: every card is a step, and the footer shows the total. */
export function BookingForm({ draft, step, changes, onStale, onReload, referralId, head, ...seed }: BookingFormProps) {
  const page = useRef<HTMLFormElement>(null)
  const { show, frame } = useProblems()
  const bill = useSheet()
  const booking = useBooking(seed)
  const submitting = useSubmit(booking, {
    draft,
    onStale,
    showWrong: show,
    referralId,
  })
  const begin = useEffectEvent((at: number) => {
    if (at === BILL_STEP) bill.show()
    else if (at > 1) page.current?.querySelector(`[data-rstep="${at}"]`)?.scrollIntoView()
  })
  useEffect(() => begin(step), [step])
  useEffect(warmSheets, [])
  const placed = booking.trip.store !== undefined

  return (
    <Page
      right={
        placed && (
          <NavAction aria-busy={submitting.saving || undefined} onClick={() => void submitting.saveDraft()}>
            存草稿
          </NavAction>
        )
      }
      footer={placed && <PriceBar booking={booking} submitting={submitting} bill={bill} />}
    >
      <Stack
        as="form"
        gap={12}
        ref={(element) => {
          page.current = element
          frame(element)
        }}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submitting.submit()
        }}
      >
        {head}
        {changes && (
          // Built here because the shared notice would exceed this page's limit of 40 kB.
          <Notice action={{ label: '采用最新', onClick: onReload }}>
            数据已被他人修改{changes.length > 0 && `（${changes.join('；')}）`}
            ，已刷新，填写的内容仍保留，请核对后重试
          </Notice>
        )}
        {booking.restored && !changes && (
          <Notice tone="primary" action={{ label: draft ? '放弃修改' : '清空', onClick: booking.clear }}>
            已恢复上次未提交的内容
          </Notice>
        )}
        {placed ? (
          <>
            <TripCard booking={booking} />
            <ModelCard booking={booking} noCar={submitting.noCar} />
            {booking.entered.long !== null && (
              <LazyArea>
                <LongCard booking={booking} long={booking.entered.long} />
              </LazyArea>
            )}
            <CustomerCard booking={booking} />
            <div data-rstep={4}>
              <LazyArea>
                <ServiceCard booking={booking} />
              </LazyArea>
            </div>
            <div data-rstep={5}>
              <LazyArea>
                <DepositCard booking={booking} />
              </LazyArea>
            </div>
            <LazyArea>
              <MoreCard booking={booking} />
            </LazyArea>
          </>
        ) : (
          <StoreFirst booking={booking} />
        )}
      </Stack>
      {bill.wanted && (
        <Suspense fallback={null}>
          <BillSheet open={bill.open} onClose={bill.close} quote={booking.quote} now={booking.now} />
        </Suspense>
      )}
    </Page>
  )
}

interface PriceBarProps {
  readonly booking: Booking
  readonly submitting: Submitting
  readonly bill: SheetState
}

/** The live price and the submit button. */
function PriceBar({ booking, submitting, bill }: PriceBarProps) {
  const { quote, waiting } = booking
  return (
    <ActionBar>
      {submitting.unanswered && <Notice>没有收到提交结果，再提交会继续同一次提交，不会重复下单</Notice>}
      <ActionSummary
        stale={waiting}
        note={quote ? <BillNote booking={booking} bill={bill} /> : <PriceNote booking={booking} />}
      >
        <Money fen={quote?.total} size="xl" />
      </ActionSummary>
      <Button
        variant="primary"
        size="l"
        className="action-main"
        loading={submitting.submitting}
        onClick={() => void submitting.submit()}
      >
        {booking.entered.walkIn ? '提交并取车' : '提交订单'}
      </Button>
    </ActionBar>
  )
}

const termText = ({ months, extraDays }: { months: number; extraDays: number }): string =>
  `${months}个月${extraDays > 0 ? `${extraDays}天` : ''}`

function BillNote({ booking: { quote, entered }, bill }: { booking: Booking; bill: SheetState }) {
  if (!quote) return null
  // A walk-in customer pays the full amount now.
  const prepay = entered.walkIn ? null : quote.prepay
  return (
    <>
      {prepay === null
        ? `${quote.term === null ? formatCharged(quote.days, quote.overHours) : termText(quote.term)}合计`
        : `预付 ${formatMoney(prepay)}`}{' '}
      ·&nbsp;
      <Row as="button" gap={2} ink="link" reach type="button" onClick={bill.show}>
        明细
        <Icon name="chevron-up" size={14} />
      </Row>
    </>
  )
}

function PriceNote({ booking: { waiting, failure, reprice } }: { booking: Booking }) {
  if (waiting) return '正在计算'
  if (!failure) return '选好车型后显示价格'
  if (failure.kind === 'refused') return '暂时无法报价'
  return (
    <>
      价格没有算出来 ·&nbsp;
      <Row as="button" gap={2} ink="link" reach type="button" onClick={() => void reprice()}>
        重试
      </Row>
    </>
  )
}

/**
 * The store must be chosen first when the app has no current store: free cars and prices depend on it. There is no default, because a
 * booking at the wrong store would be noticed only when the customer is at the other one.
 */
function StoreFirst({ booking: { stores, enter } }: { booking: Booking }) {
  return (
    <Card title="在哪家门店取车？" data-rstep={1}>
      {stores.map(({ id, name, address }) => (
        <Cell key={id} label={name} note={address} onClick={() => enter({ storeId: id })} />
      ))}
      <Note pad={16}>在工作台选定门店后，新建订单不再询问</Note>
    </Card>
  )
}
