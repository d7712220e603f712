import { requestKinds, requestStatuses } from '@cheyi/domain/driver/request'
import { calls } from '../../kernel/call/calls.gen.ts'
import { go } from '../../kernel/page/router.ts'
import { chips } from '../../page/list/chips-filter.tsx'
import { listPage } from '../../page/list/list-page.tsx'
import { pickCode } from '../../page/list/pick-filter.tsx'
import { driverScreens } from '../screens.ts'
import { RequestCell } from './request-cell.tsx'

/** What customers asked for of their data; what is due first is first. */
export default listPage(driverScreens.personRequests, {
  call: calls.driver.requests,
  noun: '客户请求',
  filters: [chips('status', '处理状态', requestStatuses), pickCode('kind', '事项', requestKinds)],
  keyOf: ({ requestId }) => requestId,
  Row: RequestCell,
  estimate: 84,
  open: ({ personId }) => go(driverScreens.personPrivacy, { personId }),
  empty: { note: '客户要求查阅、更正、删除或撤回同意时，在客户档案的个人信息里登记' },
})
