import { type StoreScope, storeScope } from './codes.ts'

/** Fields of an employee that are validated together. null and undefined both mean that a field is not given. */
export interface AccountEntry {
  readonly storeScope: StoreScope | null
  readonly storeIds?: readonly string[] | null
  readonly isDriver?: boolean | null
  readonly driverLicenceNo?: string | null
  readonly driverLicenceExpireOn?: string | null
}

export type AccountProblems = Partial<Record<keyof AccountEntry, string>>

export const MOST_ROLES = 5

/**
 * Problems that depend on several fields of an entry, by field; the contract validates each field on its own. The
 * licence number is not required when one is already stored (`licenceKept`).
 */
export function accountProblems(
  { storeScope: scope, storeIds, isDriver, driverLicenceNo, driverLicenceExpireOn }: AccountEntry,
  { licenceKept = false }: { readonly licenceKept?: boolean } = {},
): AccountProblems {
  return {
    ...(scope !== storeScope.all && !storeIds?.length && { storeIds: '请选择门店' }),
    ...(isDriver && !driverLicenceNo?.trim() && !licenceKept && { driverLicenceNo: '请输入驾驶证号' }),
    ...(isDriver && !driverLicenceExpireOn && { driverLicenceExpireOn: '请选择驾驶证有效期' }),
  }
}
