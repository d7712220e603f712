import { seldom } from '../../../page/list/list-page.tsx'
import { pick } from '../../../page/list/pick-filter.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { useStoreOptions } from '../../store/parts/current-store.ts'

const names = { online: '在线', sleeping: '休眠', offline: '离线', alarm: '报警', overdue: '超时未还' } as const
const yesOrNo = (yes: string, no: string) => () => [
  { value: '1', label: yes },
  { value: '0', label: no },
]
const asFlag = (text: string) => text === '1'

/** Filters that the list and the map share. */
export const carFilters = [
  tabs('group', '状态', names),
  pick('storeId', '门店', '全部门店', useStoreOptions),
  seldom(pick('moving', '行驶', '行驶与静止', yesOrNo('行驶中', '静止'), asFlag)),
  seldom(pick('rented', '租用', '全部车辆', yesOrNo('在租', '未在租'), asFlag)),
] as const
