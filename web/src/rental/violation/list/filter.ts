import type { ViolationGroup } from '@cheyi/domain/rental/violation/violation'
import type { calls, InputOf } from '../../../kernel/call/calls.ts'
import { tabs } from '../../../page/list/tabs-filter.tsx'

const names: Readonly<Record<ViolationGroup, string>> = {
  todo: '待处理',
  running: '处理中',
  toClose: '待结案',
  ended: '已结',
}
/** Pending work is shown first, unless the address says otherwise. */
export const groupFilter = tabs('group', '状态', names, 'todo')

/** The filter of the list, as input of its export. */
export const inputOf = (
  values: Readonly<Record<'keyword' | 'group' | 'storeId', string>> & { readonly vehicleId?: string },
): InputOf<typeof calls.violation.exportList> => ({
  keyword: values.keyword || undefined,
  group: groupFilter.read({ group: values.group }),
  storeId: values.storeId || undefined,
  vehicleId: values.vehicleId || undefined,
})
