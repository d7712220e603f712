import { spacePhone } from '@cheyi/domain/mask'
import { customerColumns as titles } from '@cheyi/domain/rental/driver/columns'
import { type CustomerSort, customerSorts } from '@cheyi/domain/rental/driver/customer'
import { localDate } from '@cheyi/domain/time'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { linkTo, useMayWhole, useUser } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { PickBox } from '../../../page/list/list-head.tsx'
import { listPage, type MenuAct, opens, pick } from '../../../page/list/list-page.tsx'
import type { Filter } from '../../../page/list/types.ts'
import { exporting, useExport } from '../../../platform/job/parts/use-export.ts'
import { useCurrentStore } from '../../../platform/store/parts/current-store.ts'
import { shortDate } from '../../../ui/date/civil-date.ts'
import { Select } from '../../../ui/field/select.tsx'
import { driverScreens } from '../screens.ts'

const sortNames: Readonly<Record<CustomerSort, string>> = {
  newest: '最新客户',
  orders: '次数最多',
  spent: '金额最高',
  owed: '欠款最多',
  last: '最近租车',
}

const sort = pick(
  'sort',
  '排序',
  sortNames.newest,
  () => customerSorts.filter((one) => one !== 'newest').map((one) => ({ value: one, label: sortNames[one] })),
  (text) => customerSorts.find((one) => one === text),
)

const tag = pick('tag', '标签', '全部标签', () => {
  const { storeId } = useScreen(driverScreens.people)
  const known = useRead(calls.driver.customerTags, { storeId: storeId || undefined }, { freshFor: 60_000 }).data ?? []
  return known.map((one) => ({ value: one, label: one }))
})

/** The store of the rentals. An account that sees some stores always sees the customers of one of them, at first of the oldest. */
const store: Filter<'storeId', string, 'storeId'> = {
  name: 'storeId',
  address: ['storeId'],
  read: (values) => values.storeId || undefined,
  beside: true,
  Field({ values, patch }) {
    const { stores } = useCurrentStore()
    const whole = useUser()?.storeScope.all === true
    const options = stores.map(({ id, name }) => ({ value: id, label: name }))
    if (options.length < 2) return null
    const oldest = options.toSorted((a, b) => Number(a.value) - Number(b.value))[0]!.value
    return (
      <PickBox on={!!values.storeId}>
        <Select
          title="租车门店"
          value={values.storeId || (whole ? '' : oldest)}
          options={whole ? [{ value: '', label: '全部门店' }, ...options] : options}
          onChange={(value) => patch({ storeId: value })}
        />
      </PickBox>
    )
  },
}

type Customer = OutputOf<typeof calls.driver.customers>['list'][number]

const columns: readonly ListColumn<Customer, keyof typeof titles>[] = [
  { key: 'name', title: titles.name, kind: 'person', width: 112, card: 'title', of: ({ name }) => name },
  {
    key: 'tags',
    title: titles.tags,
    kind: 'tag',
    width: 168,
    of: ({ blacklist, tags }) => [
      blacklist && { text: '黑名单', tone: 'danger' },
      ...tags.map((text) => ({ text, tone: 'neutral' }) as const),
    ],
  },
  { key: 'phone', title: titles.phone, kind: 'text', card: 'plate', of: ({ phone }) => spacePhone(phone) },
  { key: 'last', title: titles.last, kind: 'text', width: 120, of: lastText },
  { key: 'orders', title: titles.orders, kind: 'number', unit: '次', named: true, of: ({ orders }) => orders || null },
  { key: 'spent', title: titles.spent, kind: 'money', width: 108, card: 'meta', of: ({ spent }) => spent || null },
  { key: 'owed', title: titles.owed, kind: 'money', named: true, of: ({ owed }) => owed || null },
]

/** The latest pickup may still be planned. */
function lastText({ orders, lastAt }: Customer, now: number): string | false {
  if (orders === 0) return '还没有租车'
  return lastAt !== null && `${shortDate(localDate(lastAt), localDate(now))} ${lastAt > now ? '预约' : '取车'}`
}

/** All customers, with what each has rented. */
export default listPage(driverScreens.people, {
  call: calls.driver.customers,
  noun: '客户',
  search: '姓名、手机号后四位或证件号',
  filters: [sort, tag, store],
  keyOf: ({ personId }) => personId,
  columns,
  unit: '位',
  verb: '登记',
  useAdd: opens(driverScreens.personEntry, {}),
  useMenu: useActs,
  useExport: exporting(calls.driver.exportCustomers, '导出客户'),
  link: (reach, { personId }) => linkTo(reach, driverScreens.personDetail, { personId }),
  empty: { note: '下单或登记证件后，客户会自动出现在这里' },
})

function useActs(asked: object): readonly MenuAct[] {
  const { run } = useExport(calls.driver.exportCustomers, '导出客户')
  const mayWhole = useMayWhole('order.export')
  return mayWhole ? [{ label: '导出（含完整手机号）', run: () => void run({ ...asked, whole: true }) }] : []
}
