import type { IllegalGroup } from '@cheyi/domain/rental/violation/illegal'
import type { calls, InputOf } from '../../../kernel/call/calls.ts'
import { tabs } from '../../../page/list/tabs-filter.tsx'

const names: Readonly<Record<IllegalGroup, string>> = {
  todo: '待处理',
  running: '处理中',
  toClose: '待结案',
  ended: '已结',
}
/** What is to be done comes first, unless the address says otherwise. */
export const groupFilter = tabs('group', '状态', names, 'todo')

/** What the list is narrowed by, for a file of it. */
export const inputOf = (
  values: Readonly<Record<'keyword' | 'group' | 'storeId', string>> & { readonly vehicleId?: string },
): InputOf<typeof calls.violation.exportList> => ({
  keyword: values.keyword || undefined,
  group: groupFilter.read({ group: values.group }),
  storeId: values.storeId || undefined,
  vehicleId: values.vehicleId || undefined,
})
