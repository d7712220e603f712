import type { Context } from './context.ts'

/** Keyed hash of a mobile number, by which a person is found; the same in each table with mobiles. */
export const mobileHashOf = ({ vaults }: Pick<Context, 'vaults'>, mobile: string): Buffer =>
  vaults.platform.index('app_user.mobile', mobile)
