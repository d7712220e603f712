import { pickupTypes } from '@cheyi/domain/booking/order/codes'
import { isClosedStore, storeStatus, storeStatuses } from '@cheyi/domain/platform/merchant/codes'
import { hoursWords } from '@cheyi/domain/platform/store/hours-words'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { linkTo, useMayWhole } from '../../../kernel/user.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, opens } from '../../../page/list/list-page.tsx'
import { modeWords } from '../edit/store-form.ts'
import { storeScreens } from '../screens.ts'

type Store = OutputOf<typeof calls.store.page>['list'][number]

const useNew = opens(storeScreens.edit, { id: '0' })

const tones = {
  [storeStatus.open]: 'success',
  [storeStatus.paused]: 'warning',
  [storeStatus.closed]: 'neutral',
} as const

const columns: readonly ListColumn<Store>[] = [
  { key: 'name', title: '门店', kind: 'text', card: 'title', of: ({ name }) => name },
  {
    key: 'state',
    title: '状态',
    kind: 'tag',
    width: 120,
    of: ({ status, located }) => [
      { text: storeStatuses.text(status), tone: tones[status] },
      !located && { text: '未设置位置', tone: 'danger' },
    ],
  },
  { key: 'code', title: '编码', kind: 'text', width: 72, card: 'end', of: ({ code }) => code },
  { key: 'city', title: '城市', kind: 'text', width: 72, card: 'plate', of: ({ cityName }) => cityName },
  {
    key: 'address',
    title: '地址',
    kind: 'text',
    width: 180,
    card: 'plate',
    of: ({ address }) => address || '未填写地址',
  },
  { key: 'hours', title: '营业时间', kind: 'text', width: 144, card: 'note', of: ({ hours }) => hoursWords(hours) },
  { key: 'phone', title: '电话', kind: 'text', width: 116, of: ({ phones }) => phones[0] },
  { key: 'cars', title: '车辆', kind: 'number', unit: '辆车', width: 64, of: ({ vehicleCount }) => vehicleCount },
  {
    key: 'modes',
    title: '取车方式',
    kind: 'text',
    width: 152,
    of: ({ pickupModes }) => modeWords(pickupModes, pickupTypes),
  },
  {
    key: 'areas',
    title: '送取范围',
    kind: 'number',
    unit: '个送取范围',
    width: 80,
    of: ({ areaCount }) => areaCount || null,
  },
]

/** The stores of the merchant; only an account that is responsible for all stores can add one. */
export default listPage(storeScreens.list, {
  call: calls.store.page,
  noun: '门店',
  search: '门店名称、编码',
  filters: [chips('status', '门店状态', storeStatuses)],
  keyOf: ({ storeId }) => storeId,
  columns,
  unit: '家',
  link: (reach, { storeId, status }) =>
    isClosedStore(status) ? undefined : linkTo(reach, storeScreens.edit, { id: storeId }),
  useAdd() {
    const add = useNew()
    return useMayWhole('store.edit') ? add : undefined
  },
  empty: { note: '填写地址与营业时间后即可接单' },
})
