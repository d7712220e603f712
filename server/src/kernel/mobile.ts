import type { Context } from './context.ts'

/** By which a person is found by their mobile: a keyed hash, the same in each table that knows mobiles. */
export const mobileHashOf = ({ vaults }: Pick<Context, 'vaults'>, mobile: string): Buffer =>
  vaults.platform.index('app_user.mobile', mobile)
