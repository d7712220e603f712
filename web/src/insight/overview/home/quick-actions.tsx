import './quick-actions.css'
import { pickupReturnQueryStatus } from '@cheyi/domain/booking/order/codes'
import { inventoryScreens } from '../../../fleet/inventory/screens.ts'
import { modelScreens } from '../../../fleet/model/screens.ts'
import { storeScreens } from '../../../fleet/store/screens.ts'
import { linkTo, type PageLink, type Reach, useReach } from '../../../kernel/page/reach.ts'
import type { Screen } from '../../../kernel/page/screen.ts'
import type { LinkOf, Readers } from '../../../kernel/page/search.ts'
import { useUser } from '../../../kernel/user.ts'
import { cashShiftScreens } from '../../../money/cash-shift/screens.ts'
import { closingScreens } from '../../../money/closing/screens.ts'
import { invoiceScreens } from '../../../money/invoice/screens.ts'
import { paymentScreens } from '../../../money/payment/screens.ts'
import { reconcileScreens } from '../../../money/reconcile/screens.ts'
import { open } from '../../../page/open.ts'
import { merchantScreens } from '../../../platform/merchant/screens.ts'
import { priceScreens } from '../../../pricing/price/screens.ts'
import { driverScreens } from '../../../rental/driver/screens.ts'
import { orderScreens } from '../../../rental/order/screens.ts'
import { cx } from '../../../ui/class-names.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Card, Disc, Grid, Stack } from '../../../ui/layout.tsx'
import { Badge } from '../../../ui/show/tag.tsx'
import type { Counter } from './todo-words.ts'
import { type Work, workOf } from './work.ts'

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
export function QuickActions({ counters }: { counters: readonly Counter[] }) {
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
