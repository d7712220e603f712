import { lazy, type ReactNode, Suspense } from 'react'
import { changeOf, type Home } from './home-words.ts'
import type { Counter } from './todo-words.ts'
import './figures.css'
import { formatMoney } from '@cheyi/domain/money'
import { isThere } from '@cheyi/domain/platform/role/capability'
import { useNow } from '../../../kernel/now.ts'
import { Card, Disc, Grid, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { ShareBar, ShareNames } from '../../../ui/show/shares.tsx'
import './quick-actions.css'
import { pickupReturnQueryStatus } from '@cheyi/domain/booking/order/codes'
import { inventoryScreens } from '../../../fleet/inventory/screens.ts'
import { modelScreens } from '../../../fleet/model/screens.ts'
import type { Screen } from '../../../kernel/page/screen.ts'
import type { LinkOf, Readers } from '../../../kernel/page/search.ts'
import { linkTo, type PageLink, type Reach, useReach, useUser } from '../../../kernel/user.ts'
import { cashShiftScreens } from '../../../money/cash-shift/screens.ts'
import { closingScreens } from '../../../money/closing/screens.ts'
import { invoiceScreens } from '../../../money/invoice/screens.ts'
import { paymentScreens } from '../../../money/payment/screens.ts'
import { reconcileScreens } from '../../../money/reconcile/screens.ts'
import { open } from '../../../page/open.ts'
import { merchantScreens } from '../../../platform/merchant/screens.ts'
import { storeScreens } from '../../../platform/store/screens.ts'
import { priceScreens } from '../../../pricing/price/screens.ts'
import { driverScreens } from '../../../rental/driver/screens.ts'
import { orderScreens } from '../../../rental/order/screens.ts'
import { cx } from '../../../ui/class-names.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Badge } from '../../../ui/show/tag.tsx'
import { type Work, workOf } from './work.ts'

export interface SideProps {
  readonly home: Home | undefined
  readonly counters: readonly Counter[]
}

/** Beside or below the to-dos: quick actions, and the figures of the day. */
export default function HomeSide({ home, counters }: SideProps): ReactNode {
  return (
    <div className="home-side">
      <QuickActions counters={counters} />
      <Figures home={home} />
    </div>
  )
}

const Trend = lazy(() => import('./trend.tsx'))

/** The figures of the day: the income, for users with the permission, and the state of the fleet. */
function Figures({ home }: { home: Pick<Home, 'income' | 'fleet'> | undefined }) {
  if (!home) return null
  const { income, fleet } = home
  if (!income && fleet.total === 0) return null
  return (
    <Card pad title="门店经营" extra="今日">
      {income && <Income income={income} />}
      {fleet.total > 0 && <Fleet fleet={fleet} />}
    </Card>
  )
}

function Income({ income }: { income: NonNullable<Home['income']> }) {
  const change = changeOf(income)
  const now = useNow()
  return (
    <Row className="home-income" gap={12} justify="between" align="end">
      <div>
        <Note>今日订单收入</Note>
        <Money fen={income.today} size="display" />
        <Note num>
          {change ? (
            <>
              <Text as="b" ink={change.up ? 'success' : 'danger'}>
                {change.up ? '↑' : '↓'} {change.text}
              </Text>{' '}
              较上周同日此刻
            </>
          ) : income.weekAgo > 0 ? (
            `上周同日此刻 ${formatMoney(income.weekAgo)}`
          ) : (
            '上周同日此刻无订单收入'
          )}
        </Note>
      </div>
      {income.days.length > 0 && (
        <Suspense fallback={null}>
          <Trend days={income.days} now={now} />
        </Suspense>
      )}
    </Row>
  )
}

function Fleet({ fleet }: { fleet: Home['fleet'] }) {
  const shares = [
    { key: 'rented', label: '在租', count: fleet.rented, tone: 'primary' },
    { key: 'free', label: '可租', count: fleet.free, tone: 'success' },
    ...(isThere('ticket')
      ? ([{ key: 'maintenance', label: '维保', count: fleet.maintenance, tone: 'warning' }] as const)
      : []),
    ...(isThere('relocation')
      ? ([{ key: 'relocation', label: '调车', count: fleet.relocation, tone: 'purple' }] as const)
      : []),
  ] as const
  const share = Math.round((fleet.rented / fleet.total) * 100)
  return (
    <div className="home-fleet num">
      <Row align="stretch" justify="between" note>
        <Text note>车辆出租率</Text>
        <span>
          <Text as="b" ink={1}>
            {share}%
          </Text>{' '}
          {fleet.rented} / {fleet.total} 辆
        </span>
      </Row>
      <Stack gap={8} top={8}>
        <ShareBar shares={shares} />
        <ShareNames shares={shares} counted />
      </Stack>
    </div>
  )
}

interface Entry {
  readonly row: Screen
  readonly link: PageLink | undefined
  readonly label: string
  readonly icon: IconName
  readonly tone?: 'primary'
  /** The kind of work for whose users this entry comes first. */
  readonly work?: Work
}

/** In the order of the grid; entries that the user may not open are left out. */
function entriesOf(reach: Reach, drives: boolean): readonly Entry[] {
  const to = <R extends Readers>(row: Screen<R>, values: LinkOf<R>) => ({ row, link: linkTo(reach, row, values) })
  const { pickupTomorrow, returnTomorrow } = pickupReturnQueryStatus
  return [
    { ...to(orderScreens.create, {}), label: '新建订单', icon: 'plus', tone: 'primary' },
    { ...to(orderScreens.list, { pickupReturnQueryStatus: pickupTomorrow }), label: '明日取车', icon: 'key' },
    { ...to(orderScreens.list, { pickupReturnQueryStatus: returnTomorrow }), label: '明日还车', icon: 'swap' },
    ...(drives ? [{ ...to(driverScreens.tasks, {}), label: '取送任务', icon: 'navigate' as const }] : []),
    { ...to(inventoryScreens.list, {}), label: '车辆管理', icon: 'car', work: 'fleet' },
    { ...to(priceScreens.list, {}), label: '价格', icon: 'calendar' },
    { ...to(paymentScreens.flow, {}), label: '财务', icon: 'yuan', work: 'finance' },
    { ...to(storeScreens.list, {}), label: '门店', icon: 'store' },
    { ...to(merchantScreens.settings, {}), label: '商家设置', icon: 'gear' },
    { ...to(modelScreens.list, {}), label: '车型', icon: 'tag' },
    { ...to(reconcileScreens.list, {}), label: '对账', icon: 'document', work: 'finance' },
    { ...to(cashShiftScreens.shifts, {}), label: '交接班', icon: 'swap', work: 'finance' },
    { ...to(paymentScreens.receipts, {}), label: '收款单', icon: 'receipt', work: 'finance' },
    { ...to(invoiceScreens.list, {}), label: '发票', icon: 'copy', work: 'finance' },
    { ...to(closingScreens.months, {}), label: '月结', icon: 'calendar', work: 'finance' },
  ]
}

/** The grid has two rows of four entries, and the last one is 全部功能. */
const MOST = 7

/**
 * The most frequent actions of staff, and the link to all features, with the amount of pending work that no counter
 * above shows.
 */
function QuickActions({ counters }: { counters: readonly Counter[] }) {
  const reach = useReach()
  const own = workOf(reach.held)
  const drives = useUser()?.isDriver ?? false
  const shown = entriesOf(reach, drives)
    .filter(({ link }) => link)
    .toSorted((a, b) => Number(b.work === own) - Number(a.work === own))
    .slice(0, MOST)
  return (
    <Grid as={Card} columns={4} gap={[14, 0]} pad={[16, 4, 12]}>
      {shown.map(({ row, link, label, icon, tone }) => (
        <Stack
          as="a"
          {...link}
          gap={6}
          align="center"
          size="s"
          key={label}
          className={cx('home-quick-item', tone && `home-quick-${tone}`)}
        >
          <Disc across={44} square className="home-quick-icon">
            <Icon name={icon} size={24} />
            {row.path !== orderScreens.list.path && <Badge count={waiting(counters, row.path)} />}
          </Disc>
          {label}
        </Stack>
      ))}
      <Stack
        as="button"
        gap={6}
        align="center"
        size="s"
        type="button"
        className="home-quick-item"
        aria-haspopup="dialog"
        onClick={() => void open(() => import('../parts/features-sheet.tsx'), {})}
      >
        <Disc across={44} square className="home-quick-icon">
          <Icon name="more" size={24} />
        </Disc>
        全部功能
      </Stack>
    </Grid>
  )
}

const waiting = (counters: readonly Counter[], path: string): number =>
  counters.find(({ link }) => link.split('?')[0] === path)?.onScreen ?? 0
