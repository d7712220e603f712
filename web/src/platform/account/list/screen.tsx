import { accountStatuses, isEnabled, isInvited } from '@cheyi/domain/platform/account/codes'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useMay } from '../../../kernel/user.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, opens, pick } from '../../../page/list/list-page.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Box, Button, Row } from '../../../ui/layout.tsx'
import { Avatar } from '../../../ui/show/tag.tsx'
import { roleScreens } from '../../role/screens.ts'
import {
  type AccountCard,
  loginWords,
  protectionWords,
  scopeWords,
  statusTag,
  toneOf,
  useInvitation,
  useStatus,
} from '../parts/account-words.ts'
import { accountScreens } from '../screens.ts'

/** Enables or disables an employee, or repeats an invitation; nothing for a user who may not edit. */
function Act({ item: account }: { readonly item: AccountCard }) {
  const mayEdit = useMay('account.edit')
  const { toggle } = useStatus()
  const { pending, resend, withdraw } = useInvitation()
  const enabled = isEnabled(account.status)
  if (!mayEdit) return null
  if (!isInvited(account.status))
    return (
      <Switch
        label={`启用 ${account.name}`}
        checked={enabled}
        disabled={enabled && protectionWords(account) !== undefined}
        onChange={() => void toggle(account)}
      />
    )
  return (
    account.protection !== 'beyond' && (
      <>
        <Button size="s" disabled={pending} onClick={() => void resend(account)}>
          重新发送
        </Button>
        <Button size="s" variant="danger" disabled={pending} onClick={() => void withdraw(account)}>
          撤销
        </Button>
      </>
    )
  )
}

const columns: readonly ListColumn<AccountCard>[] = [
  {
    key: 'picture',
    title: '',
    kind: 'picture',
    Picture: ({ item }) => <Avatar tone={toneOf(item)}>{item.name.slice(0, 1)}</Avatar>,
  },
  { key: 'name', title: '姓名', kind: 'person', width: 100, card: 'title', of: ({ name }) => name },
  {
    key: 'roles',
    title: '角色',
    kind: 'tag',
    width: 200,
    of: (account, now) => [
      ...account.roles.map(({ name }) => ({ text: name, tone: 'primary' }) as const),
      account.isDriver && { text: '司机', tone: 'neutral' },
      statusTag(account, now),
    ],
  },
  { key: 'mobile', title: '手机号', kind: 'text', width: 116, card: 'plate', of: ({ mobile }) => mobile },
  { key: 'jobNo', title: '工号', kind: 'text', width: 80, card: 'plate', of: ({ jobNo }) => jobNo },
  { key: 'scope', title: '门店', kind: 'text', width: 196, card: 'plate', of: scopeWords },
  { key: 'login', title: '登录', kind: 'text', width: 184, of: loginWords },
  { key: 'act', title: '操作', kind: 'act', width: 152, Act },
]

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
  columns,
  unit: '人',
  Head: Counts,
  link: (reach, { id }) => linkTo(reach, accountScreens.detail, { id }),
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
