import { pickupTypes } from '@cheyi/domain/booking/order/codes'
import { isClosedStore, storeStatus, storeStatuses } from '@cheyi/domain/platform/merchant/codes'
import { hoursWords } from '@cheyi/domain/platform/merchant/hours-words'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMay, useMayWhole } from '../../../kernel/user.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import { listPage, opens } from '../../../page/list/list-page.tsx'
import { Text } from '../../../ui/layout.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { modeWords } from '../edit/store-form.ts'
import { storeScreens } from '../screens.ts'

type Row = OutputOf<typeof calls.store.page>['list'][number]

const useNew = opens(storeScreens.edit, { id: '0' })

/** The stores of the merchant; only an account that is responsible for all stores can add one. */
export default listPage(storeScreens.list, {
  call: calls.store.page,
  noun: '门店',
  search: '门店名称、编码',
  filters: [chips('status', '门店状态', storeStatuses)],
  keyOf: ({ storeId }) => storeId,
  Row: StoreCard,
  estimate: 112,
  open: ({ storeId }) => go(storeScreens.edit, { id: storeId }),
  useAdd() {
    const add = useNew()
    return useMayWhole('store.edit') ? add : undefined
  },
  empty: { note: '填写地址与营业时间后即可接单' },
})

const tones = {
  [storeStatus.open]: 'success',
  [storeStatus.paused]: 'warning',
  [storeStatus.closed]: 'neutral',
} as const

function StoreCard({ item: row, current }: { item: Row; current: boolean }) {
  const mayEdit = useMay('store.edit')
  const { storeId, name, code, status, cityName, address, phones, hours, pickupModes, vehicleCount, areaCount } = row
  const facts = [`${vehicleCount}辆车`, modeWords(pickupModes, pickupTypes), areaCount > 0 && `${areaCount}个送取范围`]
  return (
    <RecordCard
      current={current}
      title={
        <>
          {mayEdit && !isClosedStore(status) ? (
            <Link to={storeScreens.edit} with={{ id: storeId }} className="card-link">
              {name}
            </Link>
          ) : (
            name
          )}
          {code && (
            <Text as="small" ink={3} size="s" weight="r" num>
              {code}
            </Text>
          )}
          <Tag tone={tones[status]}>{storeStatuses.text(status)}</Tag>
        </>
      }
    >
      <p>
        {cityName} · {address || '未填写地址'}
      </p>
      <p className="num">{hoursWords(hours)}</p>
      {phones[0] && <p className="num">{phones[0]}</p>}
      <p className="num">{facts.filter(Boolean).join(' · ')}</p>
      {!row.located && <Tag tone="danger">未设置位置</Tag>}
    </RecordCard>
  )
}
