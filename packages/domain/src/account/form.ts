import type { LocalDate } from '../time.ts'
import { type StoreScope, storeScope } from './codes.ts'

/** What is entered about an employee; texts are trimmed. */
export interface AccountEntry {
  readonly name: string
  readonly mobile: string
  readonly jobNo: string
  readonly roleIds: readonly string[]
  readonly storeScope: StoreScope
  readonly storeIds: readonly string[]
  readonly isDriver: boolean
  readonly driverLicenceNo: string
  /** '' while not entered. */
  readonly driverLicenceExpireOn: LocalDate | ''
  readonly remark: string
}

export type AccountProblems = Partial<Record<keyof AccountEntry, string>>

export const MOST_ROLES = 5

/**
 * What is wrong with an entry, by field; nothing when it may be saved. Of an employee in being the mobile is not asked,
 * nor the licence number where one is `kept`.
 */
export function accountProblems(
  entry: Omit<AccountEntry, 'mobile'> & { readonly mobile?: string },
  { licenceKept = false }: { readonly licenceKept?: boolean } = {},
): AccountProblems {
  const { name, mobile, roleIds, storeIds, isDriver, driverLicenceNo, driverLicenceExpireOn } = entry
  return Object.fromEntries(
    Object.entries({
      name: name === '' ? '请输入姓名' : [...name].length < 2 || name.length > 20 ? '姓名为2-20个字' : undefined,
      mobile: mobile === '' ? '请输入手机号' : mobile && !/^1[3-9]\d{9}$/.test(mobile) ? '手机号格式不正确' : undefined,
      jobNo: entry.jobNo.length > 20 ? '工号不能超过20字' : undefined,
      roleIds:
        roleIds.length === 0 ? '请选择角色' : roleIds.length > MOST_ROLES ? `角色最多${MOST_ROLES}个` : undefined,
      storeIds: entry.storeScope !== storeScope.all && storeIds.length === 0 ? '请选择门店' : undefined,
      driverLicenceNo: isDriver && driverLicenceNo === '' && !licenceKept ? '请输入驾驶证号' : undefined,
      driverLicenceExpireOn: isDriver && driverLicenceExpireOn === '' ? '请选择驾驶证有效期' : undefined,
      remark: entry.remark.length > 200 ? '备注不能超过200字' : undefined,
    }).filter(([, problem]) => problem !== undefined),
  )
}
