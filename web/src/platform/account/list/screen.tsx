import { accountStatuses } from '@cheyi/domain/platform/account/codes'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import { listPage, opens } from '../../../page/list/list-page.tsx'
import { pick } from '../../../page/list/pick-filter.tsx'
import { Box, Row } from '../../../ui/layout.tsx'
import { roleScreens } from '../../role/screens.ts'
import { accountScreens } from '../screens.ts'
import { AccountRow } from './account-row.tsx'

export default listPage(accountScreens.list, {
  call: calls.account.page,
  noun: '员工',
  search: '姓名、手机号、工号',
  filters: [
    pick('roleId', '角色', '全部角色', useRoles),
    pick('storeId', '门店', '全部门店', useStores),
    chips('status', '员工状态', accountStatuses),
  ],
  keyOf: ({ id }) => id,
  Row: AccountRow,
  Head: Counts,
  estimate: 92,
  open: ({ id }) => go(accountScreens.detail, { id }),
  useAdd: opens(accountScreens.add, {}),
  empty: { title: '暂无员工' },
})

function useRoles() {
  const roles = useRead(calls.role.page, { pageSize: 100_000 })
  return (roles.data?.list ?? []).map(({ roleId, name }) => ({ value: roleId, label: name }))
}

function useStores() {
  const stores = useRead(calls.store.list, { all: true })
  return (stores.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

/** The number of employees by status, and a link to the roles. */
function Counts({ first: { counts } }: { first: OutputOf<typeof calls.account.page> }) {
  const maySeeRoles = useMay('role')
  if (!counts) return null
  const { enabled, disabled, invited } = counts
  return (
    <Row pad={[10, 16]} align="stretch" justify="between" note num>
      {[`启用 ${enabled}`, `停用 ${disabled}`, ...(invited > 0 ? [`待确认 ${invited}`] : [])].join(' · ')}
      {maySeeRoles && (
        <Box as="button" ink="link" type="button" onClick={() => go(roleScreens.list)}>
          权限设置
        </Box>
      )}
    </Row>
  )
}
