import './quick-actions.css'
import { pickupReturnQueryStatus } from '@cheyi/domain/order/codes'
import { goTo } from '../../kernel/page/router.ts'
import { useReach } from '../../order/parts/use-reach.ts'
import { open } from '../../page/open.ts'
import type { Counter } from '../../todo/parts/todo-words.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Disc, Grid, Stack } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Badge } from '../../ui/show/tag.tsx'

interface Entry {
  readonly path: string
  readonly query?: string
  readonly label: string
  readonly icon: IconName
  readonly tone?: 'primary' | 'purple'
}

/** In the order of the grid; those whose page this build lacks, or the person may not open, are not drawn. */
const entries: readonly Entry[] = [
  { path: '/order/create', label: '新建订单', icon: 'plus', tone: 'primary' },
  {
    path: '/order',
    query: `?pickupReturnQueryStatus=${pickupReturnQueryStatus.pickupTomorrow}`,
    label: '明日取车',
    icon: 'key',
  },
  {
    path: '/order',
    query: `?pickupReturnQueryStatus=${pickupReturnQueryStatus.returnTomorrow}`,
    label: '明日还车',
    icon: 'swap',
  },
  { path: '/long-order', label: '长租订单', icon: 'receipt', tone: 'purple' },
  { path: '/inventory', label: '车辆管理', icon: 'car' },
  { path: '/tickets', label: '工单', icon: 'ticket' },
  { path: '/price', label: '价格', icon: 'calendar' },
  { path: '/illegals', label: '违章管理', icon: 'warning' },
  { path: '/vehicleControl', label: '车辆控制', icon: 'lock' },
  { path: '/channelManage', label: '渠道管理', icon: 'link', tone: 'purple' },
  { path: '/store', label: '门店', icon: 'store' },
  { path: '/settings', label: '商家设置', icon: 'gear' },
  { path: '/model', label: '车型', icon: 'tag' },
]

/** Two rows of four, the last of them 全部功能. */
const MOST = 7

/** The ways staff go most, and the way to all of them, with what waits behind those that no counter above shows. */
export function QuickActions({ counters }: { counters: readonly Counter[] }) {
  const reach = useReach()
  const shown = entries.filter(({ path }) => reach.opens(path)).slice(0, MOST)
  return (
    <Grid as={Card} columns={4} gap={[14, 0]} pad={[16, 4, 12]}>
      {shown.map(({ path, query = '', label, icon, tone }) => (
        <Stack
          as="a"
          gap={6}
          align="center"
          size="s"
          key={label}
          href={path + query}
          className={cx('home-quick-item', tone && `home-quick-${tone}`)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            goTo(path + query)
          }}
        >
          <Disc across={44} square className="home-quick-icon">
            <Icon name={icon} size={24} />
            {path !== '/order' && <Badge count={waiting(counters, path)} />}
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
  counters.reduce((sum, { link, count }) => (link.split('?')[0] === path ? sum + count : sum), 0)
