import { accountStatuses, storeScopes, switchedStatuses } from '@cheyi/domain/platform/account/codes'
import { MOST_ROLES } from '@cheyi/domain/platform/account/form'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, date, flag, id, list, Mobile, maybe, orElse, paging, text, Version } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

const Named = z.object({ id: out.id, name: z.string() })

/** An employee in lists; the mobile is masked. */
const AccountCard = z.object({
  id: out.id,
  name: z.string(),
  mobile: z.string(),
  jobNo: z.string(),
  roles: z.array(Named),
  storeScope: out.code(storeScopes),
  stores: z.array(Named),
  isDriver: z.boolean(),
  status: out.code(accountStatuses),
  /** Why the caller may not disable it: `owner`, `self`, `beyond` (it has permissions that the caller lacks); '' when they may. */
  protection: out.word(['', 'owner', 'self', 'beyond']),
  lastLoginAt: out.time.nullable(),
  /** Until when an invitation can be confirmed; null for every other account. */
  inviteExpireAt: out.time.nullable(),
})

const entered = {
  name: text(2, 20, '姓名', '请输入姓名'),
  jobNo: maybe(text(0, 20, '工号')),
  roleIds: list(id('角色'), MOST_ROLES, '角色', 1, '请选择角色'),
  storeScope: code(storeScopes, '数据范围'),
  storeIds: maybe(list(id('门店'), 200, '门店')),
  isDriver: orElse(flag('请选择是否司机', '是否司机'), false),
  driverLicenceNo: maybe(text(0, 20, '驾驶证号')),
  driverLicenceExpireOn: maybe(date('驾驶证有效期')),
  remark: maybe(text(0, 200, '备注')),
}

export const account = {
  page: read({
    path: '/api/user/v1/page',
    summary: '员工列表',
    permission: ['account'],
    input: z.object({
      ...paging(),
      /** Part of a name, a job number or a mobile (three digits or more). */
      keyword: maybe(text(0, 20, '关键字')),
      status: maybe(code(accountStatuses, '状态')),
      roleId: maybe(id('角色')),
      storeId: maybe(id('门店')),
    }),
    output: z.object({
      ...out.pageOf(AccountCard),
      /** Number of matches in each status; with the first page only. */
      counts: z.object({ enabled: out.count, disabled: out.count, invited: out.count }).nullable(),
    }),
  }),
  detail: read({
    method: 'GET',
    path: '/api/user/v1/detail',
    summary: '员工详情',
    permission: ['account'],
    input: z.object({ id: id('账号') }),
    output: AccountCard.extend({
      driverLicenceNo: z.string(),
      driverLicenceExpireOn: out.date.nullable(),
      remark: z.string(),
      /** Devices that are signed in to this merchant at present; null for callers who may not edit this account. */
      sessions: out.count.nullable(),
      createdAt: out.time,
      version: out.count,
    }),
  }),
  setStatus: write({
    operators: false,
    method: 'GET',
    path: '/api/user/v1/set/status',
    summary: '启用或停用员工',
    permission: ['account.edit'],
    repeat: 'natural',
    input: z.object({ id: id('账号'), status: code(switchedStatuses, '状态') }),
    output: z.object({ id: out.id, status: out.code(accountStatuses) }),
    refusals: ['accountProtected', 'grantBeyondOwn', 'accountInvited'],
    refreshes: ['overview', 'todo', 'driver.box'],
  }),
  add: write({
    operators: false,
    path: '/api/user/v1/child/add',
    summary: '邀请员工',
    permission: ['account.edit'],
    twoPerson: ['ownerRole'],
    /** Creates an invitation: an account without any permissions until the holder of the mobile confirms it. */
    input: z.object({ mobile: Mobile, ...entered }),
    output: z.object({ id: out.id }),
    refusals: ['grantBeyondOwn', 'mobileInMerchant', 'textsExhausted'],
    refreshes: ['driver.box'],
  }),
  edit: write({
    operators: false,
    path: '/api/user/v1/child/edit',
    summary: '修改员工',
    permission: ['account.edit'],
    repeat: 'version',
    twoPerson: ['ownerRole'],
    input: z.object({ id: id('账号'), version: maybe(Version), ...entered }),
    output: z.object({ id: out.id, version: out.count }),
    refusals: ['grantBeyondOwn', 'accountProtected'],
    refreshes: ['driver.box'],
  }),
  resetPassword: write({
    operators: false,
    path: '/api/user/v1/child/resetPassword',
    summary: '重置员工密码',
    permission: ['account.edit'],
    repeat: 'natural',
    /**
     * Removes the password and signs every device out; a message tells the person how to set a new one. Only for a
     * person who works for this merchant alone, because the password is shared by all their merchants.
     */
    input: z.object({ id: id('账号') }),
    refusals: ['accountProtected', 'grantBeyondOwn', 'accountInvited', 'passwordElsewhere', 'textsExhausted'],
  }),
  remove: write({
    operators: false,
    path: '/api/user/v1/child/remove',
    summary: '删除员工或撤销邀请',
    permission: ['account.edit'],
    repeat: 'natural',
    input: z.object({ id: id('账号') }),
    refusals: ['accountProtected', 'grantBeyondOwn'],
    refreshes: ['overview', 'todo', 'driver.box'],
  }),
}
